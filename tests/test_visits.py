"""A few random visits at every game and edition, and that the checks find what they look for."""

from __future__ import annotations

import numpy as np
import pytest

from experiments.referee_time import referee
from experiments.visit_faults import faults_of, look
from experiments.visits import EDITIONS, GAMES, as_table, new_batch, play, random_actions
from poolenv.envs.start import Start
from poolenv.rng import seed_words
from poolenv.states import ABSENT

VISITS = 600


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("game", GAMES)
def test_random_visits_leave_every_table_in_order(game, edition):
    tally = play(game, edition, VISITS, seed=1, tables=16)
    table = as_table({(game, edition): tally})
    assert tally.faults.total() == 0, tally.examples
    assert tally.visits >= VISITS
    assert game in table and edition in table
    if game != "run_out":
        assert tally.choices > 0 and tally.options > tally.choices


def spoil(batch, kind):
    """Put one table out of order."""
    world, i = batch.world, 3
    if kind == "decision maker":
        world.game.actor[i] = 2
    elif kind == "ball lost":
        world.motion[i, int(world.game.balls[i]).bit_length() - 1] = ABSENT
    elif kind == "bad lie":
        ball = int(world.game.balls[i]).bit_length() - 1
        world.pos[i, ball, 0] = 2.0
    elif kind == "score":
        world.game.score[i, 0] += 1
    elif kind == "counter":
        world.game.fouls[i, 1] = 3
    elif kind == "ruling":
        world.ruled_on[i] = 1
        world.ruling.foul[i], world.ruling.fouls[i] = 0, 4
    elif kind == "empty mask":
        batch._candidates.mask[i] = False


@pytest.mark.parametrize(
    "kind",
    ["decision maker", "ball lost", "bad lie", "score", "counter", "ruling", "empty mask"],
)
def test_checks_find_what_they_look_for(kind):
    batch = new_batch("nine_ball", "wpa2008", 0, 6, 1)
    batch.world.rng[:] = seed_words(0, 6)
    everyone = np.ones(6, dtype=np.bool_)
    batch.reset(everyone, Start())
    rng = np.random.default_rng(0)
    before = look(batch)
    step = batch.step(random_actions(batch, rng), everyone)
    assert not any(tables.any() for tables in faults_of(batch, before, step, everyone).values())
    spoil(batch, kind)
    found = faults_of(batch, before, step, everyone)
    assert np.flatnonzero(found[kind]).tolist() == [3]


def test_checks_find_an_observation_out_of_bounds():
    batch = new_batch("nine_ball", "wpa2008", 1, 6, 1)
    everyone = np.ones(6, dtype=np.bool_)
    batch.reset(everyone, Start())
    before = look(batch)
    step = batch.step(random_actions(batch, np.random.default_rng(0)), everyone)
    step.observation[2, 7] = np.nan
    found = faults_of(batch, before, step, everyone)["observation"]
    assert np.flatnonzero(found).tolist() == [2]


def test_the_referee_is_timed_on_the_strokes_of_every_game():
    for game in GAMES[:-1]:
        timing = referee(game, 8, 2)
        assert timing.game == game
        assert 0 < timing.strokes <= 16
        assert timing.events > 2.0
        assert timing.whole > 0.0
