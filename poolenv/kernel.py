"""The one numba policy of the package: every compiled function is made here.

Numba keys its disk cache on the file of the decorated function only, so an edit of a function that
is *called* would go unnoticed. The cache folder is therefore named by a fingerprint of all kernel
sources. The folder is set while a function is decorated and restored afterwards: other users of
numba keep their own.
"""

from __future__ import annotations

import functools
import hashlib
import os
import shutil
import sys
import tempfile
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numba
import numpy as np
from numba import types

F = TypeVar("F", bound=Callable[..., Any])

PACKAGE = Path(__file__).resolve().parent
#: Set this variable to choose the cache folder; an empty value switches the cache off.
CACHE_VARIABLE = "POOLENV_CACHE_DIR"
#: Fingerprint folders kept beside the current one: two checkouts or branches may share a machine.
KEPT_FOLDERS = 3

INTERPRETED = bool(numba.config.DISABLE_JIT)


def fingerprint() -> str:
    """Hash of every source file of the package and of the compiler's version."""
    digest = hashlib.sha256(f"{numba.__version__} {np.__version__} {sys.version}".encode())
    for source in sorted(PACKAGE.rglob("*.py")):
        digest.update(str(source.relative_to(PACKAGE)).encode())
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def _candidates() -> list[Path]:
    """Places where compiled kernels may be kept, best first."""
    chosen = os.environ.get(CACHE_VARIABLE)
    if chosen is not None:
        return [Path(chosen)] if chosen else []
    home = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return [PACKAGE / "__pycache__" / "kernels", Path(home) / "poolenv"]


def _writable(folder: Path) -> bool:
    """Whether a file can really be made there; permission bits do not tell everywhere."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _prune(parent: Path, keep: Path) -> None:
    """Remove compiled kernels of older sources, most recently used kept."""
    try:
        others = [f for f in parent.iterdir() if f.is_dir() and f != keep and len(f.name) == 16]
        others.sort(key=lambda f: f.stat().st_mtime, reverse=True)
    except OSError:
        return
    for stale in others[KEPT_FOLDERS:]:
        shutil.rmtree(stale, ignore_errors=True)


def _find_cache_folder() -> Path | None:
    """The folder of this fingerprint, or None (with one warning) where nothing is writable."""
    if INTERPRETED:
        return None
    candidates = _candidates()
    for parent in candidates:
        folder = parent / fingerprint()
        if _writable(folder):
            _prune(parent, folder)
            return folder
    if candidates:
        places = ", ".join(map(str, candidates))
        warnings.warn(
            f"poolenv found no writable folder for compiled kernels (tried {places}); "
            f"every process will compile anew. Set {CACHE_VARIABLE} to a writable folder.",
            RuntimeWarning,
            stacklevel=2,
        )
    return None


CACHE_FOLDER = _find_cache_folder()


def kernel(function: F) -> F:
    """Compile a scalar function or a range of rows; the only decorator of compiled code here.

    Compiled, interpreted and batched results agree to the bit, so there is no fastmath; division by
    zero is the caller's to exclude, because compiled code gives inf where Python raises.

    Args:
        function: a function in the subset of Python that numba compiles.

    Returns:
        The dispatcher, or the function itself when ``NUMBA_DISABLE_JIT=1``.
    """
    before = numba.config.CACHE_DIR
    try:
        if CACHE_FOLDER is not None:
            numba.config.CACHE_DIR = str(CACHE_FOLDER)
        compiled: F = numba.njit(
            nogil=True,
            error_model="numpy",
            fastmath=False,
            # Kernels make no arrays and their caller holds those they are given, so nobody need
            # count references; counting takes time in every call and in compiling it.
            _nrt=False,
            cache=CACHE_FOLDER is not None,
            no_cfunc_wrapper=True,  # nobody calls kernels from C; a fifth of the compile time
            # Private kernels are called by kernels only, so they need no door to Python.
            no_cpython_wrapper=function.__name__.startswith("_"),
        )(function)
    finally:
        numba.config.CACHE_DIR = before
    if not INTERPRETED:
        _compile_once_for_constants(compiled)
    return compiled


def _compile_once_for_constants(dispatcher: Any) -> None:
    """Let calls with different constants share one compilation.

    Numba would compile a function anew for every constant integer that a caller passes; after
    inlining that gains nothing and costs an eighth of the time it takes to compile the package.
    """
    template = dispatcher.get_call_template

    def plain(args: Any, kws: Any) -> Any:
        return template(
            tuple(types.unliteral(arg) for arg in args),
            {name: types.unliteral(arg) for name, arg in kws.items()},
        )

    dispatcher.get_call_template = plain


def compile_for(kernel: Any, *arguments: Any) -> None:
    """Compile a kernel for arguments of these types, without calling it.

    Args:
        kernel: a function made by :func:`kernel`.
        arguments: as it will be called.
    """
    kernel.compile(tuple(numba.typeof(argument) for argument in arguments))


def is_cold(kernel: str = "") -> bool:
    """Whether nothing was compiled yet for these sources, so that the first call will take long.

    Args:
        kernel: ``module.function``: whether this one was not.
    """
    if INTERPRETED:
        return False
    return CACHE_FOLDER is None or not any(CACHE_FOLDER.rglob(f"{kernel}*.nbi"))


@functools.cache
def announce_compilation() -> None:
    """Say once per process, on standard error, that a first call is about to compile."""
    if is_cold():
        kept = "kept for later" if CACHE_FOLDER is not None else "not kept: no writable folder"
        print(
            f"poolenv: compiling its kernels, about a minute ({kept}); "
            "`python -m poolenv warmup` does it beforehand",
            file=sys.stderr,
        )
