"""The pool of threads: every row once, errors seen, usable after a fork and from two threads."""

from __future__ import annotations

import os
import threading

import numpy as np
import pytest

from poolenv.threads import check_threads, for_rows, ranges


def _counter(n: int) -> tuple[np.ndarray, object]:
    seen = np.zeros(n, dtype=np.int64)

    def work(lo: int, hi: int) -> None:
        seen[lo:hi] += 1

    return seen, work


@pytest.mark.parametrize("threads", [1, 2, 3, 8])
@pytest.mark.parametrize("n", [0, 1, 2, 7, 64, 1000])
def test_every_row_once(n: int, threads: int) -> None:
    """Ranges cover all rows without overlap, whatever the number of threads."""
    seen, work = _counter(n)
    for_rows(work, n, threads)
    assert (seen == 1).all()


def test_the_last_range_is_short() -> None:
    """Ranges only get shorter, but for the rest, so no thread waits long for another's last one."""
    lengths = [hi - lo for lo, hi in ranges(3000, 2)]
    assert sum(lengths) == 3000
    assert lengths == sorted(lengths, reverse=True)
    assert max(lengths[-3:]) <= 3000 / 2 / 32 < lengths[0]


def test_error_reaches_the_caller() -> None:
    """An error in a range another thread works on is raised where the rows were asked for."""

    def work(lo: int, hi: int) -> None:
        if lo <= 700 < hi:
            raise ArithmeticError("row 700")

    with pytest.raises(ArithmeticError, match="row 700"):
        for_rows(work, 1000, 2)


def test_two_callers_at_once() -> None:
    """Two Python threads may use the pool at the same time."""
    results = [_counter(500) for _ in range(2)]

    def call(work: object) -> None:
        for _ in range(20):
            for_rows(work, 500, 3)

    callers = [threading.Thread(target=call, args=(work,)) for _, work in results]
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join()
    assert all((seen == 20).all() for seen, _ in results)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_works_after_a_fork() -> None:
    """A child made after the pool was used gets threads of its own."""
    for_rows(_counter(100)[1], 100, 2)
    child = os.fork()
    if child == 0:
        seen, work = _counter(100)
        for_rows(work, 100, 2)
        os._exit(0 if (seen == 1).all() else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


@pytest.mark.parametrize("threads", [0, -1, 1.5, True, "2"])
def test_bad_number_of_threads(threads: object) -> None:
    """Nonsense is refused with what was expected."""
    with pytest.raises(ValueError, match="at least 1"):
        check_threads(threads)


def test_none_means_all_processors() -> None:
    """Without a number every processor the process may use works."""
    assert check_threads(None) >= 1
