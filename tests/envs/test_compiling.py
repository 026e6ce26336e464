"""The first use of all is compiled in two shares."""

from __future__ import annotations

import subprocess
from typing import Any

import pytest

from poolenv.envs import PoolEnv, batch, compiling
from poolenv.kernel import INTERPRETED

OWN = {"rule", "begin_visit", "end_visit", "_answer_row", "begin_row", "step_rows"}
SHARES = {
    compiling.PHYSICS: {"strike", "_decode_row", "_look"},
    compiling.FACES: {"view_rows", "begin_rows"},
}


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Names of what an environment that meets no cache would compile, in order."""
    names: list[str] = []
    monkeypatch.setattr(compiling, "compile_for", lambda kernel, *_: names.append(kernel.__name__))
    monkeypatch.setattr(batch, "is_to_compile", lambda: True)
    return names


class Helper:
    """Stands for the other process, which never ends by itself."""

    killed = False

    def wait(self, timeout: float) -> None:
        raise subprocess.TimeoutExpired("helper", timeout)

    def kill(self) -> None:
        self.killed = True


def test_each_process_compiles_its_share(
    compiled: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[str] = []
    monkeypatch.setattr(compiling, "_start_helper", started.append)
    PoolEnv()
    assert set(compiled) == OWN
    assert started == list(SHARES)
    for share, kernels in SHARES.items():
        compiled.clear()
        monkeypatch.setenv(compiling.HELPING, share)
        PoolEnv()
        assert set(compiled) == kernels


def test_a_helper_that_does_not_end_is_given_up(
    compiled: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    helper = Helper()
    monkeypatch.setattr(compiling, "_start_helper", lambda _: helper)
    PoolEnv()
    assert helper.killed
    assert set(compiled) == OWN


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
def test_both_shares_are_of_the_types_that_a_step_has() -> None:
    """What is compiled beforehand is what the step calls: no kernel has a second signature."""
    env: Any = PoolEnv()
    env.reset(seed=0)
    env.step(env.action_space.sample())
    arrays = env.batch._arrays
    for kernel in (compiling.rule, compiling.strike, compiling.begin_visit):
        more = (0,) if kernel is compiling.begin_visit else ()
        more = (env.batch._scratch,) if kernel is compiling.strike else more
        compiling.compile_for(kernel, arrays, 0, *more)
        assert len(kernel.signatures) == 1


def test_one_processor_needs_no_helper(monkeypatch: pytest.MonkeyPatch) -> None:
    def start(*_: Any, **__: Any) -> None:
        raise AssertionError("a helper was started")

    monkeypatch.setattr(compiling.subprocess, "Popen", start)
    monkeypatch.setattr(compiling, "check_threads", lambda _: 1)
    assert compiling._start_helper(compiling.PHYSICS) is None
