"""The event log in words, for people: one row of plain values per event."""

from __future__ import annotations

import html
from typing import Any

from poolenv.events import (
    ABOVE_CENTRE,
    BALL_BALL,
    BALL_FALLS,
    BALL_HITS_OBJECT,
    BALL_IN_MOTION,
    BALL_LEAVES_BED,
    BALL_ON_RAIL_TOP,
    BALL_REST_ON_RAIL_TOP,
    BALL_SETTLES,
    BELOW_CENTRE,
    CUSHION,
    FINAL,
    JAM,
    KIND_NAMES,
    LINE_CROSS,
    LINE_NAMES,
    MISCUE,
    OVER_HOLE,
    PART_NAMES,
    PART_OF_TABLE,
    PAST_HEAD_NOSE,
    POCKET_NAMES,
    RAIL_NAMES,
    REST_IN_JAWS,
    SPIN_IN_PLACE,
    STILL_TOUCHING,
    TIP_CONTACT,
    TIP_RECONTACT,
    UNDECIDABLE,
    WOULD_HAVE_LEFT,
)

#: Keys of a row, in order.
COLUMNS = ("t", "event", "ball", "other", "x", "y", "value", "flags")

_RAILED = (CUSHION, BALL_ON_RAIL_TOP, BALL_REST_ON_RAIL_TOP)
_TIPPED = (TIP_CONTACT, TIP_RECONTACT)
#: Kinds whose ``other`` is a number with no name here: a ball, an object of the scene.
_NUMBERED = (BALL_BALL, BALL_HITS_OBJECT)
#: Kinds that measure something.
_MEASURED = (TIP_CONTACT, CUSHION, BALL_LEAVES_BED, BALL_FALLS, BALL_SETTLES, FINAL)
_FLAGS: dict[int, dict[int, str]] = {
    TIP_CONTACT: {MISCUE: "miscue", BELOW_CENTRE: "below_centre", ABOVE_CENTRE: "above_centre"},
    CUSHION: {STILL_TOUCHING: "still_touching"},
    BALL_HITS_OBJECT: {WOULD_HAVE_LEFT: "would_have_left", PART_OF_TABLE: "part_of_table"},
    JAM: {OVER_HOLE: "over_hole"},
    REST_IN_JAWS: {PAST_HEAD_NOSE: "past_head_nose"},
    BALL_IN_MOTION: {SPIN_IN_PLACE: "spin_in_place"},
    FINAL: {UNDECIDABLE: "undecidable"},
}


def _other(kind: int, number: int) -> int | str | None:
    """What else the event names: a ball or object by number, all else by name."""
    if number < 0:
        return None
    if kind in _NUMBERED:
        return number
    if kind in _TIPPED:
        return PART_NAMES[number]
    if kind in _RAILED:
        return RAIL_NAMES[number]
    if kind == LINE_CROSS:
        return LINE_NAMES[number]
    return POCKET_NAMES[number]


def event_row(event: Any) -> dict[str, Any]:
    """One event in words.

    Args:
        event: record Event.

    Returns:
        Under :data:`COLUMNS`: t [s], the kind's name, the ball, what else it names, the place of
        the ball [m] where it has one, what it measures (`poolenv.events` says what and in which
        unit), and the names of its flags, separated by commas. None: the event has no such thing.
    """
    kind, ball = int(event.kind), int(event.ball)
    named = (name for bit, name in _FLAGS.get(kind, {}).items() if event.flag & bit)
    return {
        "t": float(event.t),
        "event": KIND_NAMES[kind],
        "ball": ball if ball >= 0 else None,
        "other": _other(kind, int(event.other)),
        "x": float(event.x) if ball >= 0 else None,
        "y": float(event.y) if ball >= 0 else None,
        "value": float(event.value) if kind in _MEASURED else None,
        "flags": ",".join(named),
    }


def _cell(value: Any) -> str:
    if value is None:
        return ""
    return f"{value:.4f}" if isinstance(value, float) else str(value)


def as_text(rows: list[dict[str, Any]]) -> str:
    """Rows as columns of text under their names."""
    cells = [list(COLUMNS), *([_cell(row[name]) for name in COLUMNS] for row in rows)]
    widths = [max(len(line[k]) for line in cells) for k in range(len(COLUMNS))]
    lines = ("  ".join(map(str.ljust, line, widths)).rstrip() for line in cells)
    return "\n".join(lines)


def as_html(rows: list[dict[str, Any]], caption: str) -> str:
    """Rows as one HTML table, for notebooks."""
    head = "".join(f"<th>{name}</th>" for name in COLUMNS)
    body = "".join(
        "<tr>" + "".join(f"<td>{html.escape(_cell(row[name]))}</td>" for name in COLUMNS) + "</tr>"
        for row in rows
    )
    return (
        f"<table><caption>{html.escape(caption)}</caption>"
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    )
