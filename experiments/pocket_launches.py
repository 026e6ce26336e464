"""Single balls sent straight at pockets here and in a peer: which pocket, and when it is crossed.

Both engines take a ball when its centre crosses the circle of the hole. Three settings: with the
same mouths, bounces and contact distance; with side pockets as measured; as shipped. A ball that
meets no rubber must fall into the same pocket at the same time on all of them. On the first one so
must a ball that does, unless our own ball falls otherwise when it starts a little beside.
"""

from __future__ import annotations

import dataclasses
import math
from typing import Any, NamedTuple

import numpy as np

from experiments.contacts import CLOSE, Contact
from experiments.launch import Laboratory, Launch, release, rows_of
from experiments.peer_ladder import ALIKE, PEER_ALIKE, PEER_SPIN
from poolenv.balls import N_BALLS
from poolenv.events import CUSHION, POCKETED
from poolenv.physics.setting import Setting
from poolenv.table.colliders import build_geometry
from poolenv.table.geometry import CIRCLE
from poolenv.table.pocket_specs import PocketShape

#: Kind of contact: a ball and the circle of a pocket, as peer_events.py numbers it.
POCKET = 2
#: A ball is aimed at most this far beside the centre of a hole [m].
ASIDE = 0.09
SPEEDS = (0.4, 3.0)
#: By how much our own start is moved to see whether a way is chaotic [m].
SHIFT = 1e-8


class PocketRung(NamedTuple):
    """One setting: what it lets in."""

    name: str
    difference: str
    parallel: bool  # facings of side pockets at a right angle to the rail
    same_contact: bool  # noses at the height of the centre, facings upright


POCKETS = (
    PocketRung("same mouths", "rounding; facings of side pockets parallel", True, True),
    PocketRung(
        "side facings",
        "at 14 degrees: its facing ends sin, ours tan of that aside, times its depth",
        False,
        True,
    ),
    PocketRung(
        "contact distance", "it touches noses and facings at R, we at R cos(theta)", False, False
    ),
)


class Fate(NamedTuple):
    """What became of a ball."""

    pocket: int  # -1: it stayed on the table
    t: float  # when its centre crossed the circle [s]
    rubber: int  # contacts with cushions, jaws and facings before


def _shape(shape: PocketShape, rung: PocketRung, side: bool) -> PocketShape:
    changes: dict[str, float] = {"slate_rounding": 0.0}
    if rung.same_contact:
        changes["back_draft_deg"] = 0.0
    if side and rung.parallel:
        changes["cut_deg"] = 90.0
    return dataclasses.replace(shape, **changes)


def pocket_settings(setting: Setting, rung: int) -> tuple[Laboratory, dict[str, Any]]:
    """(our table, the peer's laws) of a rung."""
    one = POCKETS[rung]
    phys = rows_of(setting.phys[0])
    radius = float(phys.radius)
    spin = {"spin_decay": 2.5 * PEER_SPIN * float(phys.gravity)}
    for name, value in (ALIKE | spin | {"mu_facing": 0.0}).items():
        setattr(phys, name, value)
    if one.same_contact:
        phys.nose_height = radius
    table, balls = setting.equipment.table, setting.equipment.balls
    corner, side = table.pockets.corner, table.pockets.side
    assert corner is not None and side is not None
    corner, side = _shape(corner, one, False), _shape(side, one, True)
    table = dataclasses.replace(
        table,
        cushions=dataclasses.replace(table.cushions, nose_height=float(phys.nose_height)),
        pockets=dataclasses.replace(
            table.pockets, mode="circle", e_facing_ratio=1.0, corner=corner, side=side
        ),
    )
    geometry = build_geometry([(table, balls)])
    assert geometry.bed[0].pocket_mode == CIRCLE
    # The peer counts the depth of a corner from where the nose lines meet.
    depth = corner.shelf + corner.hole_radius - 0.5 * corner.mouth
    mouths = {
        "corner_pocket_width": corner.mouth,
        "corner_pocket_angle": corner.cut_deg - 135.0,
        "corner_pocket_depth": depth,
        "corner_pocket_radius": corner.hole_radius,
        "corner_jaw_radius": corner.jaw_radius,
        "side_pocket_width": side.mouth,
        "side_pocket_angle": side.cut_deg - 90.0,
        "side_pocket_depth": side.shelf + side.hole_radius,
        "side_pocket_radius": side.hole_radius,
        "side_jaw_radius": side.jaw_radius,
    }
    laws = PEER_ALIKE | {"length": table.length, "width": table.width, "mouths": mouths}
    laws |= {"radius": radius, "mass": float(phys.mass), "nose_height": float(phys.nose_height)}
    return Laboratory(geometry, phys), laws


def pocket_launches(setting: Setting, n: int, seed: int) -> list[Launch]:
    """One ball from anywhere towards one of the six holes or beside it, any draw or follow."""
    draw = np.random.default_rng([seed, 6])
    bed, holes = setting.geometry.bed[0], setting.geometry.holes[0]
    radius = float(setting.phys[0].radius)
    found = []
    for _ in range(n):
        hole = holes[int(draw.integers(0, 6))]
        places = np.full((N_BALLS, 2), np.nan)
        x = float(draw.uniform(-1.0, 1.0) * (bed.half_x - 4.0 * radius))
        y = float(draw.uniform(-1.0, 1.0) * (bed.half_y - 4.0 * radius))
        aside = float(draw.uniform(-ASIDE, ASIDE))
        dx, dy = hole.x - x - aside * hole.axis_y, hole.y - y + aside * hole.axis_x
        way = math.atan2(dy, dx)
        speed, turn = float(draw.uniform(*SPEEDS)), float(draw.uniform(-1.0, 1.0))
        places[0] = x, y
        velocity, spin = np.zeros((N_BALLS, 3)), np.zeros((N_BALLS, 3))
        velocity[0] = speed * math.cos(way), speed * math.sin(way), 0.0
        spin[0] = turn * speed / radius * np.array([-math.sin(way), math.cos(way), 0.0])
        found.append(Launch(places, velocity, spin))
    return found


def our_fate(laboratory: Laboratory, start: Launch) -> Fate:
    """What becomes of the cue ball of a launch in this engine."""
    rubber = 0
    for e in release(laboratory, start).events:
        if e.kind == CUSHION:
            rubber += 1
        elif e.kind == POCKETED:
            return Fate(int(e.other), float(e.t), rubber)
    return Fate(-1, math.inf, rubber)


def fate_of(contacts: list[Contact]) -> Fate:
    """What became of the ball of a launch in the peer."""
    for k, contact in enumerate(contacts):
        if contact.kind == POCKET:
            return Fate(contact.other, contact.t, k)
    return Fate(-1, math.inf, len(contacts))


def same_fate(a: Fate, b: Fate) -> bool:
    """Whether a ball fell into the same pocket at the same time, or stayed up in both."""
    return a.pocket == b.pocket and (a.pocket < 0 or abs(a.t - b.t) <= CLOSE)


def is_touchy(laboratory: Laboratory, start: Launch) -> bool:
    """Whether our own ball falls otherwise, or later, when it starts SHIFT beside."""
    mine = our_fate(laboratory, start)
    for dx, dy in ((SHIFT, 0.0), (-SHIFT, 0.0), (0.0, SHIFT), (0.0, -SHIFT)):
        places = start.places.copy()
        places[0, :2] += dx, dy
        if not same_fate(mine, our_fate(laboratory, start._replace(places=places))):
            return True
    return False


class PocketFound(NamedTuple):
    """Launches of one rung in both engines; pairs are (agree, all)."""

    rung: int
    direct: tuple[int, int]  # no rubber before the pocket in either engine
    rubber: tuple[int, int]  # some
    pocket: int  # of these, launches with the same pocket whatever the time
    fell: tuple[int, int]  # launches that end in a pocket here, there
    worst: float  # difference of the times of direct ones [s]
    touchy: int  # of those that differ after rubber: our own ball differs when shifted

    @property
    def unexplained(self) -> int:
        """Launches that differ although nothing explains it."""
        left = self.direct[1] - self.direct[0]
        if self.rung == 0:
            left += self.rubber[1] - self.rubber[0] - self.touchy
        return left


def compare_fates(
    rung: int, laboratory: Laboratory, launches: list[Launch], theirs: list[Fate]
) -> PocketFound:
    """Compare the launches of a rung."""
    ours = [our_fate(laboratory, start) for start in launches]
    pairs = list(zip(ours, theirs, strict=True))
    direct = [(a, b) for a, b in pairs if a.rubber == b.rubber == 0]
    touched = [k for k, (a, b) in enumerate(pairs) if a.rubber or b.rubber]
    differ = [k for k in touched if not same_fate(*pairs[k])]
    times = [abs(a.t - b.t) for a, b in direct if a.pocket == b.pocket >= 0]
    return PocketFound(
        rung,
        (sum(same_fate(a, b) for a, b in direct), len(direct)),
        (len(touched) - len(differ), len(touched)),
        sum(pairs[k][0].pocket == pairs[k][1].pocket for k in touched),
        (sum(a.pocket >= 0 for a in ours), sum(b.pocket >= 0 for b in theirs)),
        max(times, default=0.0),
        sum(is_touchy(laboratory, launches[k]) for k in differ) if rung == 0 else 0,
    )


def pocket_table(found: list[PocketFound]) -> list[str]:
    """Markdown: one line per rung."""
    lines = [
        "| pockets, rung | lets in | fell, ours | peer | no rubber: same pocket and time "
        "| worst [s] | after rubber: same pocket and time | same pocket | chaotic | unexplained |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    for one in found:
        chaotic = f"{one.touchy}" if one.rung == 0 else "-"
        lines.append(
            f"| {POCKETS[one.rung].name} | {POCKETS[one.rung].difference} "
            f"| {one.fell[0]} | {one.fell[1]} | {one.direct[0]} of {one.direct[1]} "
            f"| {one.worst:.1e} | {one.rubber[0]} of {one.rubber[1]} "
            f"| {one.pocket} of {one.rubber[1]} | {chaotic} | {one.unexplained} |"
        )
    return lines
