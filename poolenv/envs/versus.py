"""An opponent inside the environment: the learner sees only its own turns.

After the learner's visit the opponent plays, asked once for all tables where it is to act, until it
is the learner's turn or the episode is over; only those tables are stepped. What the opponent does
counts in the reward of the learner's visit, so a learner sees an ordinary decision process.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from poolenv.envs.batch import Batch
from poolenv.envs.kernels import Step
from poolenv.envs.opponents import Query, opponent_of
from poolenv.envs.settings import Settings
from poolenv.envs.start import Start
from poolenv.rng import draw_word

Mask = NDArray[np.bool_]

#: The learner's seat; who breaks is settled by lot or by ``options["breaker"]``.
LEARNER = 0


def make_batch(settings: Settings, n: int, threads: int) -> Batch:
    """The tables of an environment, with the opponent its settings name."""
    if settings.opponent is None:
        return Batch(settings, n, threads)
    return VersusBatch(settings, n, threads)


class VersusBatch(Batch):
    """Tables on which one seat is played by an opponent.

    Args:
        settings: of the environment; ``opponent`` is a name, a callable or a model.
        n: number of tables.
        threads: threads that play shots.
    """

    def __init__(self, settings: Settings, n: int, threads: int) -> None:
        super().__init__(settings, n, threads)
        self._opponent = opponent_of(settings.opponent, settings)
        self._begins_in_step = False  # the opponent may play first

    def reset(
        self, mask: Mask, start: Start, out: NDArray[np.float32] | None = None
    ) -> NDArray[np.float32]:
        """Begin new episodes and play the opponent's visits up to the learner's first.

        An episode that the opponent ends before is begun again: the learner had no part in it.
        """
        begin = mask.copy()
        while begin.any():
            super().reset(begin, start)
            self._let_opponent_play(begin, np.zeros(self.n))
            begin &= self.over()
        observation = self.observe(mask)
        if out is None:
            return observation
        out[mask] = observation[mask]
        return out

    def step(self, actions: Any, active: Mask) -> Step:
        """The learner's visit and the opponent's answer, as one step."""
        return self._answered(super().step(actions, active), active)

    def step_said(self, active: Mask) -> Step:
        """The same for one decision said outright."""
        return self._answered(super().step_said(active), active)

    def _answered(self, first: Step, active: Mask) -> Step:
        """Let the opponent play after the learner."""
        reward = first.reward
        switched = self._let_opponent_play(active, reward)
        observation = self.observe() if switched.any() else first.observation
        over = self.over() & active
        for i in np.flatnonzero(over):
            observation[i] = self.observe_as(int(i), LEARNER)
        return first._replace(
            observation=observation,
            terminated=self.terminated() & active,
            truncated=self.world.truncated & active,
            over=over,
            switched=switched,
            to_play=self.actors(),
            success=self.world.game["winner"] == LEARNER,
            mask=self.action_masks() if self.has_masks else first.mask,
        )

    def _let_opponent_play(self, mask: Mask, reward: NDArray[np.float64]) -> Mask:
        """Play the opponent's visits on tables of the mask; its consequences go into ``reward``.

        Returns:
            Tables on which it was at the table.
        """
        played = np.zeros(self.n, dtype=np.bool_)
        while True:
            waiting = mask & ~self.over() & (self.world.game.actor != LEARNER)
            rows = np.flatnonzero(waiting)
            if len(rows) == 0:
                return played
            played |= waiting
            observations = self.observe(waiting)[rows]
            words = np.array([draw_word(self.world.rng, int(i)) for i in rows], dtype=np.uint64)
            masks = self.action_masks()[rows] if self.has_masks else None
            query = Query(observations, masks, words, self.world, rows, self.settings)
            answer = np.asarray(self._opponent(query))
            if len(answer) != len(rows):
                raise ValueError(
                    f"the opponent gave {len(answer)} action(s) for {len(rows)} table(s)"
                )
            actions = self.no_actions()
            actions[rows] = answer
            super().step(actions, waiting)
            reward[rows] += self.rewards[rows, LEARNER]
