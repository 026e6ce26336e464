"""The stroke itself here and in a peer: cue to velocity and spin of the cue ball.

Every rung lets one more difference of the laws in. What the peer answers is then brought over by
the formulas of the differences let in so far (:func:`ours_from_theirs`, written from the technical
proofs, not from this engine); what is left between that and this engine is rounding, or stays
unexplained.
"""

from __future__ import annotations

import json
import math
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from experiments.fuzz import new_bench, play
from experiments.launch import Numbers
from experiments.peer import PeerProcess
from poolenv.events import MISCUE
from poolenv.physics.setting import Setting
from poolenv.states import ABSENT, STILL
from poolenv.table.phys import IGNORE

#: What is left of a difference that is explained: rounding, over the speed of the ball.
ROUNDING = 1e-12
#: Furthest offset of a stroke before and after miscues are let in [ball radii].
SAFE, RISKY = 0.5, 0.75
STEEPEST = math.radians(70.0)


@dataclass(frozen=True)
class StrokeRung:
    """One setting of the ladder of strokes: what it adds to the rung below."""

    name: str
    difference: str  # what is let in, in words
    ours: dict[str, float] = field(default_factory=dict)  # fields of Phys
    squirt: bool = True
    follow: bool = True
    elevated: bool = True
    furthest: float = SAFE


ALIKE = {"e_tip": 1.0, "ball_over_endmass": 20.0, "e_slate": 0.0, "mu_slate": 0.0, "hop_min": 0.0}
STROKES = (
    StrokeRung(
        "same law",
        "level cue, elastic tip, no end mass (TP A.30)",
        {"ball_over_endmass": 1e300},
        squirt=False,
        elevated=False,
    ),
    StrokeRung("squirt", "end mass, english alone (TP A.31)", follow=False, elevated=False),
    StrokeRung(
        "squirt and height",
        "it takes sqrt(1 - a^2) for the depth of the tip, we sqrt(1 - a^2 - b^2)",
        elevated=False,
    ),
    StrokeRung(
        "elevated cue",
        "it turns the horizontal velocity by the squirt, we the whole one about the cue's own up",
    ),
    StrokeRung(
        "slate",
        "it drops the downward velocity; our slate answers it with bounce and friction",
        {"e_slate": 0.5, "mu_slate": 0.2},
    ),
    StrokeRung("tip", "its tip is elastic, ours leather", {"e_tip": 0.73}),
    StrokeRung("miscue", "its tip grips at any offset", furthest=RISKY),
)


class Strokes(NamedTuple):
    """What comes of N strokes."""

    velocity: Numbers  # (N, 3) [m/s]
    spin: Numbers  # (N, 3) [rad/s]
    miscue: Any  # (N,) bool


def laws_of(rung: int) -> dict[str, float]:
    """Fields of Phys on a rung: what it and those below it let in."""
    laws = dict(ALIKE)
    for k, one in enumerate(STROKES[: rung + 1]):
        if k == rung or "ball_over_endmass" not in one.ours:
            laws |= one.ours
    return laws


def draw_strokes(rung: int, n: int, seed: int) -> Numbers:
    """(N, 5) speed [m/s], aim [rad], side, follow [ball radii], elevation [rad]."""
    draw, one = np.random.default_rng([seed, rung]), STROKES[rung]
    offset = one.furthest * np.sqrt(draw.uniform(0.0, 1.0, n))
    turn = draw.uniform(-math.pi, math.pi, n)
    side, follow = offset * np.cos(turn), offset * np.sin(turn)
    return np.column_stack(
        [
            draw.uniform(0.2, 6.0, n),
            draw.uniform(-math.pi, math.pi, n),
            side,
            follow if one.follow else np.zeros(n),
            draw.uniform(0.0, STEEPEST, n) if one.elevated else np.zeros(n),
        ]
    )


def our_strokes(setting: Setting, laws: dict[str, float], strokes: Numbers) -> Strokes:
    """Play the strokes on an empty bed and look at the first piece of the cue ball's way."""
    bench = new_bench(setting)
    phys = bench.phys[0]
    for name, value in laws.items():
        setattr(phys, name, value)
    phys.blocked_stroke = IGNORE
    phys.pinch = 0
    found = np.zeros((len(strokes), 2, 3))
    miscue = np.zeros(len(strokes), dtype=np.bool_)
    for i, (speed, aim, side, follow, elevation) in enumerate(strokes):
        bench.motion[0] = ABSENT
        bench.motion[0, 0] = STILL
        bench.pos[0] = 0.0
        bench.pos[0, 0, 2] = phys.radius
        stroke = bench.action[0]
        stroke.speed, stroke.aim, stroke.side, stroke.follow = speed, aim, side, follow
        stroke.elevation = elevation
        play(setting.geometry, setting.marks, bench)
        first = bench.scratch.states[0]
        found[i] = (first.vx, first.vy, first.vz), (first.wx, first.wy, first.wz)
        miscue[i] = bench.log[0, 0].flag & MISCUE != 0
    return Strokes(found[:, 0], found[:, 1], miscue)


class StrokePeer:
    """pooltool in its own interpreter, striking balls."""

    def __init__(self, python: Path) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.process = PeerProcess(python, "peer_strikes.py")
        self.version = str(self.process.read()["version"])

    def strike(self, strokes: Numbers, cue: dict[str, Any]) -> Numbers:
        """(N, 2, 3) velocity [m/s] and spin [rad/s]."""
        sent, back = (str(Path(self.folder.name) / f"{name}.npy") for name in ("sent", "back"))
        np.save(sent, strokes)
        self.process.ask(json.dumps({"strokes": sent, "answer": back, "cue": cue}))
        answer: Numbers = np.load(back)
        return answer

    def close(self) -> None:
        """End the process."""
        self.process.close()
        self.folder.cleanup()


def squirt_by(english: float, height: float, ball_over_endmass: float) -> float:
    """tan(alpha) = (5/2) a c/(1 + m_r + (5/2) c^2), c = sqrt(1 - a^2 - b^2), TP A.31 [rad]."""
    square = 1.0 - english * english - height * height
    return math.atan2(2.5 * english * math.sqrt(square), 1.0 + ball_over_endmass + 2.5 * square)


def ours_from_theirs(
    velocity: Numbers, spin: Numbers, stroke: Numbers, laws: dict[str, float], radius: float
) -> tuple[Numbers, Numbers]:
    """What the peer answered to one stroke, with the differences of the laws put in.

    Args:
        velocity: (3,) of the peer, whose vertical part is none [m/s].
        spin: (3,) of the peer [rad/s].
        stroke: (5,) as in :func:`draw_strokes`.
        laws: fields of Phys on the rung.
        radius: R [m].

    Returns:
        (3,) velocity and (3,) spin as this engine should have them.
    """
    _, aim, side, follow, elevation = (float(x) for x in stroke)
    share = 0.5 * (1.0 + laws["e_tip"])  # J grows with 1 + e_tip
    along = np.array([math.cos(aim), math.sin(aim)])
    left = np.array([-along[1], along[0]])
    # Its squirt only turns the velocity, so the speed along the cue is known. Ours turns it too.
    speed = share * math.hypot(velocity[0], velocity[1]) / math.cos(elevation)
    angle = squirt_by(side, follow, laws["ball_over_endmass"])
    ahead = speed * math.cos(angle)
    v = np.zeros(3)
    v[:2] = ahead * math.cos(elevation) * along + speed * math.sin(angle) * left
    down = ahead * math.sin(elevation)
    w = share * spin
    # The slate (TP B.10): Pi = (1 + e) v_n, friction min(mu Pi, (2/7)|u|) against the slip u.
    if down > 0.0:
        slip = np.array([v[0] - radius * w[1], v[1] + radius * w[0]])
        size = math.hypot(*slip)
        if size > 0.0:
            grip = min(laws["mu_slate"] * (1.0 + laws["e_slate"]) * down, 2.0 / 7.0 * size)
            push = -grip / size * slip
            v[:2] += push
            w = w + 2.5 / radius * np.array([push[1], -push[0], 0.0])
        v[2] = laws["e_slate"] * down
    return v, w


class StrokeFound(NamedTuple):
    """Strokes of one rung in both engines; differences over the speed of the ball."""

    rung: int
    strokes: int
    plain_v: float  # worst difference of the horizontal velocity, as both engines have it
    plain_w: float  # of R w
    left_v: float  # worst difference once the differences of the laws are put in
    left_w: float
    miscues: int
    astray: int  # strokes that miscue within the limit of friction, or do not beyond it

    @property
    def explained(self) -> bool:
        """Whether nothing but rounding is left."""
        return max(self.left_v, self.left_w) <= ROUNDING and self.astray == 0


def compare_strokes(
    rung: int, strokes: Numbers, ours: Strokes, theirs: Numbers, setting: Setting
) -> StrokeFound:
    """Compare the strokes of a rung; those that miscue here are counted and left out."""
    laws, radius = laws_of(rung), float(setting.phys[0].radius)
    mu = float(setting.phys[0].mu_tip)
    worst = np.zeros(4)
    for i in np.flatnonzero(~ours.miscue):
        v, w = theirs[i]
        speed = float(np.linalg.norm(ours.velocity[i]))
        like_v, like_w = ours_from_theirs(v, w, strokes[i], laws, radius)
        off = (
            np.abs(ours.velocity[i, :2] - v[:2]).max(),
            radius * np.abs(ours.spin[i] - w).max(),
            np.abs(ours.velocity[i] - like_v).max(),
            radius * np.abs(ours.spin[i] - like_w).max(),
        )
        worst = np.maximum(worst, np.array(off) / speed)
    beyond = np.hypot(strokes[:, 2], strokes[:, 3]) > mu / math.sqrt(1.0 + mu * mu)
    miscues, astray = int(ours.miscue.sum()), int((beyond != ours.miscue).sum())
    plain_v, plain_w, left_v, left_w = (float(x) for x in worst)
    return StrokeFound(rung, len(strokes), plain_v, plain_w, left_v, left_w, miscues, astray)


def strike_all(setting: Setting, peer: StrokePeer, n: int, seed: int) -> list[StrokeFound]:
    """Strokes on every rung."""
    phys = setting.phys[0]
    found = []
    for rung, one in enumerate(STROKES):
        laws, strokes = laws_of(rung), draw_strokes(rung, n, seed)
        cue = {
            "radius": float(phys.radius),
            "mass": float(phys.mass),
            "cue_mass": float(phys.cue_mass),
            "end_mass": float(phys.mass) / laws["ball_over_endmass"] if one.squirt else 1.0,
            "squirt": one.squirt,
        }
        theirs = peer.strike(strokes, cue)
        ours = our_strokes(setting, laws, strokes)
        found.append(compare_strokes(rung, strokes, ours, theirs, setting))
    return found


def stroke_table(found: list[StrokeFound]) -> list[str]:
    """Markdown: one line per rung; differences over the speed of the ball."""
    lines = [
        "| stroke, rung | lets in | strokes | miscues here | worst dv/v | worst R dw/v "
        "| dv/v left once the difference is put in | R dw/v left | explained |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for one in found:
        word = "yes" if one.explained else "no"
        lines.append(
            f"| {STROKES[one.rung].name} | {STROKES[one.rung].difference} | {one.strokes} "
            f"| {one.miscues} | {one.plain_v:.1e} | {one.plain_w:.1e} | {one.left_v:.1e} "
            f"| {one.left_w:.1e} | {word} |"
        )
    return lines
