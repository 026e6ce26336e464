"""Kinds pocket_drop and pocket_acceptance."""

from __future__ import annotations

import dataclasses
import math
from typing import Any

import numpy as np

from poolenv.events import FL, LOG_CAPACITY, SL
from poolenv.events import POCKETED as POCKETED_EVENT
from poolenv.physics.detect import predict_table
from poolenv.physics.motion import advance, start_free
from poolenv.physics.pocket import critical_speed, leave_cosine, leave_speed, leave_time
from poolenv.physics.resolve import table_contact
from poolenv.records import Event, rows
from poolenv.states import POCKETED
from poolenv.table.geometry import Geometry
from poolenv.table.pockets import PocketPlace, pocket_places
from poolenv.table.specs import Table

from .engine import body_of, play
from .inputs import Inputs

#: Wall angle 0: the facing is parallel to the pocket's axis.
_PARALLEL = {"side": 90.0, "corner": 135.0}
_POCKET = {"side": SL, "corner": FL}
#: Contacts after which a ball that still rattles counts as out.
_CONTACTS = 200
#: Distance of two starts [m]; the ends of each accepted strip are then bisected.
_STRIP = 1e-3

_log = rows(Event, 1, LOG_CAPACITY)


def measure_drop(inputs: Inputs, quantity: str) -> Any:
    """One quantity of kind pocket_drop."""
    gravity = inputs.phys.gravity
    rho = inputs.phys.radius + inputs.number("edge_radius")
    v0 = inputs.number("v0")
    match quantity:
        case "critical_speed":
            return critical_speed(gravity, rho)
        case "leave_angle_at_zero_speed":
            return math.degrees(math.acos(leave_cosine(0.0, gravity, rho)))
        case "leave_angle":
            return math.degrees(math.acos(leave_cosine(v0, gravity, rho)))
        case "leave_time":
            return leave_time(v0, gravity, rho)
        case "leave_speed":
            return leave_speed(v0, gravity, rho)
    raise KeyError(quantity)


class _Mouth:
    """One pocket of a table whose rails are long, and the shots at it."""

    def __init__(self, inputs: Inputs) -> None:
        self.phys = inputs.phys
        self.specular = inputs.given.get("reflection") == "specular"
        kind = inputs.given["pocket"]
        self.pocket = _POCKET[kind]
        if self.specular:
            self._reflect_like_light()
        table = self._table(inputs, kind)
        self.geometry: Geometry = inputs.geometry(table)
        self.place: PocketPlace = pocket_places(table)[self.pocket]
        turn = math.radians(inputs.number("approach_deg"))
        ax, ay = self.place.axis
        self.direction = (
            ax * math.cos(turn) - ay * math.sin(turn),
            ax * math.sin(turn) + ay * math.cos(turn),
        )
        self.start = inputs.number("start_distance", 2.0)
        self.speed = inputs.number("speed", 1.0)

    def _reflect_like_light(self) -> None:
        """Contact at distance R, no friction, no loss, no cloth."""
        phys = self.phys
        phys.nose_height = phys.radius
        phys.e_cushion_0 = phys.e_cushion_min = phys.e_cushion_max = 1.0
        phys.e_cushion_slope = 0.0
        phys.mu_cushion = phys.mu_facing = phys.mu_slide = phys.mu_roll = 0.0

    def _table(self, inputs: Inputs, kind: str) -> Table:
        side = 2.0 * inputs.number("rail_length", 2.4384) + inputs.number("mouth")
        table = inputs.table(side, side)
        shape = getattr(table.pockets, kind)
        assert shape is not None
        shape = dataclasses.replace(
            shape,
            mouth=inputs.number("mouth", shape.mouth),
            cut_deg=_PARALLEL[kind] + inputs.number("facing_deg", shape.cut_deg - _PARALLEL[kind]),
            shelf=inputs.number("shelf", shape.shelf),
            hole_radius=inputs.number("hole_radius", shape.hole_radius),
            jaw_radius=inputs.number("jaw_radius", shape.jaw_radius),
            back_draft_deg=0.0 if self.specular else shape.back_draft_deg,
        )
        pockets = dataclasses.replace(
            table.pockets, mode="circle" if self.specular else "drop", **{kind: shape}
        )
        if self.specular:
            pockets = dataclasses.replace(pockets, e_facing_ratio=1.0)
        return dataclasses.replace(table, pockets=pockets)

    def ball(self, offset: float) -> Any:
        """A ball on its way to the mouth, this far to the left of the line to its centre [m]."""
        dx, dy = self.direction
        x = self.place.mouth[0] - self.start * dx - offset * dy
        y = self.place.mouth[1] - self.start * dy + offset * dx
        v = (self.speed * dx, self.speed * dy)
        spin = (0.0,) if self.specular else (-v[1] / self.phys.radius, v[0] / self.phys.radius)
        return body_of(self.phys, (x, y), v, spin)

    def accepts(self, offset: float) -> bool:
        """Whether the pocket takes this ball; a start beyond the rail line does not count."""
        body = self.ball(offset)
        bed = self.geometry.bed[0]
        if abs(body.x) >= bed.half_x or abs(body.y) >= bed.half_y:
            return False
        return self._reflects_in(body) if self.specular else self._rolls_in(body)

    def _reflects_in(self, body: Any) -> bool:
        """Follow a ball that never slows down, until it is in or on its way out again."""
        log_len = np.zeros(1, dtype=np.int64)
        for _ in range(_CONTACTS):
            start_free(body, self.phys)
            predict_table(body, self.geometry, 0, self.phys)
            if not math.isfinite(body.geo_t):
                return False
            advance(body, self.phys, body.geo_t)
            away = math.dist((body.x, body.y), self.place.mouth)
            outward = body.vx * self.place.axis[0] + body.vy * self.place.axis[1] < 0.0
            if away > self.start and outward:
                return False
            table_contact(body, self.phys, self.geometry, 0, _log, log_len, 0)
            if body.motion == POCKETED:
                return away < self.start
        return False

    def _rolls_in(self, body: Any) -> bool:
        events = play(self.geometry, self.phys, {1: body}).events
        return bool(((events.kind == POCKETED_EVENT) & (events.other == self.pocket)).any())

    def width(self) -> float:
        """Total length of the offsets whose path reaches the hole [m]."""
        reach = self.start
        offsets = np.arange(-reach, reach + _STRIP, _STRIP)
        taken = [self.accepts(offset) for offset in offsets]
        total = 0.0
        for k in range(len(offsets) - 1):
            if taken[k] and taken[k + 1]:
                total += _STRIP
            elif taken[k] != taken[k + 1]:
                edge = self._edge(offsets[k], offsets[k + 1], taken[k])
                total += edge - offsets[k] if taken[k] else offsets[k + 1] - edge
        return total

    def _edge(self, low: float, high: float, taken_at_low: bool) -> float:
        for _ in range(20):
            middle = 0.5 * (low + high)
            if self.accepts(middle) == taken_at_low:
                low = middle
            else:
                high = middle
        return 0.5 * (low + high)


def measure_acceptance(inputs: Inputs, quantity: str) -> Any:
    """One quantity of kind pocket_acceptance."""
    if quantity != "effective_width":
        raise KeyError(quantity)
    return _Mouth(inputs).width()
