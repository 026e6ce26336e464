"""One small pool of threads that hands out ranges of rows, for kernels that release the lock.

Shots differ tenfold in length, so ranges are handed out one by one instead of split up front: large
ones first, each a fair share of half of what is left, for every range costs a Python call. Rows do
not depend on each other, so the result never depends on the number of threads. Plain Python
threads and no parallel layer of numba: that one resets torch's thread count, breaks after a fork
and stalls when another process wants the processor.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor

#: The least range is this part of a thread's fair share: nobody waits longer for the last one.
LEAST_SHARE = 1 / 32

_lock = threading.Lock()
_pool: ThreadPoolExecutor | None = None
_helpers = 0


def _forget() -> None:
    """A forked child has the pool's object but not its threads: it starts with none."""
    global _lock, _pool, _helpers
    _lock = threading.Lock()
    _pool = None
    _helpers = 0


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)


def _pool_of(helpers: int) -> ThreadPoolExecutor:
    """The shared pool, with at least this many threads beside the caller's."""
    global _pool, _helpers
    with _lock:
        if _pool is None or _helpers < helpers:
            if _pool is not None:
                _pool.shutdown(wait=False)
            _pool = ThreadPoolExecutor(helpers, thread_name_prefix="poolenv")
            _helpers = helpers
        return _pool


def check_threads(threads: int | None) -> int:
    """The number of threads meant: None is one per processor this process may use.

    Raises:
        ValueError: if it is not a whole number of at least 1.
    """
    if threads is None:
        usable = getattr(os, "sched_getaffinity", None)
        return len(usable(0)) if usable is not None else os.cpu_count() or 1
    if isinstance(threads, bool) or not isinstance(threads, int) or threads < 1:
        raise ValueError(f"threads={threads!r}: expected a whole number of at least 1, or None")
    return threads


def for_rows(work: Callable[[int, int], None], n: int, threads: int = 1) -> None:
    """Call ``work(lo, hi)`` on ranges that together cover rows 0 to n - 1 once.

    The caller works too, so a pool that is busy with another caller's rows delays nobody: helpers
    that have not begun when the rows run out are called off.

    Args:
        work: touches rows lo to hi - 1 only; worth threads if it releases the lock.
        n: number of rows.
        threads: how many work at most, the caller included.

    Raises:
        Exception: whatever ``work`` raises.
    """
    if threads <= 1 or n <= 1:
        if n > 0:
            work(0, n)
        return
    parts = ranges(n, threads)
    helpers = min(threads, len(parts)) - 1
    left = iter(parts)  # its `next` is atomic
    futures = _submit(lambda: _take(work, left), helpers)
    try:
        _take(work, left)
    finally:
        begun = [future for future in futures if not future.cancel()]
        errors = [error for error in (future.exception() for future in begun) if error is not None]
    if errors:
        raise errors[0]


def ranges(n: int, threads: int) -> list[tuple[int, int]]:
    """Bounds (lo, hi) of consecutive ranges that cover rows 0 to n - 1, long ones first.

    Guided self-scheduling (Polychronopoulos and Kuck 1987), with half of a fair share a time.

    Args:
        n: number of rows.
        threads: how many share them.
    """
    least = max(1, int(n / threads * LEAST_SHARE))
    found = []
    lo = 0
    while lo < n:
        hi = min(n, lo + max(least, (n - lo) // (2 * threads)))
        found.append((lo, hi))
        lo = hi
    return found


def _submit(job: Callable[[], None], helpers: int) -> list[Future[None]]:
    """Ask for helpers, anew if another caller has just replaced the pool by a larger one."""
    futures: list[Future[None]] = []
    while len(futures) < helpers:
        pool = _pool_of(helpers)
        try:
            futures.append(pool.submit(job))
        except RuntimeError:
            if pool is _pool:  # the interpreter is shutting down: the caller does it alone
                break
    return futures


def _take(work: Callable[[int, int], None], left: Iterator[tuple[int, int]]) -> None:
    """Work on one range after the other until none is left."""
    for lo, hi in left:
        work(lo, hi)
