"""A table on which a notated match is played again: the same kernels, told what chance decided."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any

import numpy as np

from poolenv import beside
from poolenv.actions import legal_option
from poolenv.balls import CUE, N_BALLS, ball_set
from poolenv.notation.entries import (
    MENU,
    Act,
    Bed,
    Call,
    Entry,
    Lag,
    Option,
    Place,
    RackUp,
    Start,
    Stroke,
    write_event,
)
from poolenv.notation.forms import CONDUCT, GAME, PLAYER, RULING, STROKE, Plain
from poolenv.notation.heading import Heading
from poolenv.notation.match import Match, NotationError
from poolenv.notation.seen import log_of, ruling_of
from poolenv.physics.scratch import new_scratch
from poolenv.physics.setting import setting_of
from poolenv.play import choose, strike
from poolenv.records import rows
from poolenv.rules import words
from poolenv.rules.calls import declare
from poolenv.rules.match import lag_won, racked
from poolenv.rules.placement import place_cue_ball
from poolenv.rules.reactions import may_ask
from poolenv.rules.turns import phase_of
from poolenv.sheets import INBOX_CAPACITY
from poolenv.states import ABSENT, OFF_TABLE, POCKETED, STILL
from poolenv.table.noise import Spread
from poolenv.world import World, for_kernels, new_world, phys_row

#: What a table waits for, by phase, in the words of the notation.
_WAITS = {
    words.LAG_PHASE: "a lag",
    words.RACK_PHASE: "a rack",
    **{words.CHOOSE: "an option", words.REACT: "a reaction"},
    words.PLACE: "a place",
    words.CALL: "a call",
    words.STRIKE: "a stroke",
    words.OVER: "nothing: the match is over",
}


class CannotPlay(ValueError):  # noqa: N818 - says what the table waits for
    """An entry is not what the table waits for, or what came of it is not what was notated."""


class Board:
    """One table, played entry by entry.

    Args:
        heading: what is played under.

    Attributes:
        world: its state, a batch of one.
    """

    def __init__(self, heading: Heading) -> None:
        sources: dict[str, Any] = heading.equipment._asdict()
        setting = setting_of(**sources)
        self._use(
            new_world(
                1,
                heading.rules.copy(),
                setting.marks,
                setting.phys,
                setting.geometry,
                rows(Spread, 1),
                np.zeros(2),
            )
        )

    @classmethod
    def like(cls, world: World, i: int) -> Board:
        """A board with the rules and the equipment of one row of other tables."""
        board = cls.__new__(cls)
        game = world.game[i]
        editions = world.editions[game.edition : game.edition + 1].copy()
        own = phys_row(len(world.phys), i)
        phys = world.phys[own : own + 1].copy()
        spread, gaps = rows(Spread, 1), np.zeros(2)
        board._use(new_world(1, editions, world.marks, phys, world.geometry, spread, gaps))
        board.world.game.table[0] = game.table  # one of the tables that the batch shares
        return board

    def _use(self, world: World) -> None:
        self.world = world
        self._arrays: World = for_kernels(world)
        self._scratch = for_kernels(new_scratch())

    @property
    def game(self) -> Any:
        """The game sheet."""
        return self._arrays.game[0]

    @property
    def phase(self) -> int:
        """What is owed next."""
        return int(phase_of(self.game))

    @property
    def rules(self) -> Any:
        """The rules."""
        return self._arrays.editions[0]

    @property
    def marks(self) -> Any:
        """The marks of the table."""
        return self._arrays.marks[int(self.world.game.table[0])]

    def lay(self, bed: Bed) -> None:
        """Put all balls where a bed says."""
        pos, motion = self.world.pos[0], self.world.motion[0]
        pos[:] = 0.0
        motion[:] = ABSENT
        for ball, place in bed.balls.items():
            pos[ball] = (*place, self.marks["ball_radius"])[:3]
            motion[ball] = STILL
        for balls, state in ((bed.pocketed, POCKETED), (bed.off, OFF_TABLE)):
            for ball in range(N_BALLS):
                if balls >> ball & 1:
                    motion[ball] = state

    def play(self, entry: Entry) -> None:
        """Carry out one entry.

        Raises:
            CannotPlay: if the table waits for something else, or what comes of a stroke is not
                what the entry says.
        """
        if not isinstance(entry, Act):
            self.rule_acts()
        if isinstance(entry, Start):
            self._start(entry)
        elif isinstance(entry, Act):
            self._act(entry)
        elif isinstance(entry, Lag):
            self._lag(entry)
        elif isinstance(entry, RackUp):
            self._expect(words.RACK_PHASE)
            self.lay(entry.bed)
            self.world.game.balls[0] |= ball_set(list(entry.bed.balls)) & ~1
            racked(self.game)
        elif isinstance(entry, Option):
            self._option(entry)
        elif isinstance(entry, Place):
            self._place(entry)
        elif isinstance(entry, Call):
            self._call(entry)
        else:
            self._stroke(entry)
        self._settle_alone()

    def _expect(self, phase: int, player: int | None = None) -> None:
        actor = int(self.world.game.actor[0])
        if self.phase == phase and player in (None, actor):
            return
        nobody = self.phase in (words.LAG_PHASE, words.RACK_PHASE, words.OVER)
        who = "" if nobody else f" of {PLAYER.write(actor)}"
        raise CannotPlay(f"the table waits for {_WAITS[self.phase]}{who}")

    def _start(self, entry: Start) -> None:
        GAME.fill(entry.sheet, self.world.game[0])
        self.lay(entry.bed if entry.before is None else entry.before)
        self._remember()
        self.lay(entry.bed)

    def _remember(self) -> None:
        arrays = self._arrays
        beside.remember(arrays.pos, arrays.motion, arrays.pos_before, arrays.motion_before, 0)

    def _lag(self, entry: Lag) -> None:
        self._expect(words.LAG_PHASE)
        beside.forget_delays(self._arrays.inbox, self._arrays.inbox_len, 0)
        if entry.bed is not None:
            # It was played: before it the two balls lay ready, after it where they stopped.
            beside.open_lag(self._arrays, 0)
            self._remember()
            self.lay(entry.bed)
        lag_won(self.game, entry.winner)

    def _act(self, entry: Act) -> None:
        n = int(self.world.inbox_len[0])
        if n == INBOX_CAPACITY:
            raise CannotPlay(f"more than {INBOX_CAPACITY} acts before one stroke")
        CONDUCT.fill(entry.fields, self.world.inbox[0, n])
        self.world.inbox_len[0] = n + 1

    def rule_acts(self) -> bool:
        """Rule on the acts that come before a stroke; returns whether there were any."""
        acts = beside.acts_before_stroke(self._arrays.inbox, self._arrays.inbox_len, 0)
        if acts == 0 or self.phase not in (words.PLACE, words.CALL, words.STRIKE):
            return False
        self._rule(beside.ON_ACTS)
        self._settle_alone()
        return True

    def _rule(self, what: int) -> None:
        self.world.ruled_on[0] = what
        if what != beside.NOTHING:
            beside.rule(self._arrays, 0)

    def _option(self, entry: Option) -> None:
        self._expect(self.phase if self.phase == words.REACT else words.CHOOSE, entry.player)
        menu = int(self.world.game.menu[0])
        if not menu >> entry.option & 1:
            raise CannotPlay(f"the options are {MENU.write(menu).replace('+', ', ')}")
        if self.phase == words.CHOOSE:
            choose(self._arrays, 0, entry.option)
        else:
            self._rule(beside.settle_reaction(self._arrays, 0, entry.option))

    def _place(self, entry: Place) -> None:
        self._expect(words.PLACE, entry.player)
        pos, motion = self._arrays.pos[0], self._arrays.motion[0]
        place_cue_ball(self.rules, self.marks, self.game, pos, motion, entry.x, entry.y)
        x, y = map(float, pos[CUE, :2])
        if (x, y) != (entry.x, entry.y):
            raise CannotPlay(f"the cue ball may not lie there; the nearest place is {x!r},{y!r}")

    def _call(self, entry: Call) -> None:
        self._expect(words.CALL, entry.player)
        if not declare(self.rules, self.game, entry.intent, entry.ball, entry.pocket):
            raise CannotPlay(f"{entry.text()!r} may not be declared now")

    def _stroke(self, entry: Stroke) -> None:
        self._expect(words.STRIKE, entry.player)
        STROKE.fill(entry.numbers, self.world.action[0])
        strike(self._arrays, 0, self._scratch)
        self._rule(beside.ON_STROKE)
        self._compare(entry)

    def _compare(self, entry: Stroke) -> None:
        """What came of the stroke against what the entry tells."""
        log = self.log()
        for k, told in enumerate(entry.log):
            came = log[k] if k < len(log) else None
            if came is None or write_event(came) != write_event(told):
                seen = "nothing" if came is None else write_event(came)
                raise CannotPlay(
                    f"event {k + 1} of the stroke was notated as {write_event(told)!r}, now comes "
                    f"{seen!r}"
                )
        if entry.log and len(log) > len(entry.log):
            raise CannotPlay(
                f"{len(entry.log)} events were notated, now come {len(log)}; the first more is "
                f"{write_event(log[len(entry.log)])!r}"
            )
        if entry.ruling is not None and (ruling := self.ruling()) != entry.ruling:
            told_words = RULING.write(entry.ruling) or "(blank)"
            now = "no ruling" if ruling is None else RULING.write(ruling)
            raise CannotPlay(f"the ruling was notated as {told_words!r}, now comes {now!r}")

    def _settle_alone(self) -> None:
        """A menu of one option asks nobody; then the question is put that is due."""
        while self.phase == words.CHOOSE:
            menu = int(self.world.game.menu[0])
            if menu & (menu - 1):
                return
            choose(self._arrays, 0, legal_option(menu, 0))
        if may_ask(self.world.editions[0]):
            beside.open_reactions(self._arrays, 0)

    def just_ruled(self, entry: Entry) -> Stroke | None:
        """The stroke that was just played, with the ruling on it; None for any other entry."""
        if not isinstance(entry, Stroke):
            return None
        return dataclasses.replace(entry, ruling=self.ruling())

    def log(self) -> tuple[Plain, ...]:
        """The referee log of the last stroke."""
        return log_of(self.world, 0)

    def ruling(self) -> Plain | None:
        """The ruling on the last stroke, None if its log overflowed and nothing was ruled."""
        return ruling_of(self.world, 0)


def replay(match: Match) -> Iterator[tuple[Entry, Board]]:
    """Play a match again; after each entry the entry and the board as it then stands.

    The log and the ruling of each stroke, where they are notated, are held against what comes now,
    bit by bit: a file of another version of the physics or the rules says where they part.

    Raises:
        NotationError: with the line of the entry that cannot be played.
    """
    board = Board(match.heading)
    for entry in match.entries:
        try:
            board.play(entry)
        except CannotPlay as error:
            raise NotationError(match.origin, entry.line, str(error)) from None
        yield entry, board
