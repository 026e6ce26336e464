"""A notated match is played again to the bit, and says where it parts if it is not."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from poolenv.__main__ import main
from poolenv.envs import PoolEnv, RecordMatch
from poolenv.envs.watcher import UNWATCHED
from poolenv.notation import Match, NotationError, Scribe, read_match, replay
from poolenv.notation.entries import Act, Call, Lag, Option, Place, RackUp, Start, Stroke
from poolenv.notation.seen import log_of
from poolenv.render.notated import replay_of
from poolenv.rules import words
from tests.notation.played import WAYS, play


def same_table(board, world, i=0):
    """Whether a board stands like a table, to the bit."""
    n = world.log_len[i]
    alike = [
        getattr(board.world, field)[0].tobytes() == getattr(world, field)[i].tobytes()
        for field in ("pos", "motion", "lag_going", "shot", "ruling", "pos_before")
    ]
    return all(alike) and board.world.log[0, :n].tobytes() == world.log[i, :n].tobytes()


def final_board(match):
    """The board after the whole match was played again."""
    return [board for _, board in replay(match)][-1]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_file_is_played_again_to_the_bit(way, seed, tmp_path):
    env = play(way, seed, tmp_path)
    match = read_match(tmp_path / "match-0.pool")
    assert match == env.match
    assert match.to_text() == env.match.to_text() == (tmp_path / "match-0.pool").read_text()
    assert any(isinstance(entry, Stroke) for entry in match.entries)
    board = final_board(match)
    assert same_table(board, env.unwrapped.batch.world)


def test_a_file_without_logs_is_played_again_too(tmp_path):
    env = play("eight_ball", 3)
    bare = Match.from_text(env.match.to_text(logs=False, comments=False))
    assert not any(entry.log for entry in bare.entries if isinstance(entry, Stroke))
    board = final_board(bare)
    assert same_table(board, env.unwrapped.batch.world)


def test_every_kind_of_line_is_written_by_some_match():
    kinds = set()
    for way in ("a_race", "ten_ball", "straight_pool"):
        for seed in range(3):
            kinds |= {type(entry) for entry in play(way, seed).match.entries}
    assert {Start, RackUp, Option, Place, Call, Stroke} <= kinds


def test_a_given_position_and_its_past_are_written():
    env = RecordMatch(PoolEnv("nine_ball", noise="none"))
    env.reset(seed=0, options={"position": {0: (0.1, 0.2), 3: (0.5, 0.1), 9: (1.0, 0.3)}})
    start = env.match.entries[0]
    assert start.bed.balls == {0: (0.1, 0.2), 3: (0.5, 0.1), 9: (1.0, 0.3)}
    assert start.before is None
    env.step(env.action_space.sample())
    # A scribe who comes late writes where the balls lay before the last stroke as well.
    batch = env.unwrapped.batch
    late = Scribe(batch.world, 0, batch.edition, env.match.heading.equipment)
    assert late.match().entries[0].before == start.bed
    late.listen()
    env.step(env.action_space.sample())
    late.visit()
    again = Match.from_text(late.match().to_text())
    board = final_board(again)
    assert same_table(board, batch.world)


@pytest.mark.parametrize(
    ("act", "code"),
    [
        ({"e": "feet_on_floor", "count": 0, "when": "tip_contact"}, "FOOT_OFF_FLOOR"),
        ({"e": "distraction"}, "UNSPORTSMANLIKE"),
        ({"e": "outside_interference", "by": "non_player", "restorable": True}, "restore_all"),
    ],
)
def test_reported_acts_are_written_and_ruled_on_again(act, code):
    env = RecordMatch(PoolEnv("nine_ball", noise="none", lag_mode="fixed"))
    env.reset(seed=0)
    env.step(np.array([0, 0, 0, 0.9, 0, 0, -1, 0, 0, 0], np.float32))
    act = {"player": int(env.unwrapped.batch.world.game.actor[0]), **act}
    if act["e"] == "distraction":
        act["player"] = 1 - int(env.unwrapped.batch.world.game.actor[0])
    elif act["e"] == "outside_interference":
        del act["player"]
    env.unwrapped.inject(act)
    env.step(np.zeros(10, np.float32))
    env.step(np.zeros(10, np.float32))
    match = Match.from_text(env.match.to_text())
    assert sum(isinstance(entry, Act) for entry in match.entries) == 1
    assert same_table(final_board(match), env.unwrapped.batch.world)
    if act["e"] == "feet_on_floor":
        assert code in match.to_text(comments=False)


def test_a_lag_is_written_by_who_won_it():
    match = play("nine_ball", 1).match
    start = match.entries[0]
    # The stage of a lag is the blank one.
    sheet = {**start.sheet, "lag_owed": 1, "rack_owed": words.FULL_RACK}
    del sheet["stage"]
    begun = dataclasses.replace(
        match,
        entries=(
            dataclasses.replace(start, sheet=sheet),
            Lag(1),
            Option(1, words.BREAK_OPPONENT),
            RackUp(start.bed),
        ),
    )
    again = Match.from_text(begun.to_text())
    assert again == begun
    board = final_board(again)
    assert (int(board.world.game.actor[0]), board.phase) == (0, words.PLACE)


def change(match, kind, n, **fields):
    """The match with the n-th entry of a kind changed."""
    places = [k for k, entry in enumerate(match.entries) if isinstance(entry, kind)]
    entries = list(match.entries)
    entries[places[n]] = dataclasses.replace(entries[places[n]], **fields)
    text = dataclasses.replace(match, entries=tuple(entries)).to_text(comments=False)
    return Match.from_text(text, "m.pool")


def test_a_replay_says_where_it_parts_from_the_file():
    match = play("eight_ball", 3).match
    strokes = [entry for entry in match.entries if isinstance(entry, Stroke)]
    other = {**strokes[1].numbers, "speed": strokes[1].numbers["speed"] * 1.001}
    ruling = {**strokes[0].ruling, "spot": 1 << 8}
    place = next(entry for entry in match.entries if isinstance(entry, Place))
    for wrong, said in (
        (change(match, Stroke, 1, numbers=other), "of the stroke was notated as"),
        (change(match, Stroke, 0, log=strokes[0].log[:-1]), "the first more is"),
        (change(match, Stroke, 0, ruling=ruling), "the ruling was notated as"),
        (change(match, Stroke, 0, player=1 - strokes[0].player), "the table waits for"),
        (change(match, Place, 0, x=0.5), "the cue ball may not lie there; the nearest place is"),
        (change(match, Place, 0, player=1 - place.player), "the table waits for a place of"),
        (
            change(match, Call, 0, intent=words.SHOT, ball=8, pocket=3),
            "'8 SR' may not be declared now",
        ),
    ):
        with pytest.raises(NotationError) as raised:
            list(replay(wrong))
        assert said in str(raised.value)
        line = wrong.to_text(comments=False).splitlines()[raised.value.line - 1]
        assert str(raised.value).startswith(f"m.pool, line {raised.value.line}: ")
        assert line.split()[0] in ("A", "B")


def test_an_option_that_is_not_on_offer_names_the_menu():
    for seed in range(8):
        match = play("eight_ball", seed).match
        if any(isinstance(entry, Option) for entry in match.entries):
            break
    with pytest.raises(NotationError, match="the options are "):
        list(replay(change(match, Option, 0, option=words.LEAVE)))


def test_a_table_that_somebody_else_changed_is_not_written():
    env = RecordMatch(PoolEnv("nine_ball"))
    env.reset(seed=1)
    env.step(env.action_space.sample())
    env.unwrapped.batch.world.game.score[0, 1] += 7
    with pytest.raises(ValueError, match="game of the table changed by something else"):
        env.step(env.action_space.sample())


def test_one_recorder_per_table_and_copies_are_not_watched():
    env = RecordMatch(PoolEnv("nine_ball"))
    with pytest.raises(ValueError, match="watched already"):
        RecordMatch(env.unwrapped)
    env.reset(seed=1)
    copy = env.unwrapped.clone()
    assert copy.batch.watcher is UNWATCHED
    copy.step(copy.action_space.sample())
    assert len(env.match.entries) == 1


def test_the_command_tells_a_match_and_makes_a_page(tmp_path, capsys):
    env = play("nine_ball", 1, tmp_path)
    file = tmp_path / "match-0.pool"
    assert main(["replay", str(file)]) == 0
    told = capsys.readouterr().out
    strokes = [entry for entry in env.match.entries if isinstance(entry, Stroke)]
    assert f"{len(strokes)} strokes came out as notated" in told
    assert env.match.explain(strokes[-1]) in told
    page = tmp_path / "match.html"
    assert main(["replay", str(file), "--html", str(page)]) == 0
    assert capsys.readouterr().out == f"{page}: {len(strokes)} shots\n"
    shown = replay_of(read_match(file))
    assert [shot.ruling for shot in shown.shots] == [env.match.explain(s) for s in strokes]
    last = shown.shots[-1]
    world = env.unwrapped.batch.world
    lying = np.flatnonzero(world.motion_before[0] == 0)
    assert np.allclose(last.positions[0, lying], world.pos_before[0, lying], atol=1e-9)
    file.write_text(file.read_text().replace("stroke aim", "stroke aym", 1))
    assert main(["replay", str(file)]) == 2
    assert "did you mean 'aim'?" in capsys.readouterr().err
    assert main(["replay", str(tmp_path / "none.pool")]) == 2


def test_the_log_of_a_table_is_that_of_its_notation():
    env = play("nine_ball", 2)
    stroke = [entry for entry in env.match.entries if isinstance(entry, Stroke)][-1]
    assert log_of(env.unwrapped.batch.world, 0) == stroke.log
