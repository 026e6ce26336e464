from __future__ import annotations

import math

import numpy as np
import pytest

from poolenv import simulate_many
from poolenv.balls import NO_BALL, ball_set
from poolenv.candidates import new_candidates
from poolenv.candidates.ranks import rank_pairs
from poolenv.compact import (
    AIM,
    AIM_RANGE,
    BALL,
    COMPACT_NAMES,
    ELEVATION,
    FOLLOW,
    LEAST_SPEED,
    MOST_ELEVATION,
    MOST_FOLLOW_THROUGH,
    MOST_SPEED,
    N_COMPACT,
    N_COMPACT_LONG,
    OPTION,
    PLACE_X,
    PLACE_Y,
    POCKET,
    SIDE,
    SPEED,
    THROUGH,
    bin_of,
    decode_compact,
    nth,
    speed_of,
)
from poolenv.knobs import ANY_BALL, IN_HAND_HEAD, IN_HAND_TABLE
from poolenv.records import Action, rows
from poolenv.rules.placement import is_legal_place
from poolenv.rules.words import ACCEPT, AFTER_BREAK, BREAK, GIVE_BACK, PUSH_OUT, SAFETY, SHOT
from poolenv.states import STILL
from tests.positions import eight_ball, equipment, lay, nine_ball, rules_of, scatter, sheet

MARKS, PHYS = equipment()
ANY = rules_of(targets=ANY_BALL)


def numbers(length=N_COMPACT, **said):
    """One action of zeros with some numbers set, by name."""
    row = np.zeros((1, length))
    for name, value in said.items():
        row[0, COMPACT_NAMES.index(name)] = value
    return row


def decoded(said, balls, game, rules=ANY, absolute=False, i=0):
    action = rows(Action, len(balls.pos))
    decode_compact(MARKS, PHYS, rules, game, *balls, said, absolute, action, i)
    return action[i]


def test_names_are_the_indices():
    order = (BALL, POCKET, AIM, SPEED, SIDE, FOLLOW, ELEVATION, PLACE_X, PLACE_Y, OPTION, THROUGH)
    assert order == tuple(range(N_COMPACT_LONG))
    assert len(COMPACT_NAMES) == N_COMPACT_LONG == N_COMPACT + 1


@pytest.mark.parametrize("bins", [1, 2, 3, 7, 15])
def test_bins_are_equal_and_complete(bins):
    values = np.linspace(-1.0, 1.0, 4201)
    found = np.array([bin_of(float(value), bins) for value in values])
    assert found.min() == 0
    assert found.max() == bins - 1
    assert (np.diff(found) >= 0).all()
    sizes = np.bincount(found)
    assert sizes.max() - sizes.min() <= 2


def test_nth_member_of_a_set():
    balls = ball_set([3, 7, 12])
    assert [nth(balls, n) for n in range(4)] == [3, 7, 12, NO_BALL]


def test_speed_is_quadratic():
    assert speed_of(-1.0) == LEAST_SPEED
    assert speed_of(1.0) == pytest.approx(MOST_SPEED)
    assert speed_of(0.0) == pytest.approx(LEAST_SPEED + 0.25 * (MOST_SPEED - LEAST_SPEED))


def test_selectors_name_ball_and_pocket():
    balls = lay(MARKS, (0, 0.0, 0.0), (2, 0.5, 0.1), (5, -0.5, 0.2), (9, 0.2, -0.4))
    game = sheet(balls=ball_set([2, 5, 9]))
    for k, ball in enumerate((2, 5, 9)):
        for pocket in range(6):
            said = numbers(ball=-1.0 + (2 * k + 1) / 3, pocket=-1.0 + (2 * pocket + 1) / 6)
            stroke = decoded(said, balls, game)
            assert (stroke.ball, stroke.pocket, stroke.intent) == (ball, pocket, SHOT)


def test_zero_offset_pots_with_any_speed_and_english():
    """Numbers found from the easiest pair; speed, side and follow at random."""
    balls = scatter(MARKS, 200, range(2), seed=77)
    game = sheet(balls=2)
    lists, action = new_candidates(200), rows(Action, 200)
    rng = np.random.default_rng(1)
    said = rng.uniform(-1.0, 1.0, (200, N_COMPACT))
    said[:, AIM] = 0.0
    said[:, ELEVATION] = -1.0
    said[:, SPEED] = rng.uniform(0.0, 0.3, 200)
    for i in range(200):
        rank_pairs(MARKS, *balls, 2, False, lists.pairs, i)
        said[i, POCKET] = -1.0 + (2 * max(lists.pairs[i, 0].pocket, 0) + 1) / 6
        decode_compact(MARKS, PHYS, ANY, game, *balls, said, False, action, i)
    playable = (lists.pairs[:, 0].ball == 1) & (np.abs(lists.pairs[:, 0].cut) < 1.0)
    strokes = np.stack([action[n] for n in ("aim", "speed", "side", "follow", "elevation")], 1)
    where = np.where((balls.motion == STILL)[..., None], balls.pos[..., :2], np.nan)
    made = simulate_many(where[playable], strokes[playable]).pocketed[:, 1]
    assert playable.sum() > 120
    assert made.mean() > 0.9


def test_offset_turns_the_aim():
    balls = lay(MARKS, (0, 0.0, 0.0), (2, 0.5, 0.1))
    game = sheet(balls=4)
    straight = decoded(numbers(pocket=0.5), balls, game).aim
    assert decoded(numbers(pocket=0.5, aim=0.5), balls, game).aim == pytest.approx(
        straight + 0.5 * AIM_RANGE
    )


def test_impossible_pots_still_meet_the_ball():
    """Every ball and pocket, zero offset: the line of aim passes within a ball's width."""
    balls = scatter(MARKS, 30, range(4), seed=3)
    game = sheet(balls=14)
    for i in range(30):
        for ball in range(3):
            for pocket in range(6):
                said = np.zeros((30, N_COMPACT))
                said[i, :2] = -1.0 + (2 * ball + 1) / 3, -1.0 + (2 * pocket + 1) / 6
                said[i, SPEED] = 0.2
                aim = decoded(said, balls, game, i=i).aim
                to = balls.pos[i, ball + 1, :2] - balls.pos[i, 0, :2]
                beside = abs(to[0] * math.sin(aim) - to[1] * math.cos(aim))
                assert beside < 2 * MARKS.ball_radius
                assert to @ (math.cos(aim), math.sin(aim)) > 0.0


def test_absolute_aim():
    balls = lay(MARKS, (0, 0.0, 0.0), (2, 0.5, 0.1))
    stroke = decoded(numbers(aim=-0.5), balls, sheet(balls=4), absolute=True)
    assert stroke.aim == pytest.approx(-0.5 * math.pi)


def test_tip_stays_within_the_miscue_limit():
    balls, game = lay(MARKS, (0, 0.0, 0.0), (2, 0.5, 0.1)), sheet(balls=4)
    stroke = decoded(numbers(side=1.0, follow=-1.0), balls, game)
    assert math.hypot(stroke.side, stroke.follow) == pytest.approx(0.5)
    assert stroke.side == pytest.approx(-stroke.follow)
    stroke = decoded(numbers(side=-0.6, follow=0.4), balls, game)
    assert (stroke.side, stroke.follow) == pytest.approx((-0.3, 0.2))


def test_elevation_begins_at_the_middle():
    balls, game = lay(MARKS, (0, 0.0, 0.0), (2, 0.5, 0.1)), sheet(balls=4)
    found = [decoded(numbers(elevation=v), balls, game).elevation for v in (-1.0, 0.0, 0.5, 1.0)]
    assert found == pytest.approx([0.0, 0.0, 0.25 * MOST_ELEVATION, MOST_ELEVATION])


def test_follow_through_is_the_cues_or_the_eleventh_number():
    balls, game = lay(MARKS, (0, 0.0, 0.0), (2, 0.5, 0.1)), sheet(balls=4)
    assert decoded(numbers(), balls, game).follow_through == PHYS.follow_through
    for value, way in ((-1.0, 0.0), (0.0, 0.5 * MOST_FOLLOW_THROUGH), (1.0, MOST_FOLLOW_THROUGH)):
        said = numbers(N_COMPACT_LONG, follow_through=value)
        assert decoded(said, balls, game).follow_through == pytest.approx(way)


@pytest.mark.parametrize("region", [IN_HAND_TABLE, IN_HAND_HEAD])
def test_places_cover_the_region_and_are_legal(region):
    balls = scatter(MARKS, 1, range(1, 10), seed=4)
    game = sheet(balls=ball_set(range(1, 10)), region=region)
    rng = np.random.default_rng(5)
    found = []
    for x, y in rng.uniform(-1.0, 1.0, (80, 2)):
        stroke = decoded(numbers(place_x=x, place_y=y), balls, game)
        place = stroke.place_x, stroke.place_y
        assert is_legal_place(MARKS, region, balls.pos[0], balls.motion[0], *place)
        found.append(place)
    low, high = np.min(found, axis=0), np.max(found, axis=0)
    end = MARKS.head_string if region == IN_HAND_HEAD else 0.5 * MARKS.length
    assert low == pytest.approx((-0.5 * MARKS.length, -0.5 * MARKS.width), abs=0.1)
    assert high == pytest.approx((end, 0.5 * MARKS.width), abs=0.1)


def test_stroke_from_hand_is_aimed_from_the_place():
    balls = lay(MARKS, (1, 0.9, 0.2))
    game = sheet(balls=2, region=IN_HAND_TABLE)
    said = numbers(place_x=0.2, place_y=0.1, pocket=0.5)
    stroke = decoded(said, balls, game)
    laid = lay(MARKS, (0, stroke.place_x, stroke.place_y), (1, 0.9, 0.2))
    assert decoded(said, laid, sheet(balls=2)).aim == stroke.aim


def test_break_is_aimed_at_the_apex():
    balls = lay(MARKS, (0, -0.8, 0.2), (1, 0.635, 0.0), (2, 0.7, 0.03), (3, 0.7, -0.03))
    game = sheet(balls=14, stage=BREAK)
    stroke = decoded(numbers(ball=0.9, pocket=-0.9), balls, game)
    assert stroke.aim == pytest.approx(math.atan2(-0.2, 0.635 + 0.8))


def test_option_bins_over_menu_or_intents():
    balls = lay(MARKS, (0, 0.0, 0.0), (2, 0.5, 0.1))
    menu = sheet(balls=4, menu=1 << ACCEPT | 1 << GIVE_BACK)
    assert [decoded(numbers(option=v), balls, menu).option for v in (-0.5, 0.5)] == [
        ACCEPT,
        GIVE_BACK,
    ]
    called = sheet(balls=4, owes_call=1)
    intents = [decoded(numbers(option=v), balls, called, eight_ball()).intent for v in (-0.5, 0.5)]
    assert intents == [SHOT, SAFETY]
    after = sheet(balls=4, stage=AFTER_BREAK, owes_call=1)
    push = decoded(numbers(option=0.5), balls, after, nine_ball())
    assert (push.intent, push.ball, push.pocket) == (PUSH_OUT, NO_BALL, -1)


def test_float32_and_float64_rows_agree():
    balls, game = lay(MARKS, (0, 0.0, 0.0), (2, 0.5, 0.1)), sheet(balls=4)
    said = np.random.default_rng(0).uniform(-1, 1, (1, N_COMPACT)).astype(np.float32)
    one = decoded(said, balls, game).tolist()
    assert one == decoded(said.astype(np.float64), balls, game).tolist()
