from __future__ import annotations

import numpy as np
import pytest

from poolenv.balls import NO_BALL, ball_set
from poolenv.candidates import (
    N_CANDIDATES,
    decode,
    enumerate_row,
    layout,
    nearest_open,
    new_candidates,
    playable_balls,
    target_balls,
)
from poolenv.knobs import ANY_BALL, GAME_NAMES, IN_HAND_HEAD, IN_HAND_TABLE, IN_POSITION
from poolenv.records import Action, rows
from poolenv.rules.placement import is_legal_place
from poolenv.rules.words import ACCEPT, AFTER_BREAK, BREAK, GIVE_BACK, PUSH_OUT, SAFETY, SHOT
from poolenv.states import ABSENT
from tests.positions import (
    edition_of,
    eight_ball,
    equipment,
    lay,
    nine_ball,
    rules_of,
    scatter,
    sheet,
)

MARKS, PHYS = equipment()
NINE = ball_set(range(1, 10))


def open_banks(mask):
    """Names of the banks with an open index."""
    ends = [base for base, _ in layout.BANKS[1:]] + [N_CANDIDATES]
    return {
        name for (base, name), end in zip(layout.BANKS, ends, strict=True) if mask[base:end].any()
    }


def listed(rules, game, balls, i=0):
    lists = new_candidates(len(balls.pos))
    enumerate_row(MARKS, rules, game, *balls, lists, i)
    return lists


def test_only_legal_balls_are_played_at():
    """Nine-ball: the lowest ball alone; eight-ball: the group, then the 8."""
    balls = scatter(MARKS, 1, range(10), seed=1)
    lists = listed(nine_ball(), sheet(balls=NINE), balls)
    assert {pair.ball for pair in lists.pairs[0]} <= {1, NO_BALL}
    assert lists.targets[0, 0].ball == 1
    assert lists.targets[0, 1].ball == NO_BALL
    full = scatter(MARKS, 1, range(16), seed=2)
    solids = sheet(balls=ball_set(range(1, 16)), groups=1)
    assert {p.ball for p in listed(eight_ball(), solids, full).pairs[0]} <= {*range(1, 8), NO_BALL}
    stripes = sheet(balls=ball_set(range(1, 16)), groups=1, actor=1)
    assert {p.ball for p in listed(eight_ball(), stripes, full).pairs[0]} <= {
        *range(9, 16),
        NO_BALL,
    }
    on_eight = lay(MARKS, (0, 0.0, 0.0), (8, 0.6, 0.2), (9, 0.6, -0.2))
    lists = listed(eight_ball(), sheet(balls=ball_set([8, 9]), groups=1), on_eight)
    assert lists.pairs[0, 0].ball == 8


def test_banks_of_a_stroke():
    balls = lay(MARKS, (0, -0.2, -0.05), (1, 0.7, 0.1), (2, 0.3, -0.3))
    game = sheet(balls=ball_set([1, 2]))
    assert open_banks(listed(nine_ball(), game, balls).mask[0]) == {"pot", "contact", "kick"}
    owes = sheet(balls=ball_set([1, 2]), owes_call=1)
    with_safety = {"pot", "contact", "kick", "safety"}
    assert open_banks(listed(eight_ball(), owes, balls).mask[0]) == with_safety
    # Once the call is made, only what was declared can be played as declared.
    assert open_banks(listed(eight_ball(), game, balls).mask[0]) == {"pot", "contact", "kick"}
    safe = sheet(balls=ball_set([1, 2]), intent=SAFETY)
    assert open_banks(listed(eight_ball(), safe, balls).mask[0]) == with_safety
    after = sheet(balls=ball_set([1, 2]), stage=AFTER_BREAK, owes_call=1)
    assert "push out" in open_banks(listed(nine_ball(), after, balls).mask[0])
    fouled = sheet(balls=ball_set([1, 2]), stage=AFTER_BREAK, break_foul=1)
    assert "push out" not in open_banks(listed(nine_ball(), fouled, balls).mask[0])


def test_mask_opens_exactly_the_ranked_pots():
    balls = scatter(MARKS, 1, range(4), seed=4)
    lists = listed(rules_of(targets=ANY_BALL), sheet(balls=ball_set([1, 2, 3])), balls)
    per_pair = layout.POT_SPEEDS * layout.SPINS
    pots = lists.mask[0, : layout.N_POTS].reshape(layout.PAIRS, per_pair)
    present = np.array([pair.ball != NO_BALL for pair in lists.pairs[0]])
    assert present.any()
    assert (pots == present[:, None]).all()


def test_hidden_ball_is_kicked_at_or_at_least_struck_at():
    snookered = lay(MARKS, (0, -0.5, 0.3), (1, 0.8, 0.3), (2, -0.3, 0.3))
    banks = open_banks(listed(nine_ball(), sheet(balls=ball_set([1, 2])), snookered).mask[0])
    assert banks == {"kick"}
    ring = [
        (k, 0.0605 * np.cos(np.pi * k / 3), 0.0605 * np.sin(np.pi * k / 3)) for k in range(2, 8)
    ]
    caged = lay(MARKS, (0, 0.0, 0.0), (1, 0.9, 0.3), *ring)
    lists = listed(nine_ball(), sheet(balls=ball_set(range(1, 8))), caged)
    assert np.flatnonzero(lists.mask[0]).tolist() == [layout.CONTACT + layout.CONTACT_SPEEDS - 1]


def test_break_bank():
    """Anything may be hit first at eight-ball; at nine-ball the corner balls may not."""
    rack = [(k, 0.635 + 0.05 * (k - 1), 0.03 * (-1) ** k * (k > 1)) for k in range(1, 10)]
    balls = lay(MARKS, (0, -0.7, 0.0), *rack)
    eight = listed(eight_ball(), sheet(balls=NINE, stage=BREAK), balls).mask[0]
    nine = listed(nine_ball(), sheet(balls=NINE, stage=BREAK), balls).mask[0]
    assert open_banks(eight) == open_banks(nine) == {"break"}
    assert eight.sum() == layout.N_BREAKS
    assert nine.sum() == layout.FULL_BREAKS


def test_options_are_those_of_the_menu():
    balls = scatter(MARKS, 1, range(10), seed=1)
    game = sheet(balls=NINE, menu=1 << ACCEPT | 1 << GIVE_BACK)
    mask = listed(nine_ball(), game, balls).mask[0]
    chosen = [layout.OPTION + ACCEPT, layout.OPTION + GIVE_BACK]
    assert np.flatnonzero(mask).tolist() == chosen
    action = rows(Action, 1)
    decode(MARKS, PHYS, *balls, new_candidates(1), chosen[1], action, 0)
    assert action[0].option == GIVE_BACK


@pytest.mark.parametrize("region", [IN_HAND_TABLE, IN_HAND_HEAD])
@pytest.mark.parametrize("n_balls", [1, 9, 15])
def test_spots_are_legal_and_behind_pots(region, n_balls):
    balls = scatter(MARKS, 30, range(1, n_balls + 1), seed=n_balls)
    game = sheet(balls=ball_set(range(1, n_balls + 1)), region=region)
    lists = new_candidates(30)
    action = rows(Action, 30)
    behind = 0
    for i in range(30):
        enumerate_row(MARKS, rules_of(), game, *balls, lists, i)
        assert open_banks(lists.mask[i]) == {"place"}
        for index in np.flatnonzero(lists.mask[i]):
            decode(MARKS, PHYS, *balls, lists, int(index), action, i)
            x, y = action[i].place_x, action[i].place_y
            assert is_legal_place(MARKS, region, balls.pos[i], balls.motion[i], x, y)
            behind += index - layout.PLACE_SPOT < layout.SPOT_PAIRS * layout.SPOTS_PER_PAIR
    assert behind > 30


def test_spots_of_the_break_lie_behind_the_head_string():
    rack = [(k, 0.635 + 0.06 * k, 0.0) for k in range(1, 9)]
    balls = lay(MARKS, *rack)
    game = sheet(balls=ball_set(range(1, 9)), region=IN_HAND_HEAD, stage=BREAK)
    lists = listed(nine_ball(), game, balls)
    spots = lists.spots[0][lists.mask[0, layout.PLACE_SPOT :]]
    assert len(spots) == layout.HEAD_SPOTS + 1
    assert (spots[:, 0] < MARKS.head_string).all()
    assert sorted(set(np.sign(spots[:, 1]))) == [-1.0, 0.0, 1.0]


def test_balls_behind_the_head_string_are_out_of_reach_from_there():
    """In hand behind the head string, ball 1 lies there too: 2 is played at, or 1 off a cushion."""
    balls = lay(MARKS, (0, -0.9, 0.0), (1, -1.0, 0.3), (2, 0.5, 0.2))
    any_ball = rules_of(targets=ANY_BALL)
    game = sheet(balls=ball_set([1, 2]), played_from=IN_HAND_HEAD)
    assert playable_balls(MARKS, any_ball, game, *balls, 0) == ball_set([2])
    lowest = nine_ball()
    assert playable_balls(MARKS, lowest, game, *balls, 0) == 0
    assert target_balls(MARKS, lowest, game, *balls, 0) == ball_set([1])
    assert open_banks(listed(lowest, game, balls).mask[0]) == {"kick"}
    free = sheet(balls=ball_set([1, 2]), played_from=IN_POSITION)
    assert playable_balls(MARKS, lowest, free, *balls, 0) == ball_set([1])


def test_lag_and_end():
    balls = scatter(MARKS, 1, range(10), seed=1)
    assert open_banks(listed(nine_ball(), sheet(lag_owed=1), balls).mask[0]) == {"lag"}
    assert listed(nine_ball(), sheet(balls=NINE, winner=1), balls).mask[0].all()


@pytest.mark.parametrize("edition", ["wsr", "wpa2008", "wpa_official"])
@pytest.mark.parametrize("game_number", range(len(GAME_NAMES)))
def test_something_is_always_open_and_decodes_to_a_sound_action(edition, game_number):
    rules = edition_of(game_number, edition)
    balls = scatter(MARKS, 30, range(16), seed=12)
    lists, action = new_candidates(30), rows(Action, 30)
    rng = np.random.default_rng(0)
    for i in range(30):
        out = rng.permutation(np.arange(1, 16))[: rng.integers(0, 15)]
        balls.motion[i, out] = ABSENT
        left = ball_set(np.flatnonzero(balls.motion[i, 1:] == 0) + 1)
        game = sheet(
            balls=left,
            stage=int(rng.integers(1, 5)),
            region=int(rng.integers(0, 3)),
            groups=int(rng.integers(0, 3)),
            actor=int(rng.integers(0, 2)),
        )
        enumerate_row(MARKS, rules, game, *balls, lists, i)
        chosen = np.flatnonzero(lists.mask[i])
        assert len(chosen) > 0
        for index in rng.permutation(chosen)[:20]:
            decode(MARKS, PHYS, *balls, lists, int(index), action, i)
            assert all(np.isfinite(value) for value in action[i].tolist())
            assert 0.0 <= action[i].speed <= 11.0
            assert np.hypot(action[i].side, action[i].follow) <= 0.5
            if index < layout.CONTACT:
                assert (left >> action[i].ball) & 1 == 1
                assert 0 <= action[i].pocket < 6


def test_intents_of_the_banks():
    balls = lay(MARKS, (0, -0.2, 0.0), (1, 0.7, 0.1))
    lists = listed(eight_ball(), sheet(balls=ball_set([1])), balls)
    action = rows(Action, 1)
    for index, intent in (
        (layout.POT, SHOT),
        (layout.CONTACT, SHOT),
        (layout.SAFE, SAFETY),
        (layout.PUSH, PUSH_OUT),
    ):
        decode(MARKS, PHYS, *balls, lists, index, action, 0)
        assert action[0].intent == intent


def test_closed_indices_go_to_the_nearest_open_one():
    mask = np.zeros((1, 10), dtype=np.bool_)
    mask[0, [2, 7]] = True
    assert [nearest_open(mask, index, 0) for index in range(10)] == [2] * 5 + [7] * 5
