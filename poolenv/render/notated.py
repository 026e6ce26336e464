"""From a notated match to a replay to look at."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from poolenv.notation.board import Board, replay
from poolenv.notation.entries import Call, Stroke
from poolenv.notation.match import Match
from poolenv.physics.border import Shot
from poolenv.physics.simulator import simulate
from poolenv.position import Position
from poolenv.render.record import shot_of
from poolenv.render.replay import Replay, ReplayShot
from poolenv.states import STILL


def _score(board: Board, names: tuple[str, str]) -> str:
    """Points or racks as they stand."""
    game = board.world.game[0]
    counted = game.score if game.target else game.racks
    return f"{names[0]} {int(counted[0])} - {int(counted[1])} {names[1]}"


def _shot(match: Match, stroke: Stroke, call: str, board: Board) -> ReplayShot:
    """One stroke, simulated once more for the ways of the balls."""
    world = board.world
    lying = {
        ball: tuple(place[:2])
        for ball, place in enumerate(world.pos_before[0])
        if world.motion_before[0, ball] == STILL
    }
    numbers = {f.name: stroke.numbers.get(f.name, 0.0) for f in fields(Shot)}
    equipment: dict[str, Any] = match.heading.equipment._asdict()
    result = simulate(Position(lying), Shot(**numbers), **equipment)
    who = match.heading.players[stroke.player]
    title = f"{who} calls {call}" if call else who
    score = _score(board, match.heading.players)
    return shot_of(result, title=title, ruling=match.explain(stroke), score=score)


def replay_of(match: Match) -> Replay:
    """A replay of a match; the match is played again, and held against its own log and rulings.

    Raises:
        NotationError: with the line that cannot be played.
    """
    shots: list[ReplayShot] = []
    call = ""
    marks: Any = None
    for entry, board in replay(match):
        marks = board.world.marks[0]
        if isinstance(entry, Call):
            call = "" if entry.text() == "none" else entry.text().replace("_", " ")
        elif isinstance(entry, Stroke):
            shots.append(_shot(match, entry, call, board))
            call = ""
    heading = match.heading
    settings: dict[str, str | bool] = {
        "game": heading.game,
        "edition": heading.edition,
        "referee": heading.referee,
    }
    return Replay(marks, heading.players, tuple(shots), settings)
