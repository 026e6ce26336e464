"""How many shots a second: by number of balls, at the break, with two threads, beside a peer.

    python experiments/throughput.py [--peer-python PATH]

Beside the default table, whose pockets capture at a circle, the same shots on a table whose pockets
have a drop edge, a wall and a rim; there it also says where the time goes, by kind of event.

Prints Markdown. Figures are medians of interleaved repeats, in processor time of one core; the
calibration loop beside them does a fixed amount of arithmetic, so that days and machines compare.
``--peer-python`` names an interpreter that has pooltool: it plays the first of the same shots in
turn with this engine.
"""

from __future__ import annotations

import argparse
import math
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from experiments.clock import calibration_loop, seconds
from experiments.environment_time import environment, environment_line
from experiments.event_costs import Costs, cost_table, costs
from experiments.peer import PeerProcess
from poolenv import simulate_many
from poolenv.balls import N_BALLS, OBJECT_BALLS, one
from poolenv.physics.setting import Setting, setting_of
from poolenv.rng import seed_words
from poolenv.states import STILL
from poolenv.table.layouts import clear_bed, scatter_balls
from poolenv.table.racks import (
    EIGHT_BALL_RACK,
    NINE_BALL_RACK,
    full_rack,
    load_gaps,
    rack_balls,
)

Numbers = NDArray[np.float64]

#: The table on which a ball falls over an edge.
DROP_TABLE: dict[str, Any] = {"extends": "nine_foot", "pockets": {"mode": "drop"}}
#: How many shots of which scenarios are taken apart by kind of event; breaks of all speeds, because
#: hard ones are so alike that their times do not tell the kinds of event apart.
TAKEN_APART = {"3 object balls": 600, "15 object balls": 600, "8-ball break": 300}
#: Object balls of the ordinary shots.
OBJECT_BALL_COUNTS = (1, 3, 7, 15)
ORDINARY_SHOTS = 12_000
BREAK_SHOTS = 2000
#: The peer plays the first shots of each scenario: it takes a thousand times as long.
PEER_SHOTS = {"1 object ball": 80, "3 object balls": 80, "7 object balls": 50}
PEER_SHOTS |= {"15 object balls": 30, "9-ball break": 20, "8-ball break": 8}
REPEATS = 5
#: One thread and two, in turn so often.
TURNS_OF_THREADS = 11
CALIBRATION = 20_000_000
TABLES = 256


class Shots(NamedTuple):
    """Shots of one scenario; speed is that of the cue ball."""

    places: Numbers  # (N, 16, 2), NaN for absent balls [m]
    strokes: Numbers  # (N, 4) aim [rad], speed of the cue ball [m/s], side, follow

    def cue_strokes(self, setting: Setting) -> Numbers:
        """(N, 5) strokes in the order of :func:`simulate_many`, with the speed of the cue."""
        phys = setting.phys[0]
        aim, speed, side, follow = self.strokes.T
        share = phys.mass / phys.cue_mass + 1.0 + 2.5 * (side * side + follow * follow)
        cue = speed * share / (1.0 + phys.e_tip)
        return np.column_stack([aim, cue, side, follow, np.zeros(len(aim))])


def ordinary(setting: Setting, balls: int, n: int, seed: int) -> Shots:
    """Random layouts, aimed within 30 degrees of a random ball, 0.5 to 5 m/s, some english."""
    pos, motion = np.zeros((n, N_BALLS, 3)), np.zeros((n, N_BALLS), dtype=np.int8)
    words, draw = seed_words(seed, n), np.random.default_rng(seed)
    chosen = one(0) | (OBJECT_BALLS & ((2 << balls) - 2))
    strokes = np.zeros((n, 4))
    for i in range(n):
        clear_bed(pos, motion, i)
        scatter_balls(chosen, setting.marks[0], 0.0005, pos, motion, words, i)
        target = int(draw.integers(1, balls + 1))
        dx, dy, _ = pos[i, target] - pos[i, 0]
        strokes[i, 0] = math.atan2(dy, dx) + math.radians(draw.uniform(-30.0, 30.0))
    strokes[:, 1] = draw.uniform(0.5, 5.0, n)
    strokes[:, 2:] = draw.uniform(-0.3, 0.3, (n, 2))
    return Shots(np.where((motion == STILL)[..., None], pos[..., :2], np.nan), strokes)


def breaks(setting: Setting, rack: int, n: int, seed: int) -> Shots:
    """Racks set with a template, broken near the middle at 8 to 10 m/s."""
    pos, motion = np.zeros((n, N_BALLS, 3)), np.zeros((n, N_BALLS), dtype=np.int8)
    words, draw = seed_words(seed, n), np.random.default_rng(seed)
    marks, gaps = setting.marks[0], load_gaps("template")
    for i in range(n):
        clear_bed(pos, motion, i)
        rack_balls(rack, full_rack(rack), marks, gaps.mean, gaps.spread, pos, motion, words, i)
    pos[:, 0, 0] = marks.head_spot
    pos[:, 0, 1] = draw.uniform(-0.05, 0.05, n)
    motion[:, 0] = STILL
    strokes = np.zeros((n, 4))
    way = marks.foot_spot - pos[:, 0, 0]
    strokes[:, 0] = np.arctan2(-pos[:, 0, 1], way) + np.radians(draw.uniform(-0.5, 0.5, n))
    strokes[:, 1] = draw.uniform(8.0, 10.0, n)
    return Shots(np.where((motion == STILL)[..., None], pos[..., :2], np.nan), strokes)


def scenarios(setting: Setting) -> dict[str, Shots]:
    """All shots that are timed, by the name of their scenario."""
    found = {
        f"{k} object ball{'s' if k > 1 else ''}": ordinary(setting, k, ORDINARY_SHOTS, 1000 * k)
        for k in OBJECT_BALL_COUNTS
    }
    found["9-ball break"] = breaks(setting, NINE_BALL_RACK, BREAK_SHOTS, 90_000)
    found["8-ball break"] = breaks(setting, EIGHT_BALL_RACK, BREAK_SHOTS, 80_000)
    return found


class Peer:
    """pooltool in its own interpreter, answering one request at a time."""

    def __init__(self, python: Path, setting: Setting, shots: dict[str, Shots]) -> None:
        self.folder = tempfile.TemporaryDirectory()
        path = Path(self.folder.name) / "shots.npz"
        table, balls = setting.equipment.table, setting.equipment.balls
        arrays = {"sizes": np.array([table.length, table.width, balls.radius, balls.mass])}
        for name, played in shots.items():
            arrays[f"{name} places"] = played.places[: PEER_SHOTS[name]]
            arrays[f"{name} strokes"] = played.strokes[: PEER_SHOTS[name]]
        np.savez(path, **arrays)  # type: ignore[arg-type]
        self.process = PeerProcess(python, "peer_shots.py")
        self.version = str(self.process.ask(str(path))["version"])

    def ask(self, name: str) -> dict[str, Any]:
        """Play the shots of a scenario once more."""
        return self.process.ask(name)

    def close(self) -> None:
        """End the process."""
        self.process.close()
        self.folder.cleanup()


class Timing(NamedTuple):
    """Median times of one scenario."""

    shots: int
    events: float  # per shot
    core: float  # [s] of one core for all shots
    drop: float  # [s] the same on a table with drop edges
    scaling: float  # with two threads, by the clock on the wall
    peer: float  # [s] per shot, 0 without a peer
    peer_events: float  # per shot


def measure(setting: Setting, shots: dict[str, Shots], peer: Peer | None) -> dict[str, Timing]:
    """Time every scenario, one after the other, several times round."""
    times: dict[str, list[tuple[float, ...]]] = {name: [] for name in shots}
    scaling: dict[str, float] = {}
    events: dict[str, tuple[float, float]] = {}
    strokes = {name: played.cue_strokes(setting) for name, played in shots.items()}
    for name, played in shots.items():
        result = simulate_many(played.places, strokes[name])
        answer = peer.ask(name) if peer else {"events": 0, "shots": 1}
        events[name] = float(result.n_events.mean()), answer["events"] / answer["shots"]
    for _ in range(REPEATS):
        for name, played in shots.items():

            def play(
                table: Any = "nine_foot",
                name: str = name,
                places: Numbers = played.places,
            ) -> None:
                simulate_many(places, strokes[name], table=table)

            answer = peer.ask(name) if peer else {"seconds": 0.0, "shots": 1}
            core = seconds(play)
            drop = seconds(lambda: play(DROP_TABLE))
            times[name].append((core, drop, answer["seconds"] / answer["shots"]))
    for name, played in shots.items():
        walls = [
            [
                seconds(
                    lambda k=k, p=played, s=strokes[name]: simulate_many(p.places, s, threads=k),  # type: ignore[misc]
                    time.perf_counter,
                )
                for k in (1, 2)
            ]
            for _ in range(TURNS_OF_THREADS)
        ]
        one, two = (statistics.median(column) for column in zip(*walls, strict=True))
        scaling[name] = one / two
    return {
        name: _median(len(shots[name].places), times[name], scaling[name], *events[name])
        for name in shots
    }


def _median(
    shots: int,
    rounds: list[tuple[float, ...]],
    scaling: float,
    events: float,
    peer_events: float,
) -> Timing:
    core, drop, peer = (statistics.median(column) for column in zip(*rounds, strict=True))
    return Timing(shots, events, core, drop, scaling, peer, peer_events)


def engine_table(timings: dict[str, Timing]) -> list[str]:
    """Shots a second of this engine, as Markdown."""
    lines = [
        "| shots | shots/s, one core | events/shot | us/event | with drop edges | two threads |",
        "|---|---|---|---|---|---|",
    ]
    for name, t in timings.items():
        per_event = 1e6 * t.core / (t.shots * t.events)
        lines.append(
            f"| {name} | {t.shots / t.core:,.0f} | {t.events:.1f} | {per_event:.2f} "
            f"| {t.shots / t.drop:,.0f} | {t.scaling:.2f}x |"
        )
    return lines


def peer_table(timings: dict[str, Timing], version: str) -> list[str]:
    """This engine beside the peer on the same shots, as Markdown."""
    lines = [
        f"| shots | poolenv shots/s | pooltool {version} shots/s | ratio | its events/shot |",
        "|---|---|---|---|---|",
    ]
    for name, t in timings.items():
        ours, theirs = t.shots / t.core, 1.0 / t.peer
        lines.append(
            f"| {name} | {ours:,.0f} | {theirs:,.1f} | {ours / theirs:,.0f}x "
            f"| {t.peer_events:.1f} |"
        )
    return lines


def taken_apart(shots: dict[str, Shots]) -> dict[str, Costs]:
    """Where the time of some scenarios goes on the table with drop edges."""
    setting = setting_of(DROP_TABLE)
    found = {}
    for name, n in TAKEN_APART.items():
        strokes = shots[name].cue_strokes(setting)[:n]
        if name.endswith("break"):
            name += ", 10 to 100 % of the speed"
            strokes[:, 1] *= np.linspace(0.1, 1.0, n)
        found[name] = costs(setting, shots[name.split(",")[0]].places[:n], strokes)
    return found


def main() -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--peer-python", type=Path, help="an interpreter that has pooltool")
    given = parser.parse_args()
    setting = setting_of()
    shots = scenarios(setting)
    calibration_loop(1)
    before = seconds(lambda: calibration_loop(CALIBRATION))
    peer = Peer(given.peer_python, setting, shots) if given.peer_python else None
    timings = measure(setting, shots, peer)
    after = seconds(lambda: calibration_loop(CALIBRATION))
    print("\n".join(engine_table(timings)))
    print("\n" + "\n".join(cost_table(taken_apart(shots))))
    print("\n" + environment_line(environment(tables=TABLES), TABLES))
    nanoseconds = [1e9 * t / CALIBRATION for t in (before, after)]
    print(f"\nCalibration loop: {nanoseconds[0]:.2f} ns a step before, {nanoseconds[1]:.2f} after.")
    if peer is None:
        print("\nNo peer: give --peer-python the path of an interpreter that has pooltool.")
    else:
        print("\n" + "\n".join(peer_table(timings, peer.version)))
        peer.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
