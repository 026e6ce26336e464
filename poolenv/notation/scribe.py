"""A scribe writes down a match while it is played, on any row of any batch of tables.

Beside the table stands a board, on which the scribe plays every entry at once. What chance or noise
decided is copied from the table; whatever else happened must come out the same, to the bit, or the
scribe says so: a file that is written can be played again.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from poolenv.actions import legal_option
from poolenv.balls import CUE
from poolenv.knobs import IN_POSITION
from poolenv.notation.board import Board
from poolenv.notation.entries import (
    Act,
    Call,
    Entry,
    Lag,
    Option,
    Place,
    RackUp,
    Start,
    Stroke,
)
from poolenv.notation.forms import CONDUCT, GAME, STROKE
from poolenv.notation.heading import Heading
from poolenv.notation.match import Match
from poolenv.notation.seen import bed_of, log_of, overflowed, ruling_of
from poolenv.rules import words
from poolenv.rules.edition import Edition
from poolenv.table.specs import Equipment
from poolenv.world import World

#: What must be the same on table and board after every visit.
_SAME = ("pos", "motion", "pos_before", "motion_before")


class Scribe:
    """Writes down one row of a batch.

    Call :meth:`listen` before each step of the row and :meth:`visit` after it.

    Args:
        world: the tables, right after the row was reset.
        i: the row.
        edition: the edition its rules were made from.
        equipment: of its table.
        players: names of A and B.

    Attributes:
        entries: what happened so far.
    """

    def __init__(
        self,
        world: World,
        i: int,
        edition: Edition,
        equipment: Equipment,
        players: tuple[str, str] = ("A", "B"),
    ) -> None:
        self.world = world
        self.i = i
        game = world.game[i]
        self.heading = Heading.of(world.editions[game.edition], edition, equipment, players)
        self._board = Board.like(world, i)
        bed, before = bed_of(world, i), bed_of(world, i, before=True)
        self.entries: list[Entry] = []
        self._write(Start(GAME.plain(game), bed, None if before == bed else before))

    def match(self) -> Match:
        """What was written down so far."""
        return Match(self.heading, tuple(self.entries))

    def _write(self, entry: Entry) -> None:
        self._board.play(entry)
        self.entries.append(entry)

    def listen(self) -> None:
        """Write down what was reported since the last visit; room for more is wiped clean."""
        inbox, n = self.world.inbox[self.i], int(self.world.inbox_len[self.i])
        inbox[n:] = np.zeros((), inbox.dtype)
        for act in inbox[int(self._board.world.inbox_len[0]) : n]:
            self._write(Act(CONDUCT.plain(act)))

    def visit(self) -> None:
        """Write down the visit that was just played on the row.

        Raises:
            ValueError: if the table was changed by something else than play.
        """
        # Of a lag that is played the outcome is written, once it is known.
        if self.world.before[self.i].lag_owed == 0:
            # Acts before the stroke may have ended the visit.
            if not self._board.rule_acts():
                for entry in self._said():
                    self._write(entry)
        if self.world.game[self.i].lag_owed == 0:
            self._write_down_the_table()
            self._check()

    def _said(self) -> Iterator[Entry]:
        """What the player of this visit said and did, in order."""
        world, i = self.world, self.i
        before, game = world.before[i], world.game[i]
        struck = bool(world.struck[i]) or overflowed(world, i)
        player = int(before.actor)
        if self._board.phase in (words.CHOOSE, words.REACT):
            menu = int(before.menu)
            yield Option(player, int(legal_option(menu, int(world.action[i].option))))
            return
        if self._board.phase == words.PLACE and (struck or game.region == IN_POSITION):
            place = (world.pos_before if struck else world.pos)[i, CUE]
            yield Place(player, float(place[0]), float(place[1]))
        said = world.game_before[i] if struck else game
        if self._board.phase == words.CALL and (struck or said.owes_call == 0):
            ball, pocket = int(said.called_ball), int(said.called_pocket)
            yield Call(player, int(said.intent), ball, pocket)
        if struck:
            yield from self._drawn_acts()
            numbers = STROKE.plain(world.action[i])
            yield Stroke(player, numbers, log_of(world, i), ruling_of(world, i))

    def _drawn_acts(self) -> Iterator[Entry]:
        """What a model of conduct put into the inbox while the stroke was made."""
        for act in self.world.inbox[self.i, int(self._board.world.inbox_len[0]) :]:
            if act.kind == 0:
                return
            yield Act(CONDUCT.plain(act))

    def _write_down_the_table(self) -> None:
        """What nobody decides: the lag or lot, the rack."""
        while self._board.phase in (words.LAG_PHASE, words.RACK_PHASE):
            if self._board.phase == words.LAG_PHASE:
                bed = bed_of(self.world, self.i)
                same = bed == bed_of(self._board.world, 0)
                self._write(Lag(int(self.world.game.actor[self.i]), None if same else bed))
            else:
                self._write(RackUp(bed_of(self.world, self.i)))

    def _check(self) -> None:
        """Table and board agree to the bit."""
        board, world, i = self._board.world, self.world, self.i
        differ = [
            f for f in _SAME if getattr(board, f)[0].tobytes() != getattr(world, f)[i].tobytes()
        ]
        if GAME.plain(board.game[0]) != GAME.plain(world.game[i]):
            differ.append("game")
        if differ:
            raise ValueError(
                f"the visit cannot be notated: {', '.join(differ)} of the table changed by "
                "something else than play"
            )
