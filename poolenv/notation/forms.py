"""The sheets as lines of ``field=word``: a field that holds its blank is left out.

Each record has a table of what its fields mean; a field without an entry is a whole number, so a
record that grows can still be written. A record becomes a ``Plain``: the fields that differ from
the blank sheet, in the order of the record.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from poolenv import events as ev
from poolenv.actions import SECTIONS
from poolenv.balls import NO_BALL
from poolenv.knobs import REGION_NAMES
from poolenv.notation.codecs import (
    BallNumber,
    BallNumbers,
    Bits,
    Codec,
    Number,
    Real,
    Unreadable,
    Whole,
    Word,
    bits_of,
)
from poolenv.records import Action, Event, dtype_of
from poolenv.rules import words
from poolenv.sheets import Conduct, Game, Ruling

#: Fields of a record that differ from a blank one; a field of several numbers is a tuple.
Plain = dict[str, Any]

PLAYER = Word(words.PLAYER_NAMES, none="nobody")
_OPTIONS = bits_of(words.MENU_NAMES)
_FOULS = bits_of(words.FOUL_NAMES)
_WARNINGS = Bits(words.WARNING_NAMES)
_REGION = Word(REGION_NAMES)
_STAGE = Word(words.STAGE_NAMES)
_RACK = Word(words.RACK_NAMES)
_GROUPS = Word(words.GROUP_NAMES)
_BALL, _BALLS, _WHOLE, _REAL = BallNumber(), BallNumbers(), Whole(), Real()
_RAIL = Word(ev.RAIL_NAMES, none="none")
_POCKET = Word(ev.POCKET_NAMES, none="none")


class Form:
    """How a record is written.

    Args:
        record: the record class.
        codecs: codec of a field; a field without one is a whole number or a real one by its type.
        blanks: blank of a field; the others are 0.
        leave_out: fields that have no meaning outside the batch they stand in.
    """

    def __init__(
        self,
        record: type,
        codecs: Mapping[str, Codec],
        blanks: Mapping[str, Number],
        leave_out: tuple[str, ...] = (),
    ) -> None:
        self.record = record
        dtype = dtype_of(record)
        unknown = (set(codecs) | set(blanks)) - set(dtype.names or ())
        if unknown:
            raise TypeError(f"{record.__name__} has no field {', '.join(sorted(unknown))}")
        self.fields: dict[str, tuple[Codec, Number, int]] = {}
        for name in dtype.names or ():
            if name in leave_out:
                continue
            base, shape = dtype[name].base, dtype[name].shape
            default: Codec = _REAL if base.kind == "f" else _WHOLE
            blank: Number = float(blanks.get(name, 0)) if base.kind == "f" else blanks.get(name, 0)
            self.fields[name] = (codecs.get(name, default), blank, shape[0] if shape else 0)

    def plain(self, record: Any) -> Plain:
        """The fields of a record that differ from the blank."""
        found: Plain = {}
        for name, (codec, blank, n) in self.fields.items():
            value = record[name]
            numbers = [v.item() for v in np.atleast_1d(value)]
            if any(codec.write(v) != codec.write(blank) for v in numbers):
                found[name] = tuple(numbers) if n else numbers[0]
        return found

    def fill(self, plain: Plain, record: Any) -> None:
        """Write a record: blanks, and the given fields."""
        for name, (_, blank, _) in self.fields.items():
            record[name] = plain.get(name, blank)

    def write(self, plain: Plain) -> str:
        """The line of a record."""
        parts = []
        for name, value in plain.items():
            codec = self.fields[name][0]
            numbers = value if isinstance(value, tuple) else (value,)
            parts.append(f"{name}={'/'.join(codec.write(number) for number in numbers)}")
        return " ".join(parts)

    def read(self, line: list[str]) -> Plain:
        """The fields of a line; those that hold their blank are dropped.

        Args:
            line: its words.

        Raises:
            Unreadable: for an unknown or repeated field, or a word that cannot be read.
        """
        read: Plain = {}
        for part in line:
            name, equals, word = part.partition("=")
            if not equals or name not in self.fields:
                known = f"field=word, a field of {self.record.__name__}"
                raise Unreadable(part, known, self.fields, name)
            if name in read:
                raise Unreadable(part, f"{name} once")
            codec, _, n = self.fields[name]
            pieces = word.split("/") if n else [word]
            if len(pieces) != max(n, 1):
                raise Unreadable(part, f"{max(n, 1)} values joined by /")
            try:
                numbers = tuple(codec.read(piece) for piece in pieces)
            except Unreadable as error:
                raise Unreadable(part, str(error).partition("expected ")[2]) from None
            read[name] = numbers if n else numbers[0]
        in_order = {name: read[name] for name in self.fields if name in read}
        return {
            name: value
            for name, value in in_order.items()
            if any(
                self.fields[name][0].write(v) != self.fields[name][0].write(self.fields[name][1])
                for v in (value if isinstance(value, tuple) else (value,))
            )
        }


GAME = Form(
    Game,
    {
        "winner": PLAYER,
        "actor": PLAYER,
        "menu": _OPTIONS,
        "region": _REGION,
        "rack_owed": _RACK,
        "stage": _STAGE,
        "played_from": _REGION,
        "called_ball": _BALL,
        "called_pocket": _POCKET,
        "intent": Word(words.INTENT_NAMES),
        "foul_called": PLAYER,
        "declared_cue": _BALLS,
        "declared_rail": _BALLS,
        "balls": _BALLS,
        "groups": _GROUPS,
        "breaker": PLAYER,
        "near_ball": _BALL,
        "near_rail": _RAIL,
        "first_breaker": PLAYER,
        "warnings": _WARNINGS,
        "pending_foul": _FOULS,
        "pending_by": PLAYER,
        "pending_balls": _BALLS,
    },
    {
        "winner": words.NOBODY,
        "called_ball": NO_BALL,
        "called_pocket": ev.NO_POCKET,
        "foul_called": words.NOBODY,
        "near_ball": NO_BALL,
        "near_rail": ev.NO_RAIL_SIDE,
        "pending_by": words.NOBODY,
        "rack_number": 1,
    },
    leave_out=("edition", "table"),
)

RULING = Form(
    Ruling,
    {
        "fouls": _FOULS,
        "foul": Word(words.FOUL_NAMES),
        "offender": PLAYER,
        "loss": Word(words.LOSS_NAMES),
        "result": Word(words.RESULT_NAMES),
        "winner": PLAYER,
        "actor": PLAYER,
        "menu": _OPTIONS,
        "region": _REGION,
        "spot": _BALLS,
        "stay_down": _BALLS,
        "restore": _BALLS,
        "stage": _STAGE,
        "rack": _RACK,
        "breaker": PLAYER,
        "pending_foul": _FOULS,
        "moved": _BALLS,
        "groups": _GROUPS,
        "counts": Word(("keep", "clear", "add")),
        "fifteenth": Word(words.FIFTEENTH_NAMES),
        "warned": _WARNINGS,
        "part": Word(("general", "break", "push_out", "play", "rerack", "lag")),
    },
    {
        "offender": words.NOBODY,
        "winner": words.NOBODY,
        "breaker": words.NOBODY,
        "stage": words.NORMAL,
        "counts": words.COUNT_CLEAR,
        "progress": 1,
        "penalty": -1,
    },
)

CONDUCT = Form(
    Conduct,
    {
        "kind": Word(words.CONDUCT_NAMES),
        "player": PLAYER,
        "ball": _BALL,
        "means": Word(words.MEANS_NAMES),
    },
    {"player": words.NOBODY, "ball": NO_BALL, "means": words.OTHER},
)

STROKE = Form(
    Action, {}, {}, leave_out=tuple(set(dtype_of(Action).names or ()) - set(SECTIONS[words.STRIKE]))
)

#: What the field ``other`` of an event means, by kind.
_OTHER: dict[int, Codec] = {
    ev.TIP_CONTACT: Word(ev.PART_NAMES, none="none"),
    ev.TIP_RECONTACT: Word(ev.PART_NAMES, none="none"),
    ev.BALL_BALL: _BALL,
    ev.LINE_CROSS: Word(ev.LINE_NAMES, none="none"),
    **dict.fromkeys((ev.CUSHION, ev.BALL_ON_RAIL_TOP, ev.BALL_REST_ON_RAIL_TOP), _RAIL),
    **dict.fromkeys(
        (
            ev.POCKET_ENTER,
            ev.POCKET_REBOUND,
            ev.POCKETED,
            ev.CB_TOUCHES_POCKETED_BALL,
            ev.BALL_EMERGES,
            ev.JAM,
            ev.BALL_FALLS,
            ev.REST_IN_JAWS,
        ),
        _POCKET,
    ),
}
#: What the bits of ``flag`` mean, by kind.
_FLAG: dict[int, Codec] = {
    ev.TIP_CONTACT: Bits(
        {
            ev.MISCUE: "miscue",
            ev.BELOW_CENTRE: "below_centre",
            ev.ABOVE_CENTRE: "above_centre",
            ev.BY_PLAYER_0: "by_A",
            ev.BY_PLAYER_1: "by_B",
        }
    ),
    ev.CUSHION: Bits({ev.STILL_TOUCHING: "still_touching"}),
    ev.BALL_HITS_OBJECT: Bits(
        {ev.WOULD_HAVE_LEFT: "would_have_left", ev.PART_OF_TABLE: "part_of_table"}
    ),
    ev.JAM: Bits({ev.OVER_HOLE: "over_hole"}),
    ev.REST_IN_JAWS: Bits({ev.PAST_HEAD_NOSE: "past_head_nose"}),
    ev.BALL_IN_MOTION: Bits({ev.SPIN_IN_PLACE: "spin_in_place"}),
    ev.FINAL: Bits({ev.UNDECIDABLE: "undecidable"}),
}
#: One form per kind of event; times and kind stand before the fields.
EVENTS = tuple(
    Form(
        Event,
        {"ball": _BALL, "other": _OTHER.get(kind, _WHOLE), "flag": _FLAG.get(kind, _WHOLE)},
        {"ball": NO_BALL, "other": -1},
        leave_out=("t", "t_end", "kind"),
    )
    for kind in range(len(ev.KIND_NAMES))
)
KINDS = Word(ev.KIND_NAMES)
