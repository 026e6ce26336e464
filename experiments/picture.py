"""Draw the picture of the README: a nine-ball shot, planned and simulated, seen from above.

python experiments/picture.py [--out docs/images/table.png] [--width 960]
"""

from __future__ import annotations

import argparse
import math
from pathlib import Path

from poolenv.physics.border import Shot
from poolenv.physics.simulator import simulate
from poolenv.position import Position
from poolenv.render import plot
from poolenv.table.marks import marks_of
from poolenv.table.pockets import pocket_places
from poolenv.table.specs import load_balls, load_table

#: A rack of nine-ball after two balls went down on the break; the 2 is the ball on [m].
LAYOUT = {
    0: (-0.420, 0.060),
    2: (0.420, 0.080),
    3: (-0.840, -0.250),
    4: (-0.250, -0.405),
    5: (0.210, -0.300),
    6: (-0.905, 0.310),
    8: (0.130, 0.440),
    9: (0.830, 0.060),
}
OBJECT_BALL = 2
POCKET = "FL"
SPEED = 3.0  # of the cue [m/s]
FOLLOW = -0.2  # tip offset, below the centre [ball radii]


def aim_at_ghost(
    cue: tuple[float, float], ball: tuple[float, float], mouth: tuple[float, float], radius: float
) -> float:
    """Direction from the cue ball to where it touches the object ball on its line to the pocket."""
    way = math.hypot(mouth[0] - ball[0], mouth[1] - ball[1])
    ghost_x = ball[0] - 2.0 * radius * (mouth[0] - ball[0]) / way
    ghost_y = ball[1] - 2.0 * radius * (mouth[1] - ball[1]) / way
    return math.atan2(ghost_y - cue[1], ghost_x - cue[0])


def main() -> None:
    """Simulate the shot, draw the balls as they lay and the ways they took."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=Path("docs/images/table.png"))
    parser.add_argument("--width", type=int, default=960, help="of the picture [px]")
    args = parser.parse_args()

    table = load_table("nine_foot")
    marks = marks_of(table, load_balls("pool"))
    mouth = next(place.mouth for place in pocket_places(table) if place.name == POCKET)
    aim = aim_at_ghost(LAYOUT[0], LAYOUT[OBJECT_BALL], mouth, float(marks.ball_radius))
    result = simulate(Position(LAYOUT), Shot(aim=aim, speed=SPEED, follow=FOLLOW))
    args.out.parent.mkdir(parents=True, exist_ok=True)
    plot(result, width_px=args.width).save(args.out)
    outcome = (
        ", ".join(f"{ball} in {hole}" for ball, hole in result.pocketed.items())
        or "no ball pocketed"
    )
    print(f"{args.out}: {args.out.stat().st_size / 1000:.0f} kB; {outcome}")


if __name__ == "__main__":
    main()
