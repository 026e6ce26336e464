"""Random hard shots, each checked against the laws that hold whatever the model.

    python experiments/fuzz.py --shots 100000 --seed 0
    python experiments/fuzz.py --shots 1000000 --seed 0 --equipment drawn
    python experiments/fuzz.py --shots 100000 --layouts packed

Positions: scattered, frozen racks, balls on rails, in jaws, in chains, gaps from 0 to 0.1 mm; or
nothing but balls packed into the mouths of pockets and into corners.
Strokes: cue-ball speeds from 0.01 to 16 m/s, offsets to the miscue limit and beyond, cues elevated
up to 85 degrees. With drawn equipment every block of shots has a table, a cloth, balls and a cue of
its own, at the ends of their ranges or between, chalk and lamp included. Prints a table and exits
with 1 if anything is not as it must be.
"""

from __future__ import annotations

import argparse
import sys
import threading
import time
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from experiments.equipment import draw_equipment
from experiments.invariants import FAULTS, MOST, WORST, Findings, add, check_log
from experiments.layouts import KINDS, PACKED, draw_stroke, lay_out
from experiments.packs import aim_at_pack, lay_pack
from poolenv.balls import N_BALLS
from poolenv.events import EVENT_CAP, LOG_CAPACITY, TRUNCATED
from poolenv.kernel import kernel
from poolenv.physics.body import Body
from poolenv.physics.scratch import Scratch, new_scratch
from poolenv.physics.setting import Setting, setting_of
from poolenv.physics.shot import shoot
from poolenv.physics.watch import WATCH_CUE_BALL
from poolenv.records import Action, Event, rows
from poolenv.rng import seed_words
from poolenv.table.geometry import Geometry
from poolenv.table.phys import Phys
from poolenv.threads import check_threads, for_rows

#: Shots whose seeds are made at a time.
BLOCK = 20_000
#: Shots with the same drawn equipment.
EQUIPMENT_BLOCK = 500


class Bench(NamedTuple):
    """One row of everything that a shot needs, for one thread."""

    action: Any  # (1,) record Action
    phys: Any  # (1,) record Phys
    pos: NDArray[np.float64]  # (1, 16, 3)
    motion: NDArray[np.int8]  # (1, 16)
    log: Any  # (1, LOG_CAPACITY) record Event
    log_len: NDArray[np.int64]  # (1,)
    rng: NDArray[np.uint64]  # (1,)
    scratch: Scratch
    current: Any  # (16,) record Body, the checker's scratch
    now: Any  # (16,) record Body
    present: NDArray[np.int64]  # (16,)
    packed: bool  # whether balls are packed into the mouths of pockets


def new_bench(setting: Setting, packed: bool = False) -> Bench:
    """Fresh arrays for one thread.

    Args:
        setting: equipment.
        packed: whether every position has balls packed into the mouth of a pocket.
    """
    phys = rows(Phys, 1)
    phys[0] = setting.phys[0]
    return Bench(
        action=rows(Action, 1),
        phys=phys,
        pos=np.zeros((1, N_BALLS, 3)),
        motion=np.zeros((1, N_BALLS), dtype=np.int8),
        log=rows(Event, 1, LOG_CAPACITY),
        log_len=np.zeros(1, dtype=np.int64),
        rng=np.zeros(1, dtype=np.uint64),
        scratch=new_scratch(2 * EVENT_CAP + N_BALLS + 1),
        current=rows(Body, N_BALLS),
        now=rows(Body, N_BALLS),
        present=np.zeros(N_BALLS, dtype=np.int64),
        packed=packed,
    )


@kernel
def draw_shot(geometry: Geometry, marks: Any, bench: Bench, word: Any) -> int:
    """Lay out the position and the stroke of one random word; returns the kind of layout."""
    bench.rng[0] = word
    k = bench.phys[0].table
    if bench.packed:
        lay_pack(geometry, k, marks[k], bench.pos, bench.motion, bench.rng, 0)
        draw_stroke(bench.phys[0], bench.pos, bench.motion, bench.action, bench.rng, 0)
        aim_at_pack(bench.phys[0], bench.pos, bench.motion, bench.action, bench.rng, 0)
        return PACKED
    kind = lay_out(geometry, k, marks[k], bench.pos, bench.motion, bench.rng, 0)
    draw_stroke(bench.phys[0], bench.pos, bench.motion, bench.action, bench.rng, 0)
    return kind


@kernel
def play(geometry: Geometry, marks: Any, bench: Bench) -> tuple[int, int]:
    """Play the shot that is laid out; returns (resolved events, entries of the state log)."""
    return shoot(
        geometry,
        marks,
        bench.phys[0],
        bench.action,
        bench.pos,
        bench.motion,
        bench.log,
        bench.log_len,
        bench.scratch,
        WATCH_CUE_BALL,
        0,
        0,
    )


@kernel
def fuzz_rows(
    geometry: Geometry, marks: Any, bench: Bench, words: Any, lo: int, hi: int, out: Any
) -> None:
    """Draw, play and check the shots of words lo to hi - 1.

    Args:
        geometry: colliders.
        marks: (K,) record Marks.
        bench: scratch of this thread.
        words: (N,) random words, one per shot; not changed.
        lo: first shot.
        hi: end of the shots.
        out: (kinds of layout,) record Findings, added to.
    """
    for i in range(lo, hi):
        kind = draw_shot(geometry, marks, bench, words[i])
        events, used = play(geometry, marks, bench)
        found = out[kind]
        found.most_events = max(found.most_events, events)
        found.most_logged = max(found.most_logged, bench.log_len[0])
        capped = bench.log[0, bench.log_len[0] - 1].kind == TRUNCATED
        check_log(
            bench.scratch.states,
            used,
            capped,
            bench.phys[0],
            geometry,
            bench.current,
            bench.now,
            bench.present,
            found,
        )


def fuzz(setting: Setting, shots: int, seed: int, threads: int = 1, packed: bool = False) -> Any:
    """Findings of random shots by kind of layout; the same for any number of threads.

    Args:
        setting: equipment.
        shots: how many.
        seed: shot i is drawn from seed + i.
        threads: how many share the work.
        packed: whether every position has balls packed into the mouth of a pocket.
    """
    total = rows(Findings, len(KINDS))
    lock = threading.Lock()

    for first in range(0, shots, BLOCK):
        words = seed_words(seed + first, min(BLOCK, shots - first))

        def work(lo: int, hi: int, words: NDArray[np.uint64] = words) -> None:
            part = rows(Findings, len(KINDS))
            bench = new_bench(setting, packed)
            fuzz_rows(setting.geometry, setting.marks, bench, words, lo, hi, part)
            with lock:
                for a, b in zip(part, total, strict=True):
                    add(a, b)

        for_rows(work, len(words), threads)
    return total


def fuzz_drawn(
    shots: int, seed: int, threads: int = 1, mode: str | None = None, packed: bool = False
) -> Any:
    """Findings of random shots with equipment drawn anew for every EQUIPMENT_BLOCK of them.

    Args:
        shots: how many.
        seed: shot i is drawn from seed + i, equipment from the seed of its first shot.
        threads: how many share the work.
        mode: how a ball falls; None: drawn as well.
        packed: whether every position has balls packed into the mouth of a pocket.
    """
    total = rows(Findings, len(KINDS))
    for first in range(0, shots, EQUIPMENT_BLOCK):
        setting = draw_equipment(seed + first, mode)
        part = fuzz(setting, min(EQUIPMENT_BLOCK, shots - first), seed + first, threads, packed)
        for kind, (a, b) in enumerate(zip(part, total, strict=True)):
            if sum(int(a[name]) for name in FAULTS):
                print(f"faults in {KINDS[kind]}, equipment of seed {seed + first}", file=sys.stderr)
            add(a, b)
    return total


def faults(findings: Any) -> int:
    """How many faults there are in all."""
    return sum(int(findings[name].sum()) for name in FAULTS)


def as_table(findings: Any) -> str:
    """Findings as a Markdown table, one column per kind of layout."""
    lines = ["| | " + " | ".join(KINDS) + " |", "|---" * (len(KINDS) + 1) + "|"]
    for name in ("shots", "events", "contacts", "flights", *MOST, *FAULTS):
        label = name.replace("_", " ") if name in MOST else name
        lines.append(f"| {label} | " + " | ".join(f"{n:,}" for n in findings[name]) + " |")
    for name in WORST:
        lines.append(f"| worst {name} | " + " | ".join(f"{x:.1e}" for x in findings[name]) + " |")
    return "\n".join(lines)


def main() -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--shots", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--table", default="nine_foot")
    parser.add_argument("--pockets", choices=("circle", "drop", "trap_line", "none"))
    parser.add_argument("--equipment", choices=("given", "drawn"), default="given")
    parser.add_argument("--layouts", choices=("mixed", "packed"), default="mixed")
    parser.add_argument("--cloth", default="pool")
    parser.add_argument("--balls", default="pool")
    given = parser.parse_args()
    threads = check_threads(given.threads)
    packed = given.layouts == "packed"
    table: Any = given.table
    if given.pockets:
        table = {"extends": given.table, "pockets": {"mode": given.pockets}}
    start = time.perf_counter()
    if given.equipment == "drawn":
        findings = fuzz_drawn(given.shots, given.seed, threads, given.pockets, packed)
    else:
        setting = setting_of(table, given.cloth, given.balls)
        findings = fuzz(setting, given.shots, given.seed, threads, packed)
    print(as_table(findings))
    wrong = faults(findings)
    print(f"\n{given.shots:,} shots in {time.perf_counter() - start:.0f} s, {wrong:,} faults")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
