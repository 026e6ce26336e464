"""How well the geometric candidates pot: easiest pair of random layouts, no execution noise.

    python experiments/pot_rate.py --layouts 3000 --balls 1 --seed 0

Prints the share of layouts with a pot, what each pace and spin of the easiest one pots and
scratches, and how the potted share falls with an error of the aim, in units of the ease promised.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
from numpy.typing import NDArray

from poolenv import simulate_many
from poolenv.balls import N_BALLS, ball_set
from poolenv.candidates import layout
from poolenv.candidates.ranks import rank_pairs
from poolenv.candidates.strokes import decode_stroke
from poolenv.records import Action, rows
from poolenv.rng import seed_words
from poolenv.states import ABSENT, STILL
from poolenv.table.layouts import scatter_balls
from poolenv.table.marks import marks_of
from poolenv.table.phys import phys_of
from poolenv.table.specs import load_preset

#: Errors of the aim at which the potted share is told [eases].
ERRORS = (0.0, 0.5, 0.8, 1.0, 1.25, 1.5, 2.0, 3.0)


class Layouts:
    """Random layouts with their easiest pairs.

    Args:
        n: how many.
        n_balls: object balls on each.
        seed: of the layouts.
    """

    def __init__(self, n: int, n_balls: int, seed: int) -> None:
        kit = load_preset("pool_9ft")
        self.marks: Any = marks_of(kit.table, kit.balls)
        self.phys: Any = phys_of(kit.table, kit.cloth, kit.balls, kit.cue)
        self.pos = np.zeros((n, N_BALLS, 3))
        self.motion = np.full((n, N_BALLS), ABSENT, dtype=np.int8)
        self.candidates = layout.new_candidates(n)
        words = seed_words(seed, n)
        balls = ball_set(range(n_balls + 1))
        for i in range(n):
            if not scatter_balls(balls, self.marks, 0.001, self.pos, self.motion, words, i):
                raise ValueError(f"{n_balls} balls do not fit on the bed")
            rank_pairs(
                self.marks, self.pos, self.motion, balls & ~1, False, self.candidates.pairs, i
            )
        #: Rows in which something can be potted, their easiest pair and its ease [rad].
        self.rows = np.flatnonzero(self.candidates.pairs[:, 0].ball > 0)
        self.ball = self.candidates.pairs[self.rows, 0].ball
        self.ease = self.candidates.pairs[self.rows, 0].ease

    def play(self, index: int, error: NDArray[np.float64]) -> tuple[NDArray[np.bool_], ...]:
        """Play a candidate on every row that has a pot.

        Args:
            index: of the candidate.
            error: added to the aim, one a row [rad].

        Returns:
            Whether the object ball fell, and whether the cue ball did.
        """
        action = rows(Action, len(self.pos))
        for i in self.rows.tolist():
            decode_stroke(
                self.marks, self.phys, self.pos, self.motion, self.candidates, index, action, i
            )
        strokes = np.stack(
            [action[self.rows][name] for name in ("aim", "speed", "side", "follow", "elevation")],
            axis=1,
        )
        strokes[:, 0] += error
        where = np.where((self.motion == STILL)[..., None], self.pos[..., :2], np.nan)
        results = simulate_many(where[self.rows], strokes)
        fell = results.pocketed[np.arange(len(self.rows)), self.ball]
        return fell, results.pocketed[:, 0]


def main() -> None:
    """Read the command line, play, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--layouts", type=int, default=3000, help="random layouts")
    parser.add_argument("--balls", type=int, default=1, help="object balls of a layout, 1 to 15")
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    table = Layouts(asked.layouts, asked.balls, asked.seed)
    share = len(table.rows) / asked.layouts
    degrees = np.degrees(np.quantile(table.ease, (0.05, 0.5, 0.95)))
    print(f"layouts with a pot: {share:.1%} of {asked.layouts}, {asked.balls} object ball(s)")
    print(f"ease of the easiest (5, 50, 95 %): {', '.join(f'{d:.3f}' for d in degrees)} degrees")
    print("\ncandidate                                potted  scratched")
    exact = np.zeros(len(table.rows))
    for index in range(layout.POT_SPEEDS * layout.SPINS):
        fell, scratched = table.play(index, exact)
        print(f"{layout.describe(index):40} {fell.mean():6.1%} {scratched.mean():10.1%}")
    index = 2 * layout.SPINS + layout.SPIN_NAMES.index("stun")
    print(f"\naim error [eases], potted ({layout.describe(index)})")
    for error in ERRORS:
        both = [table.play(index, sign * error * table.ease)[0].mean() for sign in (-1.0, 1.0)]
        print(f"{error:5.2f}  to the right {both[0]:6.1%}  to the left {both[1]:6.1%}")


if __name__ == "__main__":
    main()
