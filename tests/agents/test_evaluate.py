"""Evaluation: racks depend on their number and the seed alone, and are counted right."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from agents.baselines import GHOST_BALL, RANDOM, RANDOM_CANDIDATE
from agents.evaluate import main, measure, task_of
from agents.players import Player
from agents.racks import Racks, joined

POT_ONE: dict[str, Any] = {"id": "poolenv/RunOut-v0", "env": {"task": "pot_one"}}
NINE_BALL: dict[str, Any] = {"id": "poolenv/NineBall-v0", "env": {"max_visits": 12}}


def racks_of(players, tables, threads=1, **where):
    return Racks(players, where["id"], where["env"], seed=5, tables=tables, threads=threads)


def test_racks_do_not_depend_on_what_is_played_beside_them():
    players = [GHOST_BALL, RANDOM]
    whole = racks_of(players, 20, **NINE_BALL).play(0, 20)
    few = racks_of(players, 3, threads=2, **NINE_BALL)
    parts = joined([few.play(0, 7), few.play(7, 20)])
    assert whole.digest() == parts.digest()


def test_players_of_two_codecs_meet_at_one_table():
    outcomes = racks_of([RANDOM_CANDIDATE, RANDOM], 8, **NINE_BALL).play(0, 8)
    assert (outcomes.visits > 0).all()
    assert (0 < outcomes.own_visits).all() and (outcomes.own_visits < outcomes.visits).any()


def test_seats_are_swapped_on_each_layout():
    """Racks 2k and 2k + 1 start from one layout, the first player breaking in one of them."""
    racks = racks_of([GHOST_BALL, GHOST_BALL], 4, **NINE_BALL)
    racks._begin(np.arange(4), np.arange(4))
    pos = racks.world.pos
    np.testing.assert_array_equal(pos[0], pos[1])
    np.testing.assert_array_equal(pos[2], pos[3])
    assert not np.array_equal(pos[0], pos[2])
    assert racks.world.game.breaker.tolist() == [0, 0, 0, 0]


def test_equal_players_win_equally_often_from_both_seats():
    """A player against itself: what it wins as one it loses as the other, cut off racks aside."""
    env = {"max_visits": 60, "noise": "none"}
    outcomes = Racks([GHOST_BALL, GHOST_BALL], "poolenv/NineBall-v0", env, seed=1, tables=16).play(
        0, 16
    )
    decided = ~outcomes.truncated
    pairs = decided[::2] & decided[1::2]
    assert pairs.any()
    np.testing.assert_array_equal(outcomes.won[::2][pairs], ~outcomes.won[1::2][pairs])


def test_racks_that_are_cut_off_are_not_won():
    env = {"max_visits": 1}
    result = measure(GHOST_BALL, RANDOM, id="poolenv/NineBall-v0", env=env, racks=6, seed=0)
    assert result.outcomes.truncated.all() and result.share.successes == 0


def test_a_task_is_measured_alone_and_a_game_by_two():
    result = measure(GHOST_BALL, racks=40, seed=0, **POT_ONE)
    assert result.share.trials == 40 and 0 < result.share.successes
    with pytest.raises(ValueError, match="for one player"):
        measure(GHOST_BALL, RANDOM, racks=2, seed=0, **POT_ONE)
    with pytest.raises(ValueError, match="for two players"):
        measure(GHOST_BALL, racks=2, seed=0, **NINE_BALL)


def test_the_digest_notices_another_player():
    first = measure(GHOST_BALL, racks=20, seed=0, **POT_ONE)
    assert (
        first.outcomes.digest()
        == measure(GHOST_BALL, racks=20, seed=0, **POT_ONE).outcomes.digest()
    )
    other = measure(RANDOM, racks=20, seed=0, **POT_ONE)
    assert first.outcomes.digest() != other.outcomes.digest()


@pytest.mark.parametrize(
    ("text", "keywords"),
    [
        ("pot_one", {"task": "pot_one"}),
        ("clear_3", {"task": "clear", "n": 3}),
        ("rotation_15", {"task": "rotation", "n": 15}),
        ("ghost", {"task": "ghost"}),
    ],
)
def test_tasks_of_the_command_line(text, keywords):
    assert task_of(text) == keywords


def test_command_writes_the_figure(tmp_path, capsys):
    file = tmp_path / "figure.json"
    arguments = ["ghost_ball", "--id", "poolenv/RunOut-v0", "--task", "pot_one", "--noise", "none"]
    assert main([*arguments, "--racks", "30", "--seed", "3", "--json", str(file)]) == 0
    figure = json.loads(file.read_text())
    assert figure["trials"] == 30 and figure["env"] == {"task": "pot_one", "noise": "none"}
    assert figure["low"] <= figure["value"] <= figure["high"]
    assert "ghost_ball" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["ghost_bal"], "ghost_ball"),
        (["ghost_ball", "--id", "poolenv/NineBal-v0"], "NineBall"),
        (["ghost_ball", "random", "--noise", "tournamnet"], "tournament"),
    ],
)
def test_command_names_what_is_wrong(arguments, words, capsys):
    assert main([*arguments, "--racks", "2"]) == 2
    assert words in capsys.readouterr().err


def test_a_player_may_not_give_too_few_actions():
    lazy = Player("lazy", lambda _: lambda query: np.zeros(0, np.int64), {"codec": "candidates"})
    with pytest.raises(ValueError, match=r"lazy.*0 action"):
        measure(lazy, racks=2, seed=0, **POT_ONE)
