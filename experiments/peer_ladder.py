"""Settings to compare this engine with a peer: alike first, then difference by difference.

The differences are those of the peer's own laws, as its sources and its runs show them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

from experiments.launch import Laboratory, plain
from poolenv.physics.setting import Setting

#: From which the peer derives its friction of spin; alpha = (5/2) g times this [1].
PEER_SPIN = 10.0 * 2.0 / 5.0 / 9.0


@dataclass(frozen=True)
class Rung:
    """One setting of the ladder: what it adds to the rung below."""

    name: str
    difference: str  # what is let in, in words
    ours: dict[str, float] = field(default_factory=dict)  # fields of Phys
    peer: dict[str, Any] = field(default_factory=dict)  # fields of the peer's Laws
    same_contact: bool = True  # the peer's bed is so large that both touch a cushion at one place


#: The equipment of the first rung: no friction at balls and noses, noses at the height of centres.
ALIKE = {
    "e_ball": 1.0,
    "mu_ball_a": 0.0,
    "mu_ball_b": 0.0,
    "mu_cushion": 0.0,
    "e_cushion_0": 0.85,
    "e_cushion_slope": 0.0,
    "e_cushion_min": 0.85,
    "e_cushion_max": 0.85,
    "v_min": 0.0,
}
PEER_ALIKE = {
    "spacer": 1e-9,
    "e_ball": 1.0,
    "friction": False,
    "cushions": "mirror",
    "e_cushion": 0.85,
    "mu_cushion": 0.0,
    "step": 1e-5,
}
NOSE = 1.27  # height of the noses above the bed [ball radii]
LADDER = (
    Rung("same laws", "rounding, and touching balls moved 1 nm apart"),
    Rung("spacer", "the peer moves touching balls 1 um apart", peer={"spacer": 1e-6}),
    Rung("v_min", "we part balls with at least 1 mm/s, it shifts momentum", {"v_min": 1e-3}),
    Rung(
        "our cushion steps",
        "cushions by Mathavan 2010, we with 64 steps an impact, it with steps of 1e-5 N s",
        {"nose_height": NOSE, "mu_cushion": 0.2},
        {"nose_height": NOSE, "mu_cushion": 0.2, "cushions": "mathavan"},
    ),
    Rung("its cushion steps", "its steps as shipped: 1000 of 1e-3 N s", peer={"step": 1e-3}),
    Rung(
        "contact distance",
        "it touches a cushion at R from the nose, we at R cos(theta)",
        same_contact=False,
    ),
    Rung(
        "vertical friction",
        "friction lifts our balls; it drops the vertical part",
        {"mu_ball_a": 0.009951, "mu_ball_b": 0.108},
        {"friction": True},
    ),
    Rung(
        "friction bound",
        "it bounds friction by the speed of separation, we by the impulse",
        {"e_ball": 0.94},
        {"e_ball": 0.94},
    ),
    Rung(
        "cushion law",
        "Stronge's law with constant e, as it is shipped, against ours with e(v)",
        {
            "mu_cushion": 0.15,
            "e_cushion_0": 0.832,
            "e_cushion_slope": 0.012,
            "e_cushion_min": 0.65,
            "e_cushion_max": 1.0,
        },
        {"cushions": "shipped"},
    ),
)
#: The rung up to which statistics must agree: all laws alike, touching balls treated differently.
SAME_STATISTICS = 2


def settings_of(setting: Setting, rung: int) -> tuple[Laboratory, dict[str, Any]]:
    """(our bed, the peer's laws) of a rung: everything that it and those below it let in."""
    phys = setting.phys[0]
    radius = float(phys.radius)
    ours = ALIKE | {"nose_height": 1.0, "spin_decay": 2.5 * PEER_SPIN * float(phys.gravity)}
    laws: dict[str, Any] = PEER_ALIKE | {"nose_height": 1.0}
    for one_rung in LADDER[: rung + 1]:
        ours |= one_rung.ours
        laws |= one_rung.peer
    ours["nose_height"] *= radius
    laws["nose_height"] *= radius
    sine = ours["nose_height"] / radius - 1.0
    size = setting.equipment.table
    more = 0.0
    if all(one_rung.same_contact for one_rung in LADDER[: rung + 1]):
        more = 2.0 * radius * (1.0 - math.sqrt(1.0 - sine * sine))
    laws |= {"length": size.length + more, "width": size.width + more}
    laws |= {"radius": radius, "mass": float(phys.mass)}
    return plain(setting, **ours), laws
