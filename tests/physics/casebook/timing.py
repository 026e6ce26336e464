"""Kinds event_time and geometry: when do surfaces meet, and how far may an aim be off?"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from poolenv.events import BALL_BALL, CUSHION
from poolenv.physics.roots import first_contact

from .engine import VAST, Played, body_of, play
from .inputs import Inputs
from .search import crossing

#: Two object balls: the cue ball's first contact has a meaning of its own to the referee.
_FIRST, _SECOND = 1, 2


def _spin(inputs: Inputs, velocity: Any) -> Any:
    if not inputs.given.get("rolling", False):
        return (0.0,)
    radius = inputs.phys.radius
    return (-velocity[1] / radius, velocity[0] / radius)


def _played(inputs: Inputs) -> Played:
    phys, given = inputs.phys, inputs.given
    if "nose_y" in given:
        y = inputs.number("nose_y")
        geometry = inputs.plain_table(VAST, 2.0 * abs(y))
    else:
        geometry = inputs.plain_table(VAST, VAST)
    if "miss" in given:
        p1, v1 = np.zeros(3), np.array([inputs.number("v", 1.0), 0.0, 0.0])
        p2 = np.array([inputs.number("distance"), 2.0 * phys.radius + inputs.number("miss")])
        v2 = np.zeros(3)
    else:
        p1, v1 = inputs.vector("p1"), inputs.vector("v1")
        p2, v2 = inputs.vector("p2"), inputs.vector("v2")
    balls = {_FIRST: body_of(phys, p1[:2], v1, _spin(inputs, v1))}
    if "p2" in given or "miss" in given:
        balls[_SECOND] = body_of(phys, p2[:2], v2, _spin(inputs, v2))
    return play(geometry, phys, balls)


def measure(inputs: Inputs, quantity: str) -> Any:
    """One quantity of kind event_time."""
    played = _played(inputs)
    kind = CUSHION if "nose_y" in inputs.given else BALL_BALL
    contacts = played.events[played.events.kind == kind]
    match quantity:
        case "hit":
            return float(len(contacts) > 0)
        case "time":
            return contacts[0].t if len(contacts) else math.inf
        case "stop_x":
            return played.final[_FIRST, 0]
        case "contact_distance":
            return abs(inputs.number("nose_y") - contacts[0].y) if len(contacts) else math.inf
    raise KeyError(quantity)


def measure_geometry(inputs: Inputs, quantity: str) -> Any:
    """Angular margin: aim errors towards the thicker hit, until the object ball is off by so much.

    The cue ball runs straight, its contact is found by the engine's root finder.
    """
    if quantity != "cb_angle_error":
        raise KeyError(quantity)
    reach = 2.0 * inputs.phys.radius
    distance = inputs.number("d_cb_ghost")
    cut = math.radians(inputs.number("cut_deg"))
    # Cue ball at the origin, ghost ball at (distance, 0), object ball beyond it to the left.
    x, y = distance + reach * math.cos(cut), reach * math.sin(cut)

    def object_ball_error(turn: float) -> float:
        """How much thicker the object ball leaves when the aim is turned to the left [deg]."""
        c, s = math.cos(turn), math.sin(turn)
        t = first_contact(-x, -y, 0.0, c, s, 0.0, 0.0, 0.0, 0.0, reach, 2.0 * distance + reach)
        line = math.atan2(y - s * t, x - c * t)
        return math.degrees(cut - line)

    full = math.atan2(y, x)
    return math.degrees(crossing(object_ball_error, inputs.number("ob_error_deg"), 0.0, full))
