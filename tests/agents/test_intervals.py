"""The Wilson interval against published values."""

from __future__ import annotations

import math

import pytest

from agents.intervals import Z_95, wilson


def test_published_example():
    """Newcombe, Statistics in Medicine 17 (1998), table I, method 3: 81 of 263 and 15 of 148."""
    share = wilson(81, 263)
    assert (round(share.low, 4), round(share.high, 4)) == (0.2553, 0.3662)
    share = wilson(15, 148)
    assert (round(share.low, 4), round(share.high, 4)) == (0.0624, 0.1605)


def test_ends_stay_inside_and_are_not_empty():
    """0 of 20 and 20 of 20 (Newcombe): [0, 0.1611] and its mirror image."""
    none, every = wilson(0, 20), wilson(20, 20)
    assert none.low == 0.0 and round(none.high, 4) == 0.1611
    assert every.high == 1.0 and every.low == pytest.approx(1 - none.high)


def test_the_share_lies_in_its_interval():
    for trials in range(1, 60):
        for successes in range(trials + 1):
            share = wilson(successes, trials)
            assert 0.0 <= share.low <= share.value <= share.high <= 1.0


def test_bounds_solve_the_score_equation():
    share = wilson(37, 120)
    for bound in (share.low, share.high):
        distance = abs(share.value - bound)
        assert distance == pytest.approx(Z_95 * math.sqrt(bound * (1 - bound) / 120))


@pytest.mark.parametrize(("successes", "trials"), [(0, 0), (-1, 5), (6, 5)])
def test_impossible_counts_are_errors(successes, trials):
    with pytest.raises(ValueError, match=r"trial|between"):
        wilson(successes, trials)
