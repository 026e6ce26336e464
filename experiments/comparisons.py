"""What is compared with published numbers: one function a subject, one row a number."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from experiments import published as known
from experiments.measures import (
    chain,
    collide,
    drop,
    jump,
    kept_energy,
    most_deflection,
    open_bed,
    rack,
    rebound,
    squirt,
    table_lengths,
)
from poolenv.physics.setting import setting_of

POOL = setting_of()
SNOOKER = setting_of("snooker", "snooker", "snooker")
CAROM = setting_of("carom", "carom_match", "carom")


class Row(NamedTuple):
    """One number."""

    what: str
    ours: float
    theirs: float
    unit: str
    tolerance: float | None  # None: the source gives a range or a trend only
    source: str

    @property
    def in_tolerances(self) -> float | None:
        """Distance in tolerances."""
        return None if self.tolerance is None else abs(self.ours - self.theirs) / self.tolerance


def perpendicular() -> list[Row]:
    """Rolling balls that meet a cushion at a right angle."""
    rows = []
    for speed in known.SNOOKER_SPEEDS:
        theirs = known.snooker_rebound(speed)
        ours = rebound(open_bed(SNOOKER), speed, 90.0).speed
        rows.append(
            Row(f"snooker, {speed:g} m/s: out", ours, theirs, "m/s", 0.08, known.MATHAVAN_2009)
        )
    for speed, out, rolled, spin in known.CAROM_REBOUNDS:
        one = rebound(open_bed(CAROM), speed, 90.0)
        name = f"carom, {speed:g} m/s"
        rows += [
            Row(f"{name}: out/in", one.speed / speed, out, "", 0.04, known.CAROM_TRACKS),
            Row(f"{name}: rolled out/in", one.rolled_out, rolled, "", 0.03, known.CAROM_TRACKS),
            Row(f"{name}: R w/v kept", one.forward_spin, spin, "", 0.08, known.CAROM_TRACKS),
        ]
    one = rebound(open_bed(POOL, **known.MATHAVAN_BALL), 1.0, 90.0)
    out, spin = known.MODEL_PERPENDICULAR
    return [
        *rows,
        Row("model: out/in", one.speed, out, "", 0.001, known.MATHAVAN_2010),
        Row("model: R w/v kept", one.forward_spin, spin, "", 0.005, known.MATHAVAN_2010),
    ]


def oblique() -> list[Row]:
    """Balls of 2 m/s that meet a cushion at an angle."""
    bed = open_bed(POOL, **known.MATHAVAN_BALL)
    rows = []
    for angle, top, side, speed, out, spin in known.MODEL_OBLIQUE:
        one = rebound(bed, 2.0, angle, top, side)
        name = f"{angle:g} deg, top {top:g}, side {side:+g}"
        source = known.MATHAVAN_2010
        rows += [
            Row(f"{name}: out", one.speed, speed, "m/s", 0.002 * speed, source),
            Row(f"{name}: angle out", one.angle, out, "deg", 0.15, source),
            Row(f"{name}: R w_z/v", one.sidespin, spin, "", 0.005, source),
        ]
    return rows


def throw() -> list[Row]:
    """Throw of the object ball by cut, speed and english."""
    bed = open_bed(POOL, e_ball=1.0)
    rows = []
    for speed, cut, top, side, theirs in known.THROWS:
        ours = abs(collide(bed, speed, cut, top, side).throw)
        how = "rolling" if top else "stun"
        name = f"{speed:.2f} m/s, cut {cut:g} deg, {how}, R w_z/v {side:g}"
        rows.append(Row(name, ours, theirs, "deg", 0.02, known.TP_A14))
    for speed in known.VIDEO_SPEEDS:
        ours = collide(open_bed(POOL), speed, 10.0).throw
        rows.append(Row(f"{speed:g} m/s, cut 10 deg, video", ours, 1.5, "deg", 0.5, known.BD_2006))
    dirty = open_bed(POOL, e_ball=1.0, **known.USED_BALLS)
    for speed, cut, theirs, within in known.COLENSO:
        ours = collide(dirty, speed, cut).throw
        name = f"{speed:.2f} m/s, cut {cut:g} deg, used balls"
        rows.append(Row(name, ours, theirs, "deg", within, known.TP_B3))
    return rows


def lengths() -> list[Row]:
    """How far a ball rolls on a nine-foot table."""
    return [
        Row(
            f"rolling at {mph:g} mph",
            table_lengths(POOL, mph * known.MPH),
            theirs,
            "lengths",
            0.08 * theirs,
            known.TP_B6,
        )
        for mph, theirs in known.LENGTHS
    ]


def squirts() -> list[Row]:
    """Deflection of the cue ball from the aim, by english and end mass."""
    return [
        Row(
            f"{cue}, {side:.2f} R off centre",
            squirt(side, mass),
            theirs,
            "deg",
            within,
            known.TP_B1,
        )
        for cue, side, mass, theirs, within in known.SQUIRTS
    ]


def angles() -> list[Row]:
    """The 90- and 30-degree rules, ideal and real."""
    half = 30.0
    real = open_bed(POOL, e_ball=0.94, mu_ball_a=0.06, mu_ball_b=0.0)
    lively = open_bed(POOL, e_ball=1.0, mu_ball_a=0.06, mu_ball_b=0.0)
    ideal = open_bed(POOL, e_ball=1.0, mu_ball_a=0.0, mu_ball_b=0.0)
    one, other = collide(real, 1.0, half), collide(lively, 1.0, half)
    rows = [
        Row(
            "half ball, stun, ideal: separation",
            collide(ideal, 1.0, half).separation,
            90.0,
            "deg",
            1e-6,
            known.TP_31,
        ),
        Row(
            "the same, e 0.94, mu 0.06: separation",
            one.separation,
            83.259,
            "deg",
            0.001,
            known.TP_A5,
        ),
        Row("the same, e 0.94, mu 0.06: throw", one.throw, 3.434, "deg", 0.001, known.TP_A5),
        Row(
            "the same, e 1, mu 0.06: separation",
            other.separation,
            86.566,
            "deg",
            0.001,
            known.TP_A5,
        ),
        Row(
            "half ball, rolling: deflection",
            collide(ideal, 1.0, half, 1.0).deflection,
            33.670,
            "deg",
            0.001,
            known.TP_33,
        ),
        Row(
            "three-quarter ball, rolling: deflection",
            collide(ideal, 1.0, known.THREE_QUARTER, 1.0).deflection,
            27.626,
            "deg",
            0.001,
            known.TP_33,
        ),
        Row(
            "rolling: largest deflection",
            most_deflection(ideal, 1.0),
            33.749,
            "deg",
            0.001,
            known.TP_33,
        ),
    ]
    bed = open_bed(SNOOKER)
    for speed, cut, cue, ball, turned in known.TRACKED:
        hit = collide(bed, speed, cut, 1.0)
        name = f"tracked, {speed:g} m/s, cut {cut:g} deg"
        rows += [
            Row(f"{name}: cue ball", hit.cue_speed, cue, "m/s", 0.14 * cue, known.MATHAVAN_2014),
            Row(
                f"{name}: object ball",
                hit.object_speed,
                ball,
                "m/s",
                0.06 * ball,
                known.MATHAVAN_2014,
            ),
            Row(f"{name}: deflection", hit.deflection, turned, "deg", 4.2, known.MATHAVAN_2014),
        ]
    return rows


def flight() -> list[Row]:
    """Jump, bounce on the slate, hop of a cue ball."""
    leap = jump(POOL, *known.JUMP)
    first, second, apex = drop(POOL, 0.050)
    hop = collide(open_bed(POOL, mu_ball_a=0.06, mu_ball_b=0.0), 12.0 * known.MPH, 0.0, 1.0)
    return [
        Row("4 m/s at 45 deg, slate 0.6: apex", leap.apex, 0.146789, "m", 1e-6, known.BALLISTICS),
        Row("the same: time of flight", leap.time, 0.345985, "s", 1e-6, known.BALLISTICS),
        Row("the same: way", leap.way, 0.978593, "m", 1e-6, known.BALLISTICS),
        Row("fall from 50 mm, slate 0.5: first", first, 0.100964, "s", 1e-6, known.BALLISTICS),
        Row("the same: second impact", second, 0.201928, "s", 1e-6, known.BALLISTICS),
        Row("the same: second apex", apex, 0.0125, "m", 1e-6, known.BALLISTICS),
        Row("rolling full hit, 12 mph: hop", hop.hop / known.INCH, 0.196, "in", 0.002, known.TP_B5),
        Row("the same: time of the hop", hop.hop_time, 0.064, "s", 0.0006, known.TP_B5),
    ]


def energy() -> list[Row]:
    """What frozen balls and a rack make of the cue ball's momentum and energy."""
    line = chain(POOL, 3, 1.0, 1.0)
    pair = chain(POOL, 2, 1.0, 1.0)
    rows = [
        Row(f"two frozen balls, ball {k + 1}: v/v0", float(v), theirs, "", 0.002, known.TP_B29)
        for k, (v, theirs) in enumerate(zip(line.vx, known.CHAIN, strict=True))
    ]
    rows += [
        Row("two balls, 1 m/s: time of contact", 1e6 * pair.elapsed, 329.0, "us", 7.0, known.HERTZ),
        Row("two balls, 1 m/s: largest force", pair.peak, 952.0, "N", 29.0, known.HERTZ),
    ]
    for gap, back in known.RACKS:
        after = rack(POOL, gap, 9.0, known.RACK_E)
        name = f"15 balls, 9 m/s, gaps {1e6 * gap:g} um"
        corner = float((after.vx[11] ** 2 + after.vy[11] ** 2) ** 0.5)
        rows += [
            Row(f"{name}: cue ball", float(after.vx[0]), back, "m/s", None, known.RACK),
            Row(f"{name}: corner balls", corner, known.CORNERS, "m/s", None, known.RACK),
            Row(f"{name}: energy kept", kept_energy(after, 9.0), known.KEPT, "", None, known.RACK),
        ]
    return rows


SUBJECTS: dict[str, Callable[[], list[Row]]] = {
    "Cushion, perpendicular": perpendicular,
    "Cushion, oblique": oblique,
    "Throw": throw,
    "Table lengths": lengths,
    "Squirt": squirts,
    "The 90- and 30-degree rules": angles,
    "Jump, bounce, hop": flight,
    "Frozen balls and the break": energy,
}
