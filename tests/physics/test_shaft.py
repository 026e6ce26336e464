"""Room for the cue: rails, balls and the bed under butt and shaft, against a cue made of points."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from poolenv import Position, Shot, least_elevation, simulate
from poolenv.events import HEAD, RIGHT, SHAFT_BLOCKED, TIP_CONTACT
from poolenv.physics.setting import setting_of

SETTING = setting_of()
PHYS = SETTING.phys[0]
BED = SETTING.geometry.bed[0]
RADIUS = float(PHYS.radius)
#: A cue ball at the head cushion, and a cue for which there is no room over it.
AT_RAIL, POST = {0: (-float(BED.half_x), 0.0)}, {"butt_width": 0.3}


def clearance(position: dict[int, tuple[float, float]], shot: Shot, elevation: float) -> float:
    """Least distance of a sampled cue from rails, other balls and the bed [m]."""
    aim = np.array([math.cos(shot.aim), math.sin(shot.aim), 0.0])
    right, up = np.array([aim[1], -aim[0], 0.0]), np.array([0.0, 0.0, 1.0])
    sine, cosine = math.sin(elevation), math.cos(elevation)
    d, lifted = cosine * aim - sine * up, sine * aim + cosine * up
    depth = math.sqrt(1.0 - shot.side**2 - shot.follow**2)
    offset = shot.side * right + shot.follow * lifted - depth * d
    ball = np.array([*position[0], RADIUS])
    tip = ball + (RADIUS + float(PHYS.tip_radius)) * offset
    run = np.linspace(0.0, float(PHYS.cue_length), 20001)
    axis = tip - np.outer(run, d)
    width = np.interp(run, [0.0, run[-1]], [float(PHYS.tip_width), float(PHYS.butt_width)])
    nearest = tip[2] - 0.5 * width[0] * cosine
    for other, place in position.items():
        if other:
            away = np.linalg.norm(axis - [*place, RADIUS], axis=1)
            nearest = min(nearest, float((away - RADIUS - 0.5 * width).min()))
    beyond = (np.abs(axis[:, 0]) >= BED.nose_x) | (np.abs(axis[:, 1]) >= BED.nose_y)
    first = np.flatnonzero(beyond)
    if len(first):
        # Above the rail the lowest line of the cone; the slope of the rail's edge is below a mm.
        over = axis[first[0] :, 2] - float(PHYS.nose_height) - 0.5 * width[first[0] :] / cosine
        nearest = min(nearest, float(over.min()))
    return nearest


@pytest.mark.parametrize(
    ("position", "stroke"),
    [
        ({0: (-1.1, 0.0)}, {}),
        ({0: (-1.2, 0.1)}, {"follow": 0.3}),
        ({0: (-1.0, 0.0)}, {"follow": -0.3, "side": 0.2}),
        ({0: (1.1, 0.0), 1: (0.7, 0.0)}, {}),
        ({0: (1.1, 0.0), 1: (1.0, 0.01), 2: (0.6, -0.01)}, {"follow": 0.2}),
        ({0: (1.1, 0.0), 1: (1.03, 0.02)}, {"follow": -0.4}),
    ],
)
def test_the_least_elevation_just_clears(position: dict[int, Any], stroke: dict[str, float]):
    shot = Shot(aim=0.0, speed=1.0, **stroke)
    least = least_elevation(Position(position), shot)
    assert 0.0 < least < math.radians(80)
    assert clearance(position, shot, least - 0.003) < 0.0
    assert clearance(position, shot, least) == pytest.approx(0.0, abs=2e-5)
    assert clearance(position, shot, least + 0.003) > 0.0


def test_a_stroke_that_is_free_stays_as_it_is():
    free = Position({0: (1.1, 0.0), 1: (0.8, 0.2), 2: (1.2, 0.0)})
    assert least_elevation(free, Shot(aim=0.0, speed=1.0)) == 0.0
    assert least_elevation(free, Shot(aim=0.0, speed=1.0, elevation=0.3)) == 0.3


def test_a_level_cue_beside_a_cushion_is_free():
    """Along a rail the cue lies beside the nose, not over it."""
    along = Position({0: (1.0, 0.635 - 1.2 * RADIUS)})
    assert least_elevation(along, Shot(aim=0.0, speed=1.0)) == 0.0


def test_the_bed_is_in_the_way_of_a_tip_too_low():
    low, shot = {0: (1.1, 0.0)}, Shot(aim=0.0, speed=1.0, follow=-0.8)
    least = least_elevation(Position(low), shot)
    assert clearance(low, shot, least) == pytest.approx(0.0, abs=1e-6)


def test_no_elevation_helps_a_cue_as_thick_as_a_post():
    stroke = Shot(aim=0.0, speed=1.0)
    assert least_elevation(Position(AT_RAIL), stroke) < math.radians(60)
    assert least_elevation(Position(AT_RAIL), stroke, cue=POST) == math.inf


def blocked(position: dict[int, Any], cue: dict[str, Any] | None = None, **stroke: float) -> Any:
    """(events SHAFT_BLOCKED, elevation of the stroke, final positions)."""
    result = simulate(Position(position), Shot(speed=1.0, **({"aim": 0.0} | stroke)), cue=cue or {})
    events = result.events
    assert events.kind[0] == TIP_CONTACT
    return events[events.kind == SHAFT_BLOCKED], events.value[0], result.final


def test_what_is_in_the_way_is_reported():
    found, elevation, _ = blocked({0: (0.0, 0.0), 5: (-0.1, 0.0)})
    assert [(e.ball, e.other) for e in found] == [(5, -1)]
    assert elevation == 0.0
    found, _, _ = blocked({0: (-1.23, 0.0)})
    assert [(e.ball, e.other) for e in found] == [(-1, HEAD)]
    found, _, _ = blocked({0: (0.3, -0.6)}, aim=math.pi / 2)
    assert [(e.ball, e.other) for e in found] == [(-1, RIGHT)]
    found, _, _ = blocked({0: (0.3, 0.0)}, follow=-0.8)
    assert [(e.ball, e.other) for e in found] == [(-1, -1)]


def test_a_lift_that_nobody_mentions_is_not_reported():
    far = {0: (-0.9, 0.0)}
    assert len(blocked(far)[0]) == 0
    assert len(blocked(far, cue={"level_deg": 0.0})[0]) == 1


def test_a_raised_cue_is_played_at_the_least_elevation():
    position = {0: (0.0, 0.0), 5: (-0.1, 0.0)}
    found, elevation, final = blocked(position, cue={"blocked_stroke": "raise"})
    least = least_elevation(Position(position), Shot(aim=0.0, speed=1.0))
    assert len(found) == 0
    assert elevation == least > 0.0
    asked = simulate(Position(position), Shot(aim=0.0, speed=1.0, elevation=least)).final
    assert final == asked
    assert len(blocked(AT_RAIL, cue=POST | {"blocked_stroke": "raise"})[0]) == 1


def test_a_report_changes_no_ball():
    position = {0: (0.0, 0.0), 1: (0.3, 0.02), 5: (-0.1, 0.0)}
    told, _, final = blocked(position)
    untold, _, same = blocked(position, cue={"blocked_stroke": "ignore"})
    assert len(told) == 1
    assert len(untold) == 0
    assert final == same
