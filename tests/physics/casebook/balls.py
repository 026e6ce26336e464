"""Kinds ball_ball and ball_ball_scan: one collision of two balls."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from poolenv.physics.ball_ball import FIRST, NEITHER, SECOND, collide
from poolenv.physics.ball_ball_integrated import STEPS, collide_integrated

from .engine import VAST, Vector, body_of, play, rolled_out, spin_of, velocity_of
from .inputs import Inputs
from .search import largest


def _line_of_centres(inputs: Inputs) -> Vector:
    if "line_of_centres" in inputs.given:
        n = inputs.vector("line_of_centres")
        return n / np.linalg.norm(n)
    cut = math.radians(inputs.number("cut_deg"))
    return np.array([math.cos(cut), math.sin(cut), 0.0])


def _balls(inputs: Inputs) -> tuple[Any, Any]:
    """Cue ball and object ball, touching, before the impact."""
    phys = inputs.phys
    n = _line_of_centres(inputs)
    if "v1" in inputs.given or "w1" in inputs.given or "v2" in inputs.given:
        first = body_of(phys, (0.0, 0.0), inputs.vector("v1"), inputs.vector("w1"))
        v2, w2 = inputs.vector("v2"), inputs.vector("w2")
    else:
        v = inputs.number("v_cb")
        topspin = inputs.number("cb_topspin_ratio") * v / phys.radius
        sidespin = inputs.number("cb_sidespin_ratio") * v / phys.radius
        first = body_of(phys, (0.0, 0.0), (v,), (0.0, topspin, sidespin))
        v2 = w2 = np.zeros(3)
    second = body_of(phys, (0.0, 0.0), v2, w2)
    reach = 2.0 * phys.radius
    second.x, second.y = reach * n[0], reach * n[1]
    if n[2] < 0.0:
        first.z -= reach * n[2]  # the lower ball lies on the slate
    else:
        second.z += reach * n[2]
    return first, second


def _impact(inputs: Inputs) -> tuple[Any, Any]:
    """Both balls right after the impulse, before the slate answers."""
    first, second = _balls(inputs)
    phys = inputs.phys
    if inputs.given.get("model") == "mathavan2014":
        collide_integrated(first, second, phys, STEPS)
        return first, second
    held = NEITHER
    if inputs.given.get("slate_supports_lower_ball"):
        held = SECOND if first.z > second.z else FIRST
    collide(first, second, phys, held)
    return first, second


def _angle(v: Any) -> float:
    """Direction of a horizontal vector [deg]."""
    return math.degrees(math.atan2(v[1], v[0]))


def _length_to_rest(body: Any, inputs: Inputs) -> float:
    """Path of a ball after the impact, the answer of the slate and hops included."""
    return play(inputs.plain_table(VAST, VAST), inputs.phys, {1: body}).path_length(1)


def measure(inputs: Inputs, quantity: str) -> Any:
    """One quantity of a run; kinds ball_ball, and max_throw and the like of a scan."""
    if quantity in ("max_throw", "max_cb_deflection", "cut_at_max"):
        return _scan(inputs, quantity)
    phys = inputs.phys
    before, _ = _balls(inputs)
    first, second = _impact(inputs)
    if inputs.given.get("report", "immediate") == "immediate":
        cue_v, object_v = velocity_of(first)[:2], velocity_of(second)[:2]
    else:
        cue_v, object_v = rolled_out(first, phys), rolled_out(second, phys)
    n = _line_of_centres(inputs)[:2]
    match quantity:
        case "v1_after":
            return velocity_of(first)
        case "w1_after":
            return spin_of(first)
        case "v2_after":
            return velocity_of(second)
        case "w2_after":
            return spin_of(second)
        case "cb_speed":
            return float(np.hypot(*cue_v))
        case "ob_speed":
            return float(np.hypot(*object_v))
        case "cb_roll_speed":
            return float(np.hypot(*rolled_out(first, phys)))
        case "ob_roll_speed":
            return float(np.hypot(*rolled_out(second, phys)))
        case "ob_throw":
            return _angle(n) - _angle(object_v)
        case "ob_throw_magnitude":
            return abs(_angle(n) - _angle(object_v))
        case "separation_angle":
            return abs(_angle(object_v) - _angle(cue_v))
        case "cb_deviation_from_tangent_line":
            along = cue_v[0] * n[1] - cue_v[1] * n[0]
            return math.degrees(math.atan2(float(cue_v @ n), along))
        case "cb_deflection_final":
            return -_angle(rolled_out(first, phys))
        case "ob_sidespin":
            return second.wz
        case "ob_spin_over_cb_spin_before":
            return second.wz / before.wz
        case "cb_spin_after_over_before":
            return first.wz / before.wz
        case "hop_height":
            return first.vz * first.vz / (2.0 * phys.gravity)
        case "hop_time":
            return 2.0 * first.vz / phys.gravity
        case "distance_ratio_ob_over_cb":
            return _length_to_rest(second, inputs) / _length_to_rest(first, inputs)
        case "distance_over_unobstructed":
            return _length_to_rest(first, inputs) / _length_to_rest(before, inputs)
    raise KeyError(quantity)


def _scan(inputs: Inputs, quantity: str) -> float:
    """The cut from 0 to 90 degrees at which the object ball is thrown most, or the cue ball turned.

    ``cut_at_max`` belongs to the deflection where the case reports after the slide.
    """

    def at(cut: float) -> float:
        inputs.given["cut_deg"] = cut
        return float(measure(inputs, wanted))

    turned = quantity == "max_cb_deflection" or (
        quantity == "cut_at_max" and inputs.given.get("report") == "after_slide"
    )
    wanted = "cb_deflection_final" if turned else "ob_throw"
    place, value = largest(at, 0.0, 90.0)
    return place if quantity == "cut_at_max" else value
