"""Published numbers with their sources: measurements, and models evaluated by others."""

from __future__ import annotations

import math

MPH = 0.44704  # [m/s]
INCH = 0.0254  # [m]

MATHAVAN_2009 = "Mathavan, Jackson, Parkin, Am. J. Phys. 77 (2009), 31 shots"
MATHAVAN_2010 = "Mathavan, Jackson, Parkin, Proc. IMechE C 224 (2010), model converged"
MATHAVAN_2014 = "Mathavan, Jackson, Parkin, Sports Eng. 17 (2014), tables 1 and 2"
CAROM_TRACKS = "tracks of a three-cushion match, github.com/tailuge/billiards"
TP_A14 = "Alciatore TP A.14, equations 13 to 17"
TP_B3 = "Alciatore TP B.3, measured by C. Colenso"
BD_2006 = "Alciatore, Billiards Digest, September 2006"
TP_B6 = "Alciatore TP B.6"
TP_B1 = "Alciatore TP A.31 and TP B.1"
TP_31 = "Alciatore TP 3.1"
TP_33 = "Alciatore TP 3.3"
TP_A5 = "Alciatore TP A.5"
TP_B5 = "Alciatore TP B.5"
TP_B29 = "Alciatore TP B.29"
HERTZ = "Hertz's law with the stiffness of Marlow's balls"
BALLISTICS = "ballistics"
RACK = "another integration of the same contacts, with friction 0.04; no tolerance"

#: Speeds of rolling snooker balls in the range of the fit [m/s].
SNOOKER_SPEEDS = (0.5, 1.0, 2.0, 3.0)


def snooker_rebound(speed: float) -> float:
    """Fit of Mathavan et al. 2009 to rolling balls at a right angle, 0.28 to 3.5 m/s [m/s]."""
    return -0.0877 * speed * speed + 1.131 * speed - 0.0953


#: Carom balls: speed [m/s], out/in, the same at natural roll, spin R w/v kept.
CAROM_REBOUNDS = ((1.125, 0.899, 0.577, 0.23), (1.75, 0.868, 0.556, 0.22))

#: Balls and cushions of the model of 2010, as fields of Phys.
MATHAVAN_BALL = {
    "radius": 0.02625,
    "mass": 0.1406,
    "mu_slide": 0.212,
    "nose_height": 1.4 * 0.02625,
    "mu_cushion": 0.14,
    "e_cushion_0": 0.98,
    "e_cushion_slope": 0.0,
    "e_cushion_min": 0.98,
    "e_cushion_max": 0.98,
}
#: Rolling, perpendicular: out/in, spin kept.
MODEL_PERPENDICULAR = (0.9106577, 0.235173)
#: 2 m/s: angle to the cushion [deg], topspin, sidespin, speed [m/s], angle [deg], sidespin out.
MODEL_OBLIQUE = (
    (45.0, 0.0, 0.0, 1.512822, 56.2200, 0.412250),
    (45.0, 1.0, 0.0, 1.695226, 52.6779, 0.442685),
    (60.0, 1.0, 0.0, 1.734319, 68.8242, 0.427911),
    (15.0, 1.0, 0.0, 1.834912, 15.9127, 0.191611),
    (45.0, 1.0, 1.0, 1.882180, 43.1911, 1.048074),
    (45.0, 1.0, -1.0, 1.679288, 54.3464, -0.501203),
    (75.0, 1.0, -1.0, 1.838878, 90.0658, -0.404552),
    (60.0, 1.0, -2.0, 1.735680, 74.5609, -1.383716),
)

#: Polished balls: speed [m/s], cut [deg], topspin, sidespin R w_z/v, throw [deg].
THROWS = (
    (0.44704, 30.0, 0.0, 0.0, 4.7150),
    (1.34112, 30.0, 0.0, 0.0, 3.5489),
    (1.34112, 10.0, 0.0, 0.0, 1.4430),
    (0.44704, 30.0, 1.0, 0.0, 2.1863),
    (3.12928, 60.0, 0.0, 0.0, 0.8944),
    (1.34112, 0.0, 0.0, 0.3125, 2.5562),
    (0.44704, 0.0, 0.0, 0.625, 5.1022),
    (1.34112, 0.0, 0.0, 1.25, 1.5684),
)


def throw_of_tp_a14(speed: float, cut: float, topspin: float) -> float:
    """Throw by TP A.14 without english, e = 1, friction 0.009951 + 0.108 exp(-1.088 v) [deg].

    Args:
        speed: of the cue ball [m/s].
        cut: angle of the cut [deg].
        topspin: R w/v.
    """
    f = math.radians(cut)
    slip = math.hypot(speed * math.sin(f), topspin * speed * math.cos(f))
    if slip == 0.0:
        return 0.0
    friction = 0.009951 + 0.108 * math.exp(-1.088 * slip)
    push = min(friction * speed * math.cos(f) / slip, 1.0 / 7.0)
    return math.degrees(math.atan(push * math.tan(f)))


#: Cut of 10 degrees on video, stun: 1.5 degrees at every speed [m/s].
VIDEO_SPEEDS = (0.45, 1.3, 3.1)
#: Friction between used balls: 0.016 + 0.219 exp(-0.691 v), fitted to the measurements below.
USED_BALLS = {"mu_ball_a": 0.016, "mu_ball_b": 0.219, "mu_ball_c": 0.691}
#: Used balls, stun: speed [m/s], cut [deg], throw [deg], tolerance [deg]. The fit misses the first
#: by 2.9 degrees, because the surfaces do not slip there, so it has none.
COLENSO: tuple[tuple[float, float, float, float | None], ...] = (
    (4.0 / 3.6, 30.0, 7.595, None),
    (8.0 / 3.6, 45.0, 4.764, 1.3),
    (12.0 / 3.6, 30.0, 4.764, 1.3),
    (12.0 / 3.6, 45.0, 3.656, 1.3),
)

#: Ball rolling from the head cushion of a nine-foot table: speed [mph], table lengths.
LENGTHS = ((1.5, 0.903), (3.0, 1.684), (3.465, 2.0), (12.0, 3.69))

#: Cue, offset [ball radii], ball over end mass, squirt [deg], tolerance [deg].
SQUIRTS = (
    ("regular shaft", 0.4533333, 20.151, 2.5, 0.01),
    ("break shaft", 0.2666667, 12.008, 2.4, 0.01),
    ("formula, ratio 20", 0.2, 20.0, 1.199358, 1e-6),
)


def squirt_of_tp_a31(side: float, ratio: float) -> float:
    """Squirt by TP A.31 [deg]; side in ball radii, ratio of ball to end mass."""
    c2 = 1.0 - side * side
    return math.degrees(math.atan2(2.5 * side * math.sqrt(c2), 1.0 + ratio + 2.5 * c2))


#: Cut of a three-quarter-ball hit, sin = 1/4 [deg].
THREE_QUARTER = math.degrees(math.asin(0.25))


def deflection_of_tp_33(cut: float) -> float:
    """Final deflection of a rolling cue ball, ideal balls [deg]: tan = s c/(s^2 + 2/5)."""
    s, c = math.sin(math.radians(cut)), math.cos(math.radians(cut))
    return math.degrees(math.atan(s * c / (s * s + 0.4)))


#: Tracked snooker shots, rolling: speed [m/s], direction of the line of centres [deg], then at
#: natural roll speed of the cue ball, of the object ball [m/s], deflection [deg].
TRACKED = (
    (1.539, 33.83, 0.816, 0.836, 35.96),
    (1.364, 40.52, 0.925, 0.700, 30.50),
    (0.942, 18.05, 0.365, 0.581, 29.86),
)

#: Speed of the ball along the cue [m/s], elevation [deg], cloth: e 0.6, no friction.
JUMP = (4.0, 45.0, {"extends": "pool", "e_slate": 0.6, "mu_slate": 0.0})

#: Cue ball into two frozen balls, elastic: velocities over that before.
CHAIN = (-0.0710, 0.0764, 0.9945)
#: Triangle hit square at 9 m/s: gap [m], cue ball afterwards [m/s].
RACKS = ((0.0, -1.41), (2e-5, -1.30), (1e-4, -1.19))
#: Middle of the ranges: corner balls 4.5 to 4.7 m/s, energy 0.74 to 0.80.
CORNERS, KEPT = 4.6, 0.77
#: Restitution of a pair whose damping is 0.04.
RACK_E = 0.946
