"""The same launches here and in a peer, pooltool, contact by contact; every disagreement explained.

    python experiments/differential.py --peer-python PATH [--launches N] [--seed S]

Planar launches on a bed without pockets. A ladder of settings begins with one in which the two
engines have the same laws, so that only detection, motion and the event loop are compared; every
rung then lets one more difference in. What disagrees on a rung and did not below is explained by
the difference of that rung, or by chaos: our own contacts change, no later, when the cue ball is
shifted by the distance to which the peer moves touching balls apart. The stroke itself and single
balls sent at pockets have ladders of their own (strikes.py, pocket_launches.py). Prints Markdown
and exits with 1 if anything stays unexplained.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from experiments.contacts import Comparison, Contact, compare, is_chaotic, our_contacts
from experiments.launch import Laboratory, Launch, Numbers, launch, plain, release
from experiments.peer import PeerProcess
from experiments.peer_ladder import ALIKE, LADDER, SAME_STATISTICS, settings_of
from experiments.peer_launches import break_launches, short_launches
from experiments.peer_statistics import Difference, Outcome, differences, statistics_table
from experiments.pocket_launches import (
    POCKETS,
    PocketFound,
    compare_fates,
    fate_of,
    pocket_launches,
    pocket_settings,
    pocket_table,
)
from experiments.strikes import StrokePeer, strike_all, stroke_table
from poolenv.physics.setting import Setting, setting_of

#: Speeds of the cue ball of short and of long launches [m/s].
SHORT, LONG = (0.5, 2.0), (2.0, 5.0)
#: Launches whose means are compared, and breaks.
LONG_LAUNCHES, BREAKS = 400, 100


class Answer(NamedTuple):
    """What the peer did with launches."""

    contacts: list[list[Contact]]
    ends: Numbers  # [s]
    finals: Numbers  # (N, 16, 2)
    refused: list[str]  # what it raised, "" if it did not


class Peer:
    """pooltool in its own interpreter, playing launches by given laws."""

    def __init__(self, python: Path) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.process = PeerProcess(python, "peer_events.py")
        self.version = str(self.process.read()["version"])

    def play(self, launches: list[Launch], laws: dict[str, Any]) -> Answer:
        """All launches by these laws."""
        sent, back = (str(Path(self.folder.name) / f"{name}.npz") for name in ("sent", "back"))
        np.savez(
            sent,
            places=np.array([one.places[:, :2] for one in launches]),
            velocity=np.array([one.velocity for one in launches]),
            spin=np.array([one.spin for one in launches]),
        )
        self.process.ask(json.dumps({"launches": sent, "answer": back, "laws": laws}))
        with np.load(back) as found:
            flat, lengths = found["contacts"], found["lengths"]
            ends, finals, refused = found["ends"], found["finals"], found["refused"]
        rows = np.split(flat, np.cumsum(lengths)[:-1])
        contacts = [
            [Contact(t, int(k), int(a), int(b), x, y) for t, k, a, b, x, y in row] for row in rows
        ]
        return Answer(contacts, ends, finals, [str(text) for text in refused])

    def close(self) -> None:
        """End the process."""
        self.process.close()
        self.folder.cleanup()


class Level(NamedTuple):
    """Short launches on one rung."""

    rung: int
    found: list[Comparison]
    refused: list[str]  # what the peer raised, launch by launch, "" if nothing
    chaotic: set[int]  # launches whose contacts differ, and change here by a tiny shift

    @property
    def differing(self) -> set[int]:
        """Launches whose contacts are not the same."""
        return {k for k, one in enumerate(self.found) if one.differs_at >= 0}


def climb(setting: Setting, peer: Peer, launches: list[Launch]) -> list[Level]:
    """Short launches on every rung."""
    levels = []
    for rung in range(len(LADDER)):
        laboratory, laws = settings_of(setting, rung)
        answer = peer.play(launches, laws)
        ours = [our_contacts(laboratory, start) for start in launches]
        # A launch that the peer refuses is not compared.
        theirs = [
            b if not r else a for a, b, r in zip(ours, answer.contacts, answer.refused, strict=True)
        ]
        found = [compare(a, b) for a, b in zip(ours, theirs, strict=True)]
        chaotic = {
            k
            for k, one in enumerate(found)
            if one.differs_at >= 0
            and is_chaotic(laboratory, launches[k], laws["spacer"], one.differs_at)
        }
        levels.append(Level(rung, found, answer.refused, chaotic))
    return levels


def ladder_table(levels: list[Level]) -> list[str]:
    """Markdown: one line per rung."""
    lines = [
        "| rung | lets in | first contact of balls, direct | worst [s] | worst [m] "
        "| after a cushion | median off [m] | same contacts to rest |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for level in levels:
        meet = [one for one in level.found if one.balls_meet]
        direct = [one for one in meet if one.direct]
        banked = [one for one in meet if not one.direct]
        agree = [sum(one.first_agrees for one in group) for group in (direct, banked)]
        worst = np.array([one[2:4] for one in direct] or [(0.0, 0.0)]).max(axis=0)
        off = float(np.median([one.place_off for one in banked])) if banked else 0.0
        played = level.refused.count("")
        same = played - len(level.differing)
        lines.append(
            f"| {LADDER[level.rung].name} | {LADDER[level.rung].difference} "
            f"| {agree[0]} of {len(direct)} | {worst[0]:.1e} | {worst[1]:.1e} "
            f"| {agree[1]} of {len(banked)} | {off:.1e} | {same} of {played} |"
        )
    return lines


def explained(levels: list[Level]) -> tuple[list[str], int]:
    """Markdown that counts disagreements by their kind, and how many are left unexplained."""
    lines = [
        "| kind of difference | launches with other contacts that had none on the rung below "
        "| of these chaotic |",
        "|---|---|---|",
    ]
    below: set[int] = set()
    for level in levels:
        new = level.differing - below
        lines.append(f"| {LADDER[level.rung].name} | {len(new)} | {len(new & level.chaotic)} |")
        below = level.differing
    left = len(levels[0].differing - levels[0].chaotic)
    for level in levels:
        left += sum(one.direct and not one.first_agrees for one in level.found)
    return lines, left


def means(setting: Setting, peer: Peer, rung: int, launches: list[Launch]) -> list[Difference]:
    """Figures of long launches in both engines on one rung."""
    laboratory, laws = settings_of(setting, rung)
    answer = peer.play(launches, laws)
    ours, theirs = [], []
    for k, start in enumerate(launches):
        if not answer.refused[k]:
            played = release(laboratory, start)
            contacts = our_contacts(laboratory, start)
            ours.append(Outcome(contacts, float(played.events.t[-1]), played.final))
            theirs.append(Outcome(answer.contacts[k], float(answer.ends[k]), answer.finals[k]))
    return differences(ours, theirs)


def send_to_pockets(setting: Setting, peer: Peer, launches: list[Launch]) -> list[PocketFound]:
    """Single balls sent at pockets on every rung of theirs."""
    found = []
    for rung in range(len(POCKETS)):
        laboratory, laws = pocket_settings(setting, rung)
        answer = peer.play(launches, laws)
        raised = [word for word in answer.refused if word]
        if raised:
            raise RuntimeError(f"the peer raises on a single ball: {raised[0]}")
        theirs = [fate_of(contacts) for contacts in answer.contacts]
        found.append(compare_fates(rung, laboratory, launches, theirs))
    return found


def traps(setting: Setting) -> dict[str, tuple[Laboratory, Launch]]:
    """Launches on which the peer is known to fail: what is to happen is plain."""
    radius = float(setting.phys[0].radius)
    bed = plain(setting, **(ALIKE | {"nose_height": radius}))
    width = float(bed.geometry.bed[0].half_y)
    rolls = {ball: (0.0, v / radius) for ball, v in ((0, 2.0), (1, 1.0))}
    chain = {ball: (ball * 2.0 * radius, 0.0) for ball in range(1, 6)}
    return {
        "touching a cushion and driven into it": (
            bed,
            launch({0: (0.0, width)}, {0: (0.7, 0.7)}, {0: (1.0,)}),
        ),
        "two balls rolling the same way, 0.3 m apart": (
            bed,
            launch({0: (-1.0, 0.0), 1: (-0.7, 0.0)}, {0: (2.0,), 1: (1.0,)}, rolls),
        ),
        "rolling into five frozen balls": (
            bed,
            launch({0: (-0.5, 0.0), **chain}, {0: (1.0,)}, {0: (0.0, 1.0 / radius)}),
        ),
    }


def trap_table(setting: Setting, peer: Peer) -> list[str]:
    """Markdown: what both engines make of the launches on which the peer is known to fail."""
    _, laws = settings_of(setting, 1)
    lines = [
        "| launch | our contacts, first at [s] | peer's contacts, first at [s] "
        "| farthest ball, ours [m] | peer |",
        "|---|---|---|---|---|",
    ]
    for name, (laboratory, start) in traps(setting).items():
        contacts = our_contacts(laboratory, start)
        final = release(laboratory, start).final
        answer = peer.play([start], laws)
        theirs = answer.contacts[0]
        words = f"{len(theirs)}, {theirs[0].t:.4f}" if theirs else "none"
        words = f"raises ValueError: {answer.refused[0]}" if answer.refused[0] else words
        lines.append(
            f"| {name} | {len(contacts)}, {contacts[0].t:.4f} | {words} "
            f"| {np.nanmax(np.abs(final)):.2f} | {np.nanmax(np.abs(answer.finals[0])):.2f} |"
        )
    return lines


def main() -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument(
        "--peer-python", type=Path, required=True, help="an interpreter that has pooltool"
    )
    parser.add_argument("--launches", type=int, default=1000, help="short ones")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    setting = setting_of()
    peer = Peer(given.peer_python)
    print(f"poolenv and pooltool {peer.version}, {given.launches} short launches\n")
    levels = climb(setting, peer, short_launches(setting, given.launches, given.seed, *SHORT))
    print("\n".join(ladder_table(levels)))
    lines, left = explained(levels)
    print("\n" + "\n".join(lines) + "\n")
    raised = Counter(word for level in levels for word in level.refused if word)
    for word, times in raised.most_common():
        print(f"Not compared, the peer raises ValueError: {word} ({times} times).\n")
    long = short_launches(setting, LONG_LAUNCHES, given.seed + 1, *LONG)
    racks = break_launches(setting, BREAKS, given.seed + 2)
    rows = [
        (name, LADDER[rung].name, means(setting, peer, rung, launches))
        for rung in (SAME_STATISTICS, len(LADDER) - 1)
        for name, launches in (("long", long), ("9-ball break", racks))
    ]
    print("\n".join(statistics_table(rows)) + "\n")
    print("\n".join(trap_table(setting, peer)) + "\n")
    sent = pocket_launches(setting, given.launches, given.seed + 3)
    fates = send_to_pockets(setting, peer, sent)
    print("\n".join(pocket_table(fates)) + "\n")
    peer.close()
    striker = StrokePeer(given.peer_python)
    struck = strike_all(setting, striker, given.launches, given.seed + 4)
    striker.close()
    print("\n".join(stroke_table(struck)))
    lost = sum(one.unexplained for one in fates)
    rungs = sum(not one.explained for one in struck)
    same = [d for _, laws, found in rows if laws == LADDER[SAME_STATISTICS].name for d in found]
    apart = [d.name for d in same if not d.agrees]
    print(
        f"\nUnexplained: {left} launches, {lost} balls sent at pockets, {rungs} rungs of strokes; "
        f"means that differ by the same laws: {apart or 'none'}."
    )
    return 1 if left or lost or rungs or apart else 0


if __name__ == "__main__":
    sys.exit(main())
