"""The outline of a table seen from above: cushions, pocket openings, rails and sights, in metres.

Pure geometry from the marks. The numpy picture and the web page both draw this one outline.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from poolenv.events import FL, FR, HL, HR, SL, SR
from poolenv.table.specs import Table

Points: TypeAlias = NDArray[np.float64]

#: Nose line to the back of the rubber [m].
CUSHION_DEPTH = 0.050
#: Nose line to the outer edge of the rail [m]; WPA equipment specifications 4: 4 to 7.5 inches.
RAIL_WIDTH = 0.184
#: Nose line to the centre of a sight [m]; WPA equipment specifications 5: 3 11/16 inches.
SIGHT_DISTANCE = 0.09366
#: A corner pocket's mouth line to its drop edge [m], where only the marks are known.
CORNER_SHELF = 0.0286
#: Mouth over drop radius of a side pocket, where only the marks are known.
SIDE_MOUTH_PER_RADIUS = 0.1286 / 0.0762

_CORNERS = (HL, HR, FL, FR)
_SIDES = (SL, SR)


@dataclass(frozen=True)
class Jaws:
    """How the cushions end at the pockets.

    Attributes:
        corner_mouth: between the nose tips of a corner pocket [m].
        side_mouth: between the nose tips of a side pocket [m].
        corner_cut: angle between nose line and facing at a corner pocket [rad].
        side_cut: the same at a side pocket [rad].
        tip_radius: rounding of the nose tips in plan [m].
    """

    corner_mouth: float
    side_mouth: float
    corner_cut: float = math.radians(142.0)
    side_cut: float = math.radians(104.0)
    tip_radius: float = 0.004

    def __post_init__(self) -> None:
        """Reject jaws that no cushion can have."""
        errors = []
        for name in ("corner_mouth", "side_mouth", "tip_radius"):
            value = getattr(self, name)
            if not (math.isfinite(value) and value >= 0.0):
                errors.append(f"{name} is {value!r}; expected a length of at least 0 m")
        for name in ("corner_cut", "side_cut"):
            value = getattr(self, name)
            if not math.radians(80.0) <= value <= math.radians(170.0):
                errors.append(f"{name} is {value!r} rad; expected 80 to 170 degrees in radians")
        if errors:
            raise ValueError("jaws: " + "; ".join(errors))


@dataclass(frozen=True)
class Opening:
    """One pocket as it is seen from above.

    Attributes:
        centre: centre of the drop circle, shape (2,) [m].
        radius: of the drop circle [m].
        cut: radius of the round cut in the rail about the same centre [m].
        throat: nose tip, nose tip, back end, back end of the two facings, shape (4, 2) [m].
    """

    centre: Points
    radius: float
    cut: float
    throat: Points


@dataclass(frozen=True)
class Outline:
    """A table seen from above.

    Attributes:
        length: nose to nose along x [m].
        width: nose to nose along y [m].
        cushions: one polygon per cushion, shapes (n, 2) [m].
        slopes: unit vector from each cushion towards the bed, shape (len(cushions), 2).
        openings: the pockets that exist.
        sights: centres of the sights, shape (18, 2) with six pockets [m].
    """

    length: float
    width: float
    cushions: tuple[Points, ...]
    slopes: Points
    openings: tuple[Opening, ...]
    sights: Points


def jaws_of(marks: Any) -> Jaws:
    """The jaws that go with the holes, where nothing but the marks is known.

    The mouth line of a corner pocket lies half a mouth in front of the corner point, the drop edge
    one shelf behind the mouth line; so the hole tells the mouth once the shelf is taken as usual.
    """
    beyond = [
        math.hypot(
            abs(marks.pocket_x[k]) - marks.length / 2, abs(marks.pocket_y[k]) - marks.width / 2
        )
        for k in _CORNERS
        if marks.pocket_radius[k] > 0.0
    ]
    corner_radius = max(float(marks.pocket_radius[k]) for k in _CORNERS)
    side_radius = max(float(marks.pocket_radius[k]) for k in _SIDES)
    corner = 2.0 * (corner_radius + CORNER_SHELF - max(beyond)) if beyond else 0.0
    return Jaws(
        corner_mouth=min(max(corner, corner_radius), 2.0 * corner_radius),
        side_mouth=SIDE_MOUTH_PER_RADIUS * side_radius,
    )


def jaws_of_table(table: Table) -> Jaws:
    """The jaws of a table whose measures are known; without pockets they do not matter."""
    corner, side = table.pockets.corner, table.pockets.side
    if corner is None or side is None:
        return Jaws(corner_mouth=0.0, side_mouth=0.0)
    return Jaws(
        corner_mouth=corner.mouth,
        side_mouth=side.mouth,
        corner_cut=math.radians(corner.cut_deg),
        side_cut=math.radians(side.cut_deg),
        tip_radius=max(corner.jaw_radius, side.jaw_radius),
    )


def check_marks(marks: Any) -> None:
    """Raise ValueError unless the row describes a table that can be drawn."""
    errors = []
    for name in ("length", "width", "ball_radius"):
        value = float(getattr(marks, name))
        if not (math.isfinite(value) and value > 0.0):
            errors.append(f"{name} is {value!r}; expected a length above 0 m")
    for name in ("head_string", "foot_spot"):
        value = float(getattr(marks, name))
        if not math.isfinite(value):
            errors.append(f"{name} is {value!r}; expected a finite coordinate [m]")
    for name in ("pocket_x", "pocket_y", "pocket_radius"):
        for k, value in enumerate(getattr(marks, name)):
            if not math.isfinite(value):
                errors.append(f"{name}[{k}] is {value!r}; expected a finite number [m]")
    if errors:
        raise ValueError("marks of the table: " + "; ".join(errors))


def _rounded(corner: Points, before: Points, after: Points, radius: float) -> list[Points]:
    """Points of the arc that rounds a convex corner between two neighbours."""
    a, b = before - corner, after - corner
    length_a, length_b = float(np.hypot(*a)), float(np.hypot(*b))
    a, b = a / length_a, b / length_b
    half = 0.5 * math.acos(min(1.0, max(-1.0, float(a @ b))))
    reach = min(radius / math.tan(half), 0.4 * length_a, 0.4 * length_b)
    if reach <= 0.0:
        return [corner]
    start, end = corner + reach * a, corner + reach * b
    # A quadratic curve over the corner stays within 0.1 mm of the arc at these radii.
    return [
        (1 - s) * (1 - s) * start + 2 * s * (1 - s) * corner + s * s * end
        for s in np.linspace(0.0, 1.0, 7)
    ]


def _cushion(
    a: Points, b: Points, outward: Points, cuts: tuple[float, float], tip: float
) -> Points:
    """One cushion from nose tip `a` to nose tip `b`; `outward` points away from the bed."""
    along = (b - a) / np.hypot(*(b - a))
    back_a, back_b = (
        nose
        + CUSHION_DEPTH / math.sin(cut) * (sign * math.cos(cut) * along + math.sin(cut) * outward)
        for nose, cut, sign in ((a, cuts[0], 1.0), (b, cuts[1], -1.0))
    )
    return np.array([*_rounded(a, back_a, b, tip), *_rounded(b, a, back_b, tip), back_b, back_a])


def _opening(marks: Any, k: int, jaws: Jaws) -> Opening:
    """The pocket `k` between its two facings."""
    half_length, half_width = 0.5 * float(marks.length), 0.5 * float(marks.width)
    centre = np.array([float(marks.pocket_x[k]), float(marks.pocket_y[k])])
    side = math.copysign(1.0, centre[1])
    if k in _SIDES:
        lean = CUSHION_DEPTH / math.tan(jaws.side_cut)
        tip = np.array([0.5 * jaws.side_mouth, side * half_width])
        back = tip + np.array([lean, side * CUSHION_DEPTH])
        mirror = np.array([-1.0, 1.0])
        throat = np.array([tip, tip * mirror, back * mirror, back])
    else:
        end = math.copysign(1.0, centre[0])
        gap = jaws.corner_mouth / math.sqrt(2.0)
        lean = CUSHION_DEPTH / math.tan(jaws.corner_cut)
        corner = np.array([end * half_length, side * half_width])
        long_tip = corner - np.array([end * gap, 0.0])
        short_tip = corner - np.array([0.0, side * gap])
        long_back = long_tip + np.array([-end * lean, side * CUSHION_DEPTH])
        short_back = short_tip + np.array([end * CUSHION_DEPTH, -side * lean])
        throat = np.array([long_tip, short_tip, short_back, long_back])
    cut = float(np.hypot(*(throat[3] - centre)))
    return Opening(centre, float(marks.pocket_radius[k]), cut, throat)


def _sights(marks: Any) -> Points:
    """Three sights between two neighbouring pockets, at equal distances."""
    x = 0.5 * float(marks.length) + SIGHT_DISTANCE
    y = 0.5 * float(marks.width) + SIGHT_DISTANCE
    has_sides = any(marks.pocket_radius[k] > 0.0 for k in _SIDES)
    eighths = [i for i in range(-3, 4) if i != 0 or not has_sides]
    long_rails = [(i * float(marks.length) / 8, side * y) for side in (1, -1) for i in eighths]
    short_rails = [(end * x, i * float(marks.width) / 4) for end in (-1, 1) for i in (-1, 0, 1)]
    return np.array(long_rails + short_rails)


def outline_of(marks: Any, jaws: Jaws | None = None) -> Outline:
    """The outline of a table.

    Args:
        marks: one row of `Marks`.
        jaws: how the cushions end; from the marks if not given.

    Raises:
        ValueError: if a length is not positive or not finite.
    """
    check_marks(marks)
    jaws = jaws_of(marks) if jaws is None else jaws
    half_length, half_width = 0.5 * float(marks.length), 0.5 * float(marks.width)
    exists = [float(marks.pocket_radius[k]) > 0.0 for k in range(6)]

    def end_at(k: int) -> tuple[float, float]:
        """Nose tip to corner along the rail, and cut; without a pocket the rails are mitred."""
        if exists[k]:
            return jaws.corner_mouth / math.sqrt(2.0), jaws.corner_cut
        return 0.0, math.radians(135.0)

    cushions: list[Points] = []
    slopes: list[tuple[float, float]] = []

    def add(
        a: tuple[float, float], b: tuple[float, float], slope: tuple[float, float], *cuts: float
    ) -> None:
        outward = -np.array(slope)
        cushions.append(
            _cushion(np.array(a), np.array(b), outward, (cuts[0], cuts[1]), jaws.tip_radius)
        )
        slopes.append(slope)

    for y, head, side, foot in ((half_width, HL, SL, FL), (-half_width, HR, SR, FR)):
        slope = (0.0, -math.copysign(1.0, y))
        (head_gap, head_cut), (foot_gap, foot_cut) = end_at(head), end_at(foot)
        a, b = (-half_length + head_gap, y), (half_length - foot_gap, y)
        if exists[side]:
            tip = 0.5 * jaws.side_mouth
            add(a, (-tip, y), slope, head_cut, jaws.side_cut)
            add((tip, y), b, slope, jaws.side_cut, foot_cut)
        else:
            add(a, b, slope, head_cut, foot_cut)
    for x, left, right in ((-half_length, HL, HR), (half_length, FL, FR)):
        (left_gap, left_cut), (right_gap, right_cut) = end_at(left), end_at(right)
        slope = (-math.copysign(1.0, x), 0.0)
        add((x, half_width - left_gap), (x, -half_width + right_gap), slope, left_cut, right_cut)
    return Outline(
        length=float(marks.length),
        width=float(marks.width),
        cushions=tuple(cushions),
        slopes=np.array(slopes),
        openings=tuple(_opening(marks, k, jaws) for k in range(6) if exists[k]),
        sights=_sights(marks),
    )
