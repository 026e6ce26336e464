"""What a described situation may say: every mistake of a case at once, before anything is ruled."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from poolenv import events as ev
from poolenv.schema import nearest

Case = Mapping[str, Any]

#: Fields of each event: those that it needs, then those that it may have.
EVENTS: dict[str, tuple[str, str]] = {
    "all_rest": ("", ""),
    "ball_ball": ("a b", "t cue_base_mm"),
    "ball_emerges": ("ball pocket", ""),
    "ball_falls": ("ball pocket rest_s", "cause"),
    "ball_hits_object": ("ball", "object part_of_table would_have_left"),
    "ball_in_motion": ("ball", "kind"),
    "ball_lands_bed": ("ball", ""),
    "ball_leaves_bed": ("ball", "height_mm"),
    "ball_moved": ("ball", ""),
    "ball_off_table": ("ball", ""),
    "ball_on_rail_top": ("ball", ""),
    "ball_rest": ("ball", "pos_mm"),
    "ball_rest_on_rail_top": ("ball", ""),
    "ball_return_to_floor": ("ball", ""),
    "ball_settles": ("ball", "by_mm"),
    "cb_touches_pocketed_ball": ("ball pocket", ""),
    "cushion": ("ball rail", "left_since_start pos_mm"),
    "final": ("", "distance_to_head_cushion_mm undecidable"),
    "jam": ("pocket balls", "plan_view"),
    "line_cross": ("line", "ball"),
    "pocket_enter": ("ball pocket", ""),
    "pocket_rebound": ("ball pocket", ""),
    "pocketed": ("ball pocket", ""),
    "rest_in_jaws": ("ball pocket", "past_head_nose"),
    "tip_contact": ("", "ball part t t_end offset elevation_deg miscue player"),
    "tip_recontact": ("", "ball part t"),
}
#: Fields that every event may have.
ANYWHERE = {"e", "t", "note"}

#: Fields with a word from a list.
WORDS: dict[str, Collection[str]] = {
    "rail": ev.RAIL_NAMES,
    "pocket": ev.POCKET_NAMES,
    "line": ev.LINE_NAMES,
    "part": ev.PART_NAMES,
    "offset": ("above_centre", "below_centre"),
    "player": ("A", "B"),
}
#: Fields with the name of a ball.
BALLS = ("ball", "a", "b")


def did_you_mean(word: object, choices: Collection[str]) -> str:
    """The end of a message: the nearest valid choice, if one is near."""
    near = nearest(word, choices) if isinstance(word, str) else None
    return f"; did you mean {near!r}?" if near else ""


def _is_ball(name: object) -> bool:
    if isinstance(name, str):
        return name in ("cue", "A", "B")
    return isinstance(name, int) and not isinstance(name, bool) and 0 < name < 16


def _field_problems(where: str, record: Mapping[str, Any]) -> Iterator[str]:
    """Words and balls of one event."""
    for field, choices in WORDS.items():
        if field in record and record[field] not in choices:
            hint = did_you_mean(record[field], choices)
            yield (
                f"{where}: {field}: got {record[field]!r}, expected one of "
                f"{', '.join(choices)}{hint}"
            )
    for field in BALLS:
        if field in record and not _is_ball(record[field]):
            yield (
                f"{where}: {field}: got {record[field]!r}, expected cue or a ball from 1 to 15 "
                "(A or B at the lag)"
            )


def _event_problems(where: str, record: object) -> Iterator[str]:
    if not isinstance(record, Mapping) or not isinstance(record.get("e"), str):
        yield f"{where}: got {record!r}, expected a mapping with e, the kind of event"
        return
    kind = record["e"]
    if kind not in EVENTS:
        return  # features.py names unknown words
    needed, optional = (set(part.split()) for part in EVENTS[kind])
    for field in sorted(needed - set(record)):
        yield f"{where}: {kind}: {field!r} is missing"
    for field in sorted(set(record) - needed - optional - ANYWHERE):
        hint = did_you_mean(field, needed | optional)
        yield f"{where}: {kind}: unknown field {field!r}{hint}"
    yield from _field_problems(f"{where}: {kind}", record)


def problems_of(case: Case) -> list[str]:
    """Everything wrong with the events and players of a case, one line each.

    Args:
        case: a case as it was read; that its words are known is checked by ``missing_feature``.
    """
    found: list[str] = []
    prior = case.get("prior") or {}
    if not isinstance(prior, Mapping):
        return [f"prior: got {prior!r}, expected a mapping"]
    for key in ("shooter", "turn"):
        if key in prior and prior[key] not in WORDS["player"]:
            found.append(f"prior.{key}: got {prior[key]!r}, expected A or B")
    for kind in ("events", "conduct"):
        records = case.get(kind) or []
        if not isinstance(records, list):
            found.append(f"{kind}: got {records!r}, expected a list")
            continue
        for k, record in enumerate(records):
            if kind == "events":
                found += _event_problems(f"events[{k}]", record)
            elif not isinstance(record, Mapping) or not isinstance(record.get("e"), str):
                found.append(f"conduct[{k}]: got {record!r}, expected a mapping with e, the kind")
    return found
