"""The numbers a shot depends on besides its geometry: one record per table, read by the physics.

Everything here is equipment: cloth, balls, cue, cushions. Files hold it in ``configs/``; kernels see
this flat row. Lengths in metres, masses in kilograms, angles in radians.
"""

from __future__ import annotations


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
    pinch: int  # 1: an elevated cue pinches the ball against the slate
    pinch_from: float  # elevation at which the pinch begins [rad]
    pinch_to: float  # elevation at which it is complete [rad]
    e_pinch: float  # restitution of a pinched ball [1]
