"""The numbers a shot depends on besides its geometry: one record per table, read by the physics.

Everything here is equipment: cloth, balls, cue, cushions. Files hold it in ``configs/``; kernels
see this flat row. Lengths in metres, masses in kilograms, angles in radians.
"""

from __future__ import annotations

import math
from typing import Any

from poolenv.config import ConfigError
from poolenv.records import rows
from poolenv.table.specs import Balls, Cloth, Cue, Table, misfits

# Laws that equipment chooses by name; the names in the order of the numbers.
CONSTRAINED, STRONGE, FAST = range(3)
CUSHION_MODELS = ("mathavan", "stronge", "fast")
IMPULSE, INTEGRATED = range(2)
BALL_MODELS = ("impulse", "mathavan2014")
PAIRWISE, CLUSTER = range(2)
RACK_MODELS = ("pairwise", "cluster")


class Phys:
    """Equipment numbers of one table with its cloth, balls and cue (record)."""

    table: int  # row of the geometry that this equipment belongs to
    gravity: float  # [m/s^2]
    # balls
    radius: float  # R [m]
    mass: float  # m [kg]
    e_ball: float  # restitution ball to ball [1]
    mu_ball_a: float  # friction ball to ball: a + b exp(-c v_rel), ball condition included [1]
    mu_ball_b: float  # [1]
    mu_ball_c: float  # [s/m]
    ball_model: int  # one of BALL_MODELS
    rack_model: int  # one of RACK_MODELS
    hertz: float  # stiffness of two balls pressed together [N/m^1.5]
    # cloth and slate
    mu_slide: float  # sliding friction [1]
    mu_roll: float  # rolling resistance [1]
    spin_decay: float  # deceleration of spin about the vertical axis [rad/s^2]
    e_slate: float  # restitution of the bed [1]
    mu_slate: float  # friction during a bounce on the bed [1]
    hop_min: float  # a bounce that would rise less than this is none [m]
    v_min: float  # least separation speed of a contact [m/s]
    # cushions: e_c = clip(e_cushion_0 - e_cushion_slope v_n, e_cushion_min, e_cushion_max)
    nose_height: float  # h above the bed [m]
    e_cushion_0: float  # [1]
    e_cushion_slope: float  # [s/m]
    e_cushion_min: float  # [1]
    e_cushion_max: float  # [1]
    mu_cushion: float  # mu_w [1]
    cushion_model: int  # one of CUSHION_MODELS
    cushion_ratio: float  # compliant rubber: tangential over normal frequency [1]
    cushion_time: float  # how long a ball stays in the rubber [s]; 0: an instant
    # pockets
    e_facing_ratio: float  # restitution of a facing over that of the cushion [1]
    mu_facing: float  # [1]
    liner_e: float  # restitution of the wall of the hole [1]
    liner_mu: float  # [1]
    # top of the rail
    rail_e: float  # [1]
    rail_mu: float  # [1]
    rail_width: float  # nose line to outer edge [m]
    rail_height: float  # above the bed [m]
    # cue
    cue_mass: float  # M [kg]
    e_tip: float  # restitution tip to ball [1]
    mu_tip: float  # friction tip to ball; sets the miscue limit [1]
    ball_over_endmass: float  # m_r, ball mass over the effective mass of the shaft's end [1]
    follow_through: float  # way of the tip after the impact unless the stroke says another [m]
    cue_length: float  # [m]
    tip_width: float  # [m]
    tip_radius: float  # of the rounding of the tip [m]
    butt_width: float  # [m]
    blocked_stroke: int  # IGNORE, REPORT or RAISE
    level: float  # lift of the butt that REPORT allows for [rad]
    pinch: int  # 1: an elevated cue pinches the ball against the slate
    pinch_from: float  # elevation at which the pinch begins [rad]
    pinch_to: float  # elevation at which it is complete [rad]
    e_pinch: float  # restitution of a pinched ball [1]


# What becomes of a stroke whose butt or shaft would meet something.
IGNORE, REPORT, RAISE = range(3)
BLOCKED_STROKES = ("ignore", "report", "raise")

#: Standard acceleration of fall used by every preset [m/s^2].
GRAVITY = 9.81
#: Least separation speed of a contact; stops the event storms of inelastic groups [m/s].
V_MIN = 0.001


def phys_of(table: Table, cloth: Cloth, balls: Balls, cue: Cue, *, gravity: float = GRAVITY) -> Any:
    """The equipment numbers as one row.

    Args:
        table: cushions, rails, pockets.
        cloth: cloth and slate.
        balls: the set of balls; their condition multiplies the friction law.
        cue: the cue.
        gravity: [m/s^2].

    Returns:
        A :class:`Phys` record.

    Raises:
        ConfigError: if the balls do not fit the table.
    """
    wrong = misfits(table, balls)
    if wrong:
        raise ConfigError(wrong)
    phys = rows(Phys, 1)[0]
    phys.gravity = gravity
    phys.v_min = V_MIN
    _write_balls(phys, balls)
    _write_cloth(phys, cloth)
    _write_table(phys, table)
    _write_cue(phys, cue)
    return phys


def _write_balls(phys: Any, balls: Balls) -> None:
    phys.radius = balls.radius
    phys.mass = balls.mass
    phys.e_ball = balls.e
    phys.mu_ball_a = balls.condition * balls.mu.a
    phys.mu_ball_b = balls.condition * balls.mu.b
    phys.mu_ball_c = balls.mu.c
    phys.ball_model = BALL_MODELS.index(balls.model)
    phys.hertz = balls.stiffness


def _write_cloth(phys: Any, cloth: Cloth) -> None:
    phys.mu_slide = cloth.mu_slide
    phys.mu_roll = cloth.mu_roll
    phys.spin_decay = cloth.spin_decay
    phys.e_slate = cloth.e_slate
    phys.mu_slate = cloth.mu_slate
    phys.hop_min = cloth.hop_min


def _write_table(phys: Any, table: Table) -> None:
    cushions, rails, pockets = table.cushions, table.rails, table.pockets
    phys.nose_height = cushions.nose_height
    phys.e_cushion_0 = cushions.e.e0
    phys.e_cushion_slope = cushions.e.slope
    phys.e_cushion_min = cushions.e.min
    phys.e_cushion_max = cushions.e.max
    phys.mu_cushion = cushions.mu
    phys.cushion_model = CUSHION_MODELS.index(cushions.model)
    phys.cushion_ratio = cushions.frequency_ratio
    phys.cushion_time = cushions.contact_time
    phys.rack_model = RACK_MODELS.index(table.rack_model)
    phys.e_facing_ratio = pockets.e_facing_ratio
    phys.mu_facing = pockets.mu_facing
    phys.liner_e = pockets.e_liner
    phys.liner_mu = pockets.mu_liner
    phys.rail_e = rails.e
    phys.rail_mu = rails.mu
    phys.rail_width = rails.width
    phys.rail_height = rails.height


def _write_cue(phys: Any, cue: Cue) -> None:
    phys.cue_mass = cue.mass
    phys.e_tip = cue.e_tip
    phys.mu_tip = cue.mu_tip
    phys.ball_over_endmass = cue.ball_over_endmass
    phys.follow_through = cue.follow_through
    phys.cue_length = cue.length
    phys.tip_width = cue.tip_width
    phys.tip_radius = cue.tip_radius
    phys.butt_width = cue.butt_width
    phys.blocked_stroke = BLOCKED_STROKES.index(cue.blocked_stroke)
    phys.level = math.radians(cue.level_deg)
    phys.pinch = int(cue.pinch)
    phys.pinch_from = math.radians(cue.pinch_from_deg)
    phys.pinch_to = math.radians(cue.pinch_to_deg)
    phys.e_pinch = cue.e_pinch
