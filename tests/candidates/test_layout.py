from __future__ import annotations

import pytest

from poolenv.candidates import (
    N_CANDIDATES,
    N_WITH_REACTIONS,
    describe,
    layout,
    new_candidates,
)
from poolenv.rules.words import N_REACTIONS


def test_banks_follow_each_other_and_fill_the_space():
    sizes = (
        layout.N_POTS,
        layout.N_CONTACTS,
        layout.N_KICKS,
        layout.N_CONTACTS,
        layout.N_PUSHES,
        layout.N_BREAKS,
        layout.LAG_SPEEDS,
        layout.N_OPTIONS,
        layout.SPOTS,
        N_REACTIONS,
    )
    start = 0
    for (base, _), size in zip(layout.BANKS, sizes, strict=True):
        assert base == start
        start += size
    assert start == N_WITH_REACTIONS == N_CANDIDATES + N_REACTIONS


def test_every_candidate_has_words_of_its_own():
    words = [describe(index) for index in range(N_WITH_REACTIONS)]
    assert len(set(words)) == N_WITH_REACTIONS


@pytest.mark.parametrize(
    ("index", "words"),
    [
        (0, "pot 1 at 0.45 m/s with draw"),
        (layout.POT_SPEEDS * layout.SPINS + 1, "pot 2 at 0.45 m/s with stun"),
        (layout.CONTACT, "contact 1 full, cue at 0.9 m/s"),
        (layout.SAFE + 4, "safety 1 half left, cue at 1.8 m/s"),
        (layout.KICK + 2, "kick 1 off the foot rail, cue at 1.8 m/s"),
        (layout.PUSH + 3, "push out at 30 degrees, cue at 1.5 m/s"),
        (layout.BREAK_SHOT, "break +0.0 diameters left, tip +0.0, cue at 6.0 m/s"),
        (layout.LAG_SHOT - 1, "soft break on the right corner ball, cue at 3.0 m/s"),
        (layout.OPTION, "option ACCEPT"),
        (layout.PLACE_SPOT + 3, "place left of the line of pot 1"),
        (N_CANDIDATES - 1, "place open spot 4"),
        (layout.REACTION + 1, "reaction CALL_FOUL"),
    ],
)
def test_words(index, words):
    assert describe(index) == words


@pytest.mark.parametrize("index", [-1, N_WITH_REACTIONS])
def test_no_words_beyond_the_space(index):
    with pytest.raises(ValueError, match=f"there are 0 to {N_WITH_REACTIONS - 1}"):
        describe(index)


def test_new_lists_have_a_row_per_table():
    lists = new_candidates(3)
    assert lists.pairs.shape == (3, layout.PAIRS)
    assert lists.targets.shape == (3, layout.TARGETS)
    assert lists.spots.shape == (3, layout.SPOTS, 2)
    assert lists.mask.shape == (3, N_CANDIDATES)
