"""What happens in a described situation: events become a log, conduct an inbox."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from poolenv import events as ev
from poolenv.balls import CUE, NO_BALL
from poolenv.games.casebook.places import ball_of, place_of, player_of
from poolenv.games.casebook.scene import ROW, Scene
from poolenv.rules import words

#: Time between two events whose times the case does not give [s].
STEP = 0.05
#: Events that are about the cue ball unless they name another.
OF_CUE_BALL = ("tip_contact", "tip_recontact", "line_cross")
#: Things that may not prop up a bridge, as the referee sees them.
POWDERS = {"powder": "chalk", "powder_container": "chalk", "chalk_cube": "chalk"}
#: The shooter's intents that a ruling depends on.
INTENTS = {
    "deliberate": words.MEANT_DELIBERATE,
    "scoop_jump": words.MEANT_SCOOP,
    "very_hard": words.MEANT_HARD,
}
WHEN = {
    "before_stroke": words.BEFORE_STROKE,
    "during_stroke": words.DURING_STROKE,
    "rolling": words.WHILE_ROLLING,
    "tip_contact": words.DURING_STROKE,
    "after_contact": words.AFTER_CONTACT,
}


def times_of(events: list[Mapping[str, Any]]) -> list[float]:
    """Times of the events: as given, the others in order between those that are [s]."""
    times: list[float] = []
    last = 0.0
    for k, event in enumerate(events):
        if "t" in event:
            time = float(event["t"])
        else:
            later = [(j, float(e["t"])) for j, e in enumerate(events[k:]) if "t" in e]
            step = STEP
            if later and later[0][1] > last:
                step = min(STEP, (later[0][1] - last) / (later[0][0] + 1))
            time = last + step if k else 0.0
        times.append(time)
        last = max(last, time, float(event.get("t_end", time)))
    return times


def _cushion(event: Mapping[str, Any], entry: Any, scene: Scene, crossed: bool) -> None:
    """A cushion contact; where the case gives no place, one that fits the order of events."""
    marks = scene.marks[ROW]
    entry.other = ev.RAIL_NAMES.index(event["rail"])
    entry.flag = ev.STILL_TOUCHING if not event.get("left_since_start", True) else 0
    if "pos_mm" in event:
        entry.x, entry.y = place_of(marks, event["pos_mm"])
    elif event["rail"] == "foot":
        entry.x = 0.5 * marks.length - marks.cushion_gap
    else:
        entry.x = 0.0 if crossed else marks.head_string - 0.1


def _tip(event: Mapping[str, Any], entry: Any, scene: Scene) -> None:
    """The cue meets a ball."""
    entry.other = ev.PART_NAMES.index(event.get("part", "tip"))
    entry.value = float(event.get("elevation_deg", 0.0)) * 3.141592653589793 / 180.0
    flag = ev.MISCUE if event.get("miscue") else 0
    flag |= ev.BELOW_CENTRE if event.get("offset") == "below_centre" else 0
    flag |= ev.ABOVE_CENTRE if event.get("offset") == "above_centre" else 0
    striker = player_of(event.get("player", scene.prior.get("shooter", "A")))
    entry.flag = flag | (ev.BY_PLAYER_0 if striker == 0 else ev.BY_PLAYER_1)


def _fill(event: Mapping[str, Any], entry: Any, scene: Scene, crossed: bool) -> None:
    """The fields of one entry that depend on its kind."""
    kind = event["e"]
    if kind == "ball_ball":
        entry.ball, entry.other = ball_of(event["a"]), ball_of(event["b"])
    elif kind == "cushion":
        _cushion(event, entry, scene, crossed)
    elif kind == "tip_contact":
        _tip(event, entry, scene)
    elif kind == "tip_recontact":
        entry.other = ev.PART_NAMES.index(event.get("part", "tip"))
    elif kind == "line_cross":
        entry.other = ev.LINE_NAMES.index(event["line"])
    elif kind == "ball_hits_object":
        # Unless the case says that it did, an object did not keep the ball from leaving.
        flag = ev.WOULD_HAVE_LEFT if event.get("would_have_left") else 0
        entry.flag = flag | (ev.PART_OF_TABLE if event.get("part_of_table") else 0)
    elif kind == "ball_falls":
        entry.value = float(event["rest_s"])
        entry.x, entry.y = scene.pos[ROW, entry.ball, :2]
    elif kind == "ball_leaves_bed":
        entry.value = float(event.get("height_mm", 0.0)) / 1000.0
    elif kind == "ball_settles":
        entry.value = float(event.get("by_mm", 0.0)) / 1000.0
    elif kind == "ball_in_motion":
        entry.flag = ev.SPIN_IN_PLACE if event.get("kind") == "spin_in_place" else 0
    elif kind == "ball_rest" and "pos_mm" in event:
        entry.x, entry.y = place_of(scene.marks[ROW], event["pos_mm"])
        scene.pos[ROW, entry.ball, :2] = (entry.x, entry.y)
    elif kind == "rest_in_jaws":
        entry.flag = ev.PAST_HEAD_NOSE if event.get("past_head_nose") else 0
    if "pocket" in event:
        entry.other = ev.POCKET_NAMES.index(event["pocket"])


def write_log(scene: Scene) -> None:
    """Write the events of the case into the log of its row."""
    events: list[Mapping[str, Any]] = []
    for event in scene.case.get("events") or ():
        if event["e"] == "final":
            distances = event.get("distance_to_head_cushion_mm") or {"A": 0.0, "B": 0.0}
            events += [
                {"e": "final", "ball": b, "value": d, "undecidable": event.get("undecidable")}
                for b, d in distances.items()
            ]
        elif event["e"] == "jam":
            over = event.get("plan_view", {})
            events += [
                {"e": "jam", "ball": b, "pocket": event["pocket"], "over": over.get(str(b))}
                for b in event["balls"]
            ]
        else:
            events.append(event)
    crossed = False
    log = scene.log[ROW]
    for k, (event, time) in enumerate(zip(events, times_of(events), strict=True)):
        entry = log[k]
        entry.t = time
        entry.t_end = float(event.get("t_end", time))
        entry.kind = ev.KIND_NAMES.index(event["e"])
        entry.ball = ball_of(event.get("ball", "cue" if event["e"] in OF_CUE_BALL else NO_BALL))
        entry.other = -1
        crossed = crossed or (event["e"] == "line_cross" and entry.ball == CUE)
        _fill(event, entry, scene, crossed)
        if event["e"] == "final":
            entry.value = float(event["value"]) / 1000.0
            entry.flag = ev.UNDECIDABLE if event["undecidable"] else 0
        elif event["e"] == "jam":
            entry.flag = ev.OVER_HOLE if event["over"] == "over_hole" else 0
    scene.log_len[ROW] = len(events)


def _value(act: Mapping[str, Any]) -> float:
    """What the number of a conduct record is, by kind."""
    kind = act["e"]
    if kind == "intent":
        return float(INTENTS.get(act.get("what", ""), 0))
    if kind == "concede":
        rack = act.get("scope", "match") != "match"
        return float(words.CONCEDES_RACK if rack else words.CONCEDES_MATCH)
    if kind == "warn":
        bits = {word: bit for bit, word in words.WARNING_NAMES.items()}
        return float(bits.get(act.get("kind", ""), 0))
    if kind == "outside_interference":
        return float(act.get("restorable", True))
    if kind == "placement_adjust":
        return float(act.get("forward_stroke", False))
    if kind == "measured_with":
        return float(act.get("purpose") == "rack_area")
    if kind == "prompt_review":
        return float(act.get("kind") == "rule_application")
    if kind == "cue_laid_on_table":
        return float(act.get("purpose") == "align")
    return float(act.get("count", act.get("seconds", 0)))


def write_act(act: Mapping[str, Any], entry: Any, before: str) -> None:
    """Write one act of conduct into a record of the inbox.

    Args:
        act: in the words of the casebook.
        entry: record Conduct, overwritten.
        before: when it happened if it does not say.
    """
    entry.kind = words.CONDUCT_NAMES.index(act["e"])
    by_player = act.get("player", act.get("by") if act.get("by") in ("A", "B") else None)
    entry.player = player_of(by_player) if by_player else words.NOBODY
    entry.ball = ball_of(act["ball"]) if "ball" in act else NO_BALL
    if act["e"] in ("equipment_contact", "equipment_use", "measured_with"):
        means = POWDERS.get(str(act.get("item")), str(act.get("item")))
    else:
        means = str(act.get("by"))
    known = means in words.MEANS_NAMES
    entry.means = words.MEANS_NAMES.index(means) if known else words.OTHER
    entry.when = WHEN[act.get("when", act.get("at", before))]
    entry.intentional = int(bool(act.get("intentional", False)))
    entry.moved = int(
        bool(act.get("moved", act.get("held", act.get("removed_before_shot", False))))
    )
    entry.value = _value(act)


def write_inbox(scene: Scene) -> None:
    """Write the conduct of the case into the inbox of its row."""
    before = "during_stroke" if scene.case.get("events") else "before_stroke"
    acts = scene.case.get("conduct") or ()
    for k, act in enumerate(acts):
        write_act(act, scene.inbox[ROW][k], before)
    scene.n_acts[ROW] = len(acts)
