from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from poolenv.balls import ball_set
from poolenv.config import ConfigError, names
from poolenv.records import rows
from poolenv.rewards import N_TERMS, TERM_NAMES, TERMS, load_reward, score
from poolenv.rewards.shaping import fill_terms
from poolenv.rules.words import NOBODY, RACK_WIN
from poolenv.sheets import Game, Ruling, Shot
from tests.positions import sheet


def sheets(rng):
    """Random sheets of one visit."""
    before, after, shot, ruling = rows(Game, 1), rows(Game, 1), rows(Shot, 1), rows(Ruling, 1)
    for record in (before, after):
        record.balls = rng.integers(0, 1 << 16) & ~1
        record.winner, record.actor = rng.choice([-1, -1, 0, 1]), rng.integers(0, 2)
        record.groups, record.target = rng.integers(0, 3), 100
        record.score = rng.integers(-50, 50, 2)
    shot.pocketed, shot.off_table = rng.integers(0, 1 << 16, 2)
    ruling.winner, ruling.offender = rng.integers(-1, 2, 2)
    ruling.result = rng.integers(0, 14)
    ruling.continues, ruling.is_foul = rng.integers(0, 2, 2)
    ruling.points, ruling.fouls = rng.integers(-18, 16, 2), rng.integers(0, 1 << 33)
    return before[0], shot[0], ruling[0], after[0]


def test_columns_are_the_registered_terms_in_order():
    rng = np.random.default_rng(0)
    terms = np.zeros((1, N_TERMS))
    for _ in range(200):
        before, shot, ruling, after = sheets(rng)
        for player in (0, 1):
            fill_terms(before, shot, ruling, after, True, player, 0.9, terms, 0)
            for k, term in enumerate(TERMS):
                if term.is_potential:
                    over = after.winner != NOBODY
                    end = 0.0 if over else 0.9 * term.function(after, player)
                    wanted = end - term.function(before, player)
                else:
                    wanted = term.function(before, shot, ruling, after, player)
                assert terms[0, k] == pytest.approx(wanted, abs=1e-15), term.name


def test_visit_without_a_stroke_reads_neither_shot_nor_ruling():
    rng = np.random.default_rng(1)
    terms = np.zeros((1, N_TERMS))
    before, shot, ruling, after = sheets(rng)
    before.winner, after.winner = NOBODY, 1
    fill_terms(before, shot, ruling, after, False, 0, 1.0, terms, 0)
    filled = {name for name, value in zip(TERM_NAMES, terms[0], strict=True) if value != 0.0}
    assert filled <= {"win", "balls_left", "group_lead", "points_lead"}
    assert terms[0, TERM_NAMES.index("win")] == -1.0


def test_score_is_the_weighted_sum_of_its_row():
    rng = np.random.default_rng(2)
    reward = load_reward("shaped")
    terms = np.full((3, N_TERMS), 7.0)
    before, shot, ruling, after = sheets(rng)
    total = score(before, shot, ruling, after, True, 0, reward.weights, reward.discount, terms, 1)
    assert total == pytest.approx(reward.weights @ terms[1])
    assert (terms[[0, 2]] == 7.0).all()


def test_potentials_sum_to_what_the_start_was_worth():
    """Over an episode with gamma = 1 the shaping telescopes to -Phi(start) for both players."""
    reward = load_reward({"weights": {"balls_left": 1.0}})
    terms = np.zeros((1, N_TERMS))
    shot, ruling = rows(Shot, 1)[0], rows(Ruling, 1)[0]
    course = [sheet(balls=ball_set(range(1, 10 - k)), actor=k % 2) for k in range(9)]
    course[-1].winner = 0
    for player in (0, 1):
        total = 0.0
        for before, after in pairwise(course):
            total += score(before, shot, ruling, after, True, player, reward.weights, 1.0, terms, 0)
        assert total == pytest.approx(-0.4 if player == 0 else 0.4)


def test_win_loss_is_the_result_and_nothing_else():
    reward = load_reward("win_loss")
    assert dict(zip(TERM_NAMES, reward.weights, strict=True))["win"] == 1.0
    assert np.count_nonzero(reward.weights) == 1
    before, after = sheet(balls=2), sheet(winner=0)
    ruling = rows(Ruling, 1)[0]
    ruling.result, ruling.winner = RACK_WIN, 0
    terms = np.zeros((1, N_TERMS))
    args = (before, rows(Shot, 1)[0], ruling, after, True)
    rewards = [score(*args, p, reward.weights, reward.discount, terms, 0) for p in (0, 1)]
    assert rewards == [1.0, -1.0]


@pytest.mark.parametrize("name", ["win_loss", "shaped", "pot"])
def test_shipped_rewards_load(name):
    assert name in names("rewards")
    reward = load_reward(name)
    assert reward.weights.shape == (N_TERMS,)
    assert reward.weights.any()
    assert 0.0 < reward.discount <= 1.0


def test_mistakes_are_told_at_once_with_the_nearest_term():
    with pytest.raises(ConfigError) as error:
        load_reward({"weights": {"potts": 1.0, "win": "much"}, "discount": 2.0})
    text = str(error.value)
    assert "did you mean 'potted'?" in text
    assert "weights.win" in text
    assert "discount" in text
    with pytest.raises(ConfigError, match="did you mean 'shaped'"):
        load_reward("shapd")


def test_every_term_says_what_it_means():
    assert len(set(TERM_NAMES)) == N_TERMS
    for term in TERMS:
        assert term.meaning
        assert term.low < term.high
        assert term.function.__doc__
