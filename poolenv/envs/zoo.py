"""The two-player game behind PettingZoo's turn-based interface (extra ``zoo``)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Unpack

import numpy as np
from numpy.typing import NDArray
from pettingzoo import AECEnv

from poolenv.envs.acts import inject
from poolenv.envs.facts import facts
from poolenv.envs.settings import Keywords, choose, settings_of
from poolenv.envs.start import OPTIONS, fresh_seed
from poolenv.envs.versus import make_batch
from poolenv.rng import seed_words

_ROW = np.ones(1, dtype=np.bool_)
_NO_ROW = np.zeros(1, dtype=np.bool_)
AGENTS = ("player_0", "player_1")


class PoolAECEnv(AECEnv[str, Any, Any]):
    """Two players at one table; whoever holds the table is selected again.

    Args:
        id: a registered id such as ``"poolenv/NineBall-v0"``, or the name of a game.
        render_mode: as of the single environment.
        **keywords: as of the single environment, without ``opponent``.

    Raises:
        ValueError: for practice (it has one player) and for an ``opponent``.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012
        "name": "pool_v0",
        "render_modes": ["rgb_array", "ansi"],
        "render_fps": 2,
        "is_parallelizable": False,
    }

    def __init__(
        self,
        id: str = "poolenv/NineBall-v0",
        *,
        render_mode: str | None = None,
        **keywords: Unpack[Keywords],
    ) -> None:
        super().__init__()
        if render_mode is not None:
            choose("render_mode", render_mode, self.metadata["render_modes"])
        self.render_mode = render_mode
        self.settings = settings_of(id, keywords)
        if self.settings.task is not None:
            raise ValueError(f"{id}: practice has one player; PettingZoo needs a game for two")
        if self.settings.opponent is not None:
            raise ValueError("opponent: PettingZoo's agents play both seats, so it must be None")
        self.batch = make_batch(self.settings, 1, 1)
        self.possible_agents = list(AGENTS)
        self.agents: list[str] = []
        self.observation_spaces = dict.fromkeys(AGENTS, self.batch.observation_space)
        self.action_spaces = dict.fromkeys(AGENTS, self.batch.action_space)
        self._seeded = False

    def observation_space(self, agent: str) -> Any:
        """The space of one player's observations, the same object at every call."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of one player's actions, the same object at every call."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new episode; arguments as of the single environment.

        Options of other environments are passed over: PettingZoo hands one set of options to all
        that a caller uses, and its own test sends an unknown one.
        """
        if seed is not None or not self._seeded:
            self.batch.world.rng[:] = seed_words(fresh_seed() if seed is None else seed, 1)
            self._seeded = True
        known = {key: value for key, value in (options or {}).items() if key in OPTIONS}
        self.batch.reset(_ROW, self.batch.start(known))
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self._tell(_NO_ROW, None)

    def step(self, action: Any) -> None:
        """Play one visit (or one decision) of the selected player.

        Raises:
            ValueError: for an action of another shape or with numbers that are not finite.
        """
        actor = self.agent_selection
        if self.terminations[actor] or self.truncations[actor]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[actor] = 0.0
        step = self.batch.step(np.asarray(action)[np.newaxis], _ROW)
        self.rewards = dict(zip(AGENTS, self.batch.rewards_of_both(0), strict=True))
        self.terminations = dict.fromkeys(AGENTS, bool(step.terminated[0]))
        self.truncations = dict.fromkeys(AGENTS, bool(step.truncated[0]))
        self._accumulate_rewards()
        self._tell(_ROW, step)

    def inject(self, event: Any) -> None:
        """Report an act of conduct; the next step rules on it, see ``PoolEnv.inject``.

        Args:
            event: as of the single environment; ``player`` may be the name of an agent as well.

        Raises:
            ValueError: for an unknown act or field, a ball that is not on the table, or when too
                many acts wait already.
        """
        if isinstance(event, Mapping) and event.get("player") in AGENTS:
            event = {**event, "player": AGENTS.index(event["player"])}
        inject(self.batch.world, 0, event)

    def _tell(self, stepped: NDArray[np.bool_], step: Any) -> None:
        """Select who acts next and fill the infos; only the player to act has legal actions."""
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        to_play = self.batch.to_play(0)
        for key, values, known in facts(self.batch, _ROW, stepped, step):
            if not known[0]:
                continue
            for seat, agent in enumerate(AGENTS):
                value = values[0]
                if key == "action_mask" and seat != to_play:
                    value = np.zeros_like(value)
                infos[agent][key] = value.item() if isinstance(value, np.generic) else value
        if self.batch.population.varies:
            for agent in AGENTS:
                drawn = self.batch.equipment()
                infos[agent]["equipment"] = {k: float(v[0]) for k, v in drawn.items()}
        self.infos = infos
        self.agent_selection = AGENTS[to_play]

    def observe(self, agent: str) -> NDArray[Any]:
        """The table as this player sees it, whoever is to act."""
        return self.batch.observe_as(0, AGENTS.index(agent))

    def render(self) -> Any:
        """The table as the render mode says, None without one."""
        return None if self.render_mode is None else self.batch.render(0, self.render_mode)

    def close(self) -> None:
        """Nothing is held that needs closing; PettingZoo's checks want it beside ``render``."""


def aec(id: str = "poolenv/NineBall-v0", **keywords: Any) -> PoolAECEnv:
    """The two-player game as a PettingZoo AEC environment; see :class:`PoolAECEnv`."""
    return PoolAECEnv(id, **keywords)
