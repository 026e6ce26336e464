"""Curves of the simulator over published points and formulas. Needs matplotlib."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numpy as np

from experiments import published as known
from experiments.measures import (
    collide,
    jump_result,
    open_bed,
    rebound,
    squirt,
    table_lengths,
)
from poolenv.physics.setting import setting_of

POOL = setting_of()
SNOOKER = setting_of("snooker", "snooker", "snooker")
CAROM = setting_of("carom", "carom_match", "carom")


def _curve(axes: Any, xs: Iterable[float], f: Callable[[float], float], **style: Any) -> None:
    places = [float(x) for x in xs]
    axes.plot(places, [f(x) for x in places], **style)


def perpendicular(axes: Any) -> None:
    """Rebound of rolling balls."""
    speeds = np.linspace(0.28, 3.5, 60)
    bed = open_bed(SNOOKER)
    _curve(axes, speeds, lambda v: rebound(bed, v, 90.0).speed / v, label="snooker, ours")
    _curve(
        axes, speeds, lambda v: known.snooker_rebound(v) / v, ls="--", label="snooker, fit of 2009"
    )
    bed = open_bed(CAROM)
    _curve(axes, speeds, lambda v: rebound(bed, v, 90.0).speed / v, label="carom, ours")
    tracked = np.array(known.CAROM_REBOUNDS)
    axes.plot(tracked[:, 0], tracked[:, 1], "o", label="carom, tracked")
    axes.set(title="Perpendicular rebound, rolling", xlabel="speed [m/s]", ylabel="out / in")


def oblique(axes: Any) -> None:
    """Angle after a cushion, by angle before and english."""
    bed = open_bed(POOL, **known.MATHAVAN_BALL)
    for side, colour in ((1.0, "C0"), (0.0, "C1"), (-1.0, "C2")):
        _curve(
            axes,
            np.linspace(10.0, 85.0, 60),
            lambda a, side=side: rebound(bed, 2.0, a, 1.0, side).angle,  # type: ignore[misc]
            color=colour,
            label=f"R w_z/v = {side:+g}, ours",
        )
        points = [row for row in known.MODEL_OBLIQUE if row[1:3] == (1.0, side)]
        axes.plot([p[0] for p in points], [p[4] for p in points], "o", color=colour)
    axes.set(
        title="Oblique rebound, rolling at 2 m/s (points: model of 2010)",
        xlabel="angle in, from the cushion [deg]",
        ylabel="angle out [deg]",
    )


def throw(axes: Any) -> None:
    """Throw by cut and speed."""
    bed = open_bed(POOL, e_ball=1.0)
    cuts = np.linspace(1.0, 80.0, 80)
    for speed, colour in ((0.447, "C0"), (1.341, "C1"), (3.129, "C2")):
        _curve(
            axes,
            cuts,
            lambda f, v=speed: collide(bed, v, f).throw,  # type: ignore[misc]
            color=colour,
            label=f"{speed:g} m/s, ours",
        )
        _curve(
            axes,
            cuts,
            lambda f, v=speed: known.throw_of_tp_a14(v, f, 0.0),  # type: ignore[misc]
            color="k",
            ls=":",
        )
    axes.set(title="Throw, stun (dotted: TP A.14)", xlabel="cut [deg]", ylabel="throw [deg]")


def lengths(axes: Any) -> None:
    """Table lengths by speed."""
    _curve(
        axes,
        np.linspace(0.5, 13.0, 60),
        lambda mph: table_lengths(POOL, mph * known.MPH),
        label="ours",
    )
    points = np.array(known.LENGTHS)
    axes.plot(points[:, 0], points[:, 1], "o", label="TP B.6")
    axes.set(title="Rolling ball, nine-foot table", xlabel="speed [mph]", ylabel="table lengths")


def squirts(axes: Any) -> None:
    """Squirt by offset."""
    for ratio, colour in ((20.151, "C0"), (12.008, "C1")):
        sides = np.linspace(0.0, 0.5, 40)
        _curve(
            axes,
            sides,
            lambda a, m=ratio: squirt(a, m),  # type: ignore[misc]
            color=colour,
            label=f"end mass 1/{ratio:.0f} of the ball, ours",
        )
        _curve(
            axes,
            sides,
            lambda a, m=ratio: known.squirt_of_tp_a31(a, m),  # type: ignore[misc]
            color="k",
            ls=":",
        )
    axes.plot([row[1] for row in known.SQUIRTS[:2]], [row[3] for row in known.SQUIRTS[:2]], "o")
    axes.set(
        title="Squirt (points: measured, dotted: TP A.31)", xlabel="offset [R]", ylabel="[deg]"
    )


def deflections(axes: Any) -> None:
    """Deflection of a rolling cue ball by cut."""
    cuts = np.linspace(1.0, 85.0, 80)
    ideal = open_bed(POOL, e_ball=1.0, mu_ball_a=0.0, mu_ball_b=0.0)
    snooker = open_bed(SNOOKER)
    _curve(axes, cuts, lambda f: collide(ideal, 1.0, f, 1.0).deflection, label="ideal, ours")
    _curve(axes, cuts, known.deflection_of_tp_33, color="k", ls=":", label="TP 3.3")
    _curve(axes, cuts, lambda f: collide(snooker, 1.3, f, 1.0).deflection, label="snooker, ours")
    tracked = np.array(known.TRACKED)
    axes.plot(tracked[:, 1], tracked[:, 4], "o", label="snooker, tracked")
    axes.set(title="The 30-degree rule", xlabel="line of centres [deg]", ylabel="deflection [deg]")


def heights(axes: Any) -> None:
    """A jump and its bounces, with the parabola of the first flight."""
    speed, elevation, cloth = known.JUMP
    result = jump_result(POOL, speed, elevation, cloth)
    motion = result.at(np.linspace(0.0, 0.8, 400))
    radius, g = motion.radius, motion.gravity
    axes.plot(motion.time, 1000.0 * (motion.position[:, 0, 2] - radius), label="ours")
    up = 0.6 * speed * np.sin(np.radians(elevation))
    times = np.linspace(0.0, 2.0 * up / g, 50)
    axes.plot(times, 1000.0 * (up * times - 0.5 * g * times**2), "k:", label="first parabola")
    axes.axhline(2000.0 * radius, color="0.7", label="over a ball")
    axes.set(title="Jump of 4 m/s at 45 deg", xlabel="time [s]", ylabel="height [mm]")


PLOTS: dict[str, Callable[[Any], None]] = {
    "cushion_perpendicular": perpendicular,
    "cushion_oblique": oblique,
    "throw": throw,
    "table_lengths": lengths,
    "squirt": squirts,
    "deflection": deflections,
    "jump": heights,
}


def draw(out: Path) -> list[Path]:
    """Write every plot as a PNG file into a folder that exists; returns their paths."""
    from matplotlib.figure import Figure

    paths = []
    for name, paint in PLOTS.items():
        figure = Figure(figsize=(6.0, 4.0), layout="constrained")
        axes = figure.subplots()
        paint(axes)
        axes.legend(fontsize="small")
        axes.grid(alpha=0.3)
        path = out / f"{name}.png"
        part = path.with_suffix(".part.png")
        figure.savefig(part, dpi=150)
        part.replace(path)
        paths.append(path)
    return paths
