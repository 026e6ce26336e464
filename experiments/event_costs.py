"""Where the time of a shot goes, by kind of event.

Nothing inside the simulator reads a clock. Shots are timed one by one, their events are counted by
kind from their state logs, and the cost of a kind is what explains the times best (least squares,
no cost negative). The cost of an event includes predicting anew whatever it changed.
"""

from __future__ import annotations

import time
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from experiments.fuzz import Bench, new_bench, play
from poolenv.kernel import kernel
from poolenv.physics.kinds import CUSHION_JAW, CUSHION_LINE
from poolenv.physics.scratch import new_scratch
from poolenv.physics.setting import Setting
from poolenv.states import ABSENT, AIRBORNE, FALLING, HELD, RIDING, STILL
from poolenv.table.geometry import Geometry

Numbers = NDArray[np.float64]

#: Times a shot is timed, the fastest counts; and times it is played by the clock.
TURNS, TIMES = 5, 8

START = "stroke, first predictions"
ENDS = "slide, roll or spin ends"
PAIR = "ball to ball"
CUSHION = "cushion"
JAW = "jaw of a pocket"
EDGE = "drop edge"
POCKET = "in a pocket"
AIR = "in the air, on a rail"
PRESSED = "pressed against a cushion"
TOUCH = "cue meets the cue ball again"
KINDS = (START, ENDS, PAIR, CUSHION, JAW, EDGE, POCKET, AIR, PRESSED, TOUCH)


def kind_of(before: Any, t: float) -> str:
    """What happened to a ball at time t, by what it was doing and waiting for."""
    if before.motion == FALLING:
        return POCKET
    if before.motion in (AIRBORNE, RIDING):
        return AIR
    if before.motion == HELD:
        return PRESSED
    if before.t_end <= t:
        return ENDS
    return {CUSHION_LINE: CUSHION, CUSHION_JAW: JAW}.get(int(before.geo_kind), EDGE)


def count_kinds(states: Any, balls: int) -> Numbers:
    """How often each kind occurred in a shot, in the order of KINDS.

    Args:
        states: (S,) record Body, the starts of all segments in order of time.
        balls: on the bed; the first so many entries begin the shot.
    """
    counts = dict.fromkeys(KINDS, 0)
    counts[START] = 1
    last = {int(state.ball): state for state in states[:balls]}
    row = balls
    while row < len(states):
        state = states[row]
        before = last[int(state.ball)]
        t = float(state.t0)
        alone = row + 1 == len(states) or states[row + 1].t0 != t
        if min(before.t_end, before.geo_t) > t and alone:
            counts[TOUCH] += 1
        elif min(before.t_end, before.geo_t) > t:
            counts[PAIR] += 1
            row += 1
            last[int(states[row].ball)] = states[row]
        else:
            counts[kind_of(before, t)] += 1
        last[int(state.ball)] = state
        row += 1
    return np.array([counts[kind] for kind in KINDS], dtype=np.float64)


class Cost(NamedTuple):
    """One kind of event."""

    kind: str
    per_shot: float  # how many
    each: float  # [s]
    share: float  # of the time of all shots


class Costs(NamedTuple):
    """Where the time of some shots goes."""

    kinds: list[Cost]  # the dearest first
    explained: float  # share of the variance of the times that the counts explain


def fit(counts: Numbers, seconds: Numbers) -> Costs:
    """Costs that explain times best; a kind that would get a negative cost gets none.

    Args:
        counts: (N, kinds) events.
        seconds: (N,) times of the shots.
    """
    used = counts.any(axis=0)
    each = np.zeros(len(KINDS))
    while True:
        each[:] = 0.0
        each[used] = np.linalg.lstsq(counts[:, used], seconds, rcond=None)[0]
        if (each >= 0.0).all():
            break
        used &= each > 0.0
    total = seconds.sum()
    rest = seconds - counts @ each
    costs = [
        Cost(kind, float(n.mean()), float(c), float(n.sum() * c / total))
        for kind, n, c in zip(KINDS, counts.T, each, strict=True)
        if n.any()
    ]
    costs.sort(key=lambda cost: -cost.share)
    return Costs(costs, 1.0 - float(rest.var() / seconds.var()))


@kernel
def play_times(
    geometry: Geometry, marks: Any, bench: Bench, pos: Any, motion: Any, times: int
) -> int:
    """Play the stroke of the bench again and again from one position.

    Args:
        geometry: colliders.
        marks: (K,) record Marks.
        bench: with the stroke.
        pos: (16, 3) where the balls lie [m].
        motion: (16,) their states.
        times: how often.

    Returns:
        Entries of the state log.
    """
    used = 0
    for _ in range(times):
        for ball in range(16):
            for axis in range(3):
                bench.pos[0, ball, axis] = pos[ball, axis]
            bench.motion[0, ball] = motion[ball]
        _, used = play(geometry, marks, bench)
    return used


def costs(setting: Setting, places: Numbers, strokes: Numbers) -> Costs:
    """Time shots one by one and share the time out among their events.

    Args:
        setting: equipment.
        places: (N, 16, 2) centres, NaN for absent balls [m].
        strokes: (N, 5) aim, speed of the cue, side, follow, elevation.
    """
    logged = new_bench(setting)
    timed = logged._replace(scratch=new_scratch())
    n = len(places)
    pos = np.full((n, *logged.pos.shape[1:]), setting.phys[0].radius)
    present = np.isfinite(places[..., 0])
    pos[..., :2] = np.where(present[..., None], places, 0.0)
    motion = np.where(present, STILL, ABSENT).astype(np.int8)
    counts, seconds = np.zeros((n, len(KINDS))), np.full(n, np.inf)
    names = ("aim", "speed", "side", "follow", "elevation")
    for turn in range(TURNS + 1):
        for i in range(n):
            for name, value in zip(names, strokes[i], strict=True):
                logged.action[name] = value
            where = setting.geometry, setting.marks
            if turn == 0:
                used = play_times(*where, logged, pos[i], motion[i], 1)
                counts[i] = count_kinds(logged.scratch.states[:used], int(present[i].sum()))
                play_times(*where, timed, pos[i], motion[i], 1)
                continue
            start = time.perf_counter()
            play_times(*where, timed, pos[i], motion[i], TIMES)
            seconds[i] = min(seconds[i], (time.perf_counter() - start) / TIMES)
    return fit(counts, seconds)


def cost_table(found: dict[str, Costs]) -> list[str]:
    """Markdown: kinds of events of some scenarios, with a line of what is explained."""
    lines = ["| shots | kind of event | per shot | us each | share |", "|---|---|---|---|---|"]
    for name, all_costs in found.items():
        lines += [
            f"| {name} | {cost.kind} | {cost.per_shot:.2f} | {1e6 * cost.each:.2f} "
            f"| {100.0 * cost.share:.0f} % |"
            for cost in all_costs.kinds
        ]
    known = ", ".join(f"{name} {100.0 * c.explained:.0f} %" for name, c in found.items())
    return [*lines, "", f"The counts explain of the variance of the times: {known}."]
