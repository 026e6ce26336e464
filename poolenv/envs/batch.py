"""N tables that are played together: what every face of the environment shares."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from poolenv.balls import N_BALLS
from poolenv.candidates import Candidates, new_candidates
from poolenv.envs.codecs import codec_of
from poolenv.envs.compiling import compile_together, is_to_compile
from poolenv.envs.kernels import ACTOR, Answers, Step, Wishes, new_step, step_rows, view_rows
from poolenv.envs.pictures import picture, text
from poolenv.envs.ruling_text import RulingText
from poolenv.envs.settings import Settings
from poolenv.envs.start import Start, read_options
from poolenv.envs.tables import new_tables
from poolenv.envs.watcher import UNWATCHED, Mask, Watcher
from poolenv.episode import ANY_REGION, Beginning, begin_rows
from poolenv.knobs import RUN_OUT, RUN_RACK
from poolenv.observe import bounds
from poolenv.physics.scratch import new_scratch
from poolenv.play import EVERY_PHASE
from poolenv.rewards import N_TERMS, TERM_NAMES, load_reward
from poolenv.rules.reactions import has_reactions
from poolenv.rules.words import NOBODY
from poolenv.threads import for_rows
from poolenv.world import World, for_kernels, load_rows, save_rows


class Ended(NamedTuple):
    """What is left of k episodes that a step ended, where the next have begun."""

    tables: NDArray[np.int64]  # (k,) where
    observation: NDArray[np.float32]  # (k, d) what was seen last there
    equipment: dict[str, NDArray[np.float64]]  # (N,) of all tables, before any was drawn anew


class Batch:
    """N tables, their codec, their reward and what their players see.

    Every row is independent: it behaves as if alone, whatever the number of tables and threads.

    Args:
        settings: of the environment.
        n: number of tables.
        threads: threads that play shots.

    Attributes:
        world: all state.
        rewards: (N, 2) rewards of both players for the last step.
        terms: (N, N_TERMS) unweighted reward terms of the player who acted.
        watcher: told of all that is played, by an opponent too; copies of a batch are not watched.
    """

    watcher: Watcher = UNWATCHED

    def __init__(self, settings: Settings, n: int, threads: int) -> None:
        if isinstance(n, bool) or not isinstance(n, int) or n < 1:
            raise ValueError(f"num_envs={n!r}: expected a whole number of at least 1")
        self.settings = settings
        self.n = n
        self.threads = threads
        self.world, self.edition, self.population = new_tables(settings, n)
        reactions = any(has_reactions(rules) for rules in self.world.editions)
        self.codec = codec_of(settings.codec, reactions)
        self.has_masks = self.codec.has_masks
        self.observation_space = spaces.Box(*bounds(reactions), dtype=np.float32)
        self.n_observation = int(self.observation_space.shape[0])
        self.action_space = self.codec.space()
        self.rewards = np.zeros((n, 2))
        self.terms = np.zeros((n, N_TERMS))
        self._reward = load_reward(settings.reward)
        self._candidates = new_candidates(n, reactions)
        self._ends = EVERY_PHASE if settings.pace == "decision" else self.codec.visit
        self._scratch = for_kernels(new_scratch())
        self._how = self._beginning(Start())
        self._begins_in_step = not self.population.varies
        self._final = np.empty((n, self.n_observation), dtype=np.float32)
        self._n_mask = self.codec.n if self.has_masks else 0
        self._share()
        if is_to_compile():
            nothing = self._wishes(self.no_actions(), np.zeros(n, dtype=np.bool_))
            step = new_step(n, self.n_observation, self._n_mask)
            answers = Answers(step, self.rewards, self.terms, self._final)
            compile_together(self._arrays, self._lists, nothing, answers, self._scratch, self._how)

    def _share(self) -> None:
        """Look at the state the way kernels take it; copies of a batch must do so anew."""
        self._arrays: World = for_kernels(self.world)
        self._lists: Candidates = for_kernels(self._candidates)

    def __getstate__(self) -> dict[str, Any]:
        return {k: v for k, v in self.__dict__.items() if k not in ("_arrays", "_lists", "watcher")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._share()

    def share_tables(self, other: Batch) -> None:
        """Play on the tables of another batch of the same game: two faces or codecs, one state."""
        self.world, self._arrays = other.world, other._arrays

    def start(self, options: Mapping[str, Any] | None) -> Start:
        """The options of a reset, checked.

        Raises:
            ValueError: for an unknown option or an impossible start, naming what was expected.
        """
        rules = self.world.editions[0]
        racked = rules.game != RUN_OUT or rules.run_start == RUN_RACK
        return read_options(options, self.world, racked)

    def reset(
        self, mask: Mask, start: Start, out: NDArray[np.float32] | None = None
    ) -> NDArray[np.float32]:
        """Begin new episodes on the tables of the mask; their random words go on.

        Args:
            mask: (N,) bool.
            start: how they begin.
            out: (N, d) observations, of which the rows of the mask are written; None: new ones.

        Returns:
            The observations; rows that are not of the mask are as they were.
        """
        observation = np.empty_like(self._final) if out is None else out
        how = self._beginning(start)
        world = self.world
        self.population.draw(world.rng, mask, world.phys, world.game["table"])

        def work(lo: int, hi: int) -> None:
            begin_rows(self._arrays, mask, how, lo, hi)
            self._view(mask, ACTOR, observation, lo, hi)

        for_rows(work, self.n, self.threads)
        self.watcher.began(mask)
        return observation

    def _beginning(self, start: Start) -> Beginning:
        """How episodes begin, as kernels take it."""
        return Beginning(
            self.settings.match,
            NOBODY if start.breaker is None else start.breaker,
            ANY_REGION if start.region is None else start.region,
            start.balls,
            np.zeros((N_BALLS, 2)) if start.place is None else start.place,
        )

    def step(self, actions: Any, active: Mask) -> Step:
        """Play one visit (or one decision) on the active tables.

        Args:
            actions: (N, ...) as the codec takes them; those of inactive tables are not read.
            active: (N,) tables to play; the others are seen as they are.

        Raises:
            ValueError: for actions the codec cannot take.
        """
        return self._play(self._wishes(actions, active))

    def step_on(self, actions: Any, active: Mask) -> tuple[Step, Ended]:
        """As ``step``, and where an episode ends the next begins: what is seen there is the next.

        Raises:
            ValueError: for actions the codec cannot take.
        """
        if self._begins_in_step and self.watcher is UNWATCHED:
            step = self._play(self._wishes(actions, active, anew=True))
            tables = np.flatnonzero(step.over)
            return step, Ended(tables, self._final.take(tables, axis=0), {})
        step = self.step(actions, active)
        return step, self.begin_after(step)

    def begin_after(self, step: Step) -> Ended:
        """Begin anew where a step ended an episode; its observations become those of the next."""
        tables = np.flatnonzero(step.over)
        ended = Ended(tables, step.observation.take(tables, axis=0), self.equipment())
        if len(tables):
            self.reset(step.over, Start(), step.observation)
        return ended

    def step_said(self, active: Mask) -> Step:
        """Settle one decision on the active tables as ``world.action`` says it, not decoded.

        Args:
            active: (N,) tables to play; what their actions say was checked by the caller.
        """
        nothing = self._wishes(self.no_actions(), np.zeros(self.n, dtype=np.bool_))
        return self._play(nothing._replace(said=True, active=active, ends=EVERY_PHASE))

    def _play(self, wishes: Wishes) -> Step:
        """Play what is wished on all tables."""
        n = self.n
        self.watcher.playing(wishes.active)
        step = new_step(n, self.n_observation, self._n_mask)
        answers = Answers(step, self.rewards, self.terms, self._final)

        def work(lo: int, hi: int) -> None:
            scratch = self._scratch if hi - lo == n else for_kernels(new_scratch())
            step_rows(self._arrays, self._lists, wishes, answers, scratch, self._how, lo, hi)

        for_rows(work, n, self.threads)
        self.watcher.played(wishes.active)
        return step

    def _wishes(self, actions: Any, active: Mask, anew: bool = False) -> Wishes:
        """What a step is asked to do, checked."""
        numbers, choices = self.codec.check(actions, active)
        return Wishes(
            self.codec.number,
            False,
            numbers,
            choices,
            active,
            anew,
            self._ends,
            self.settings.max_visits,
            self._reward.weights,
            self._reward.discount,
        )

    def _view(self, seen: Mask, viewer: int, out: NDArray[np.float32], lo: int, hi: int) -> None:
        world = self._arrays
        tables = world.marks, world.editions, world.game, world.pos, world.motion
        view_rows(*tables, self._lists, self.codec.number, seen, viewer, out, lo, hi)

    def observe(self, mask: Mask | None = None, viewer: int = ACTOR) -> NDArray[np.float32]:
        """Observations of the tables of the mask (all without one), (N, d); the others are 0.

        Args:
            mask: (N,) bool.
            viewer: whose view, ACTOR for that of whoever is to act.
        """
        seen = np.ones(self.n, dtype=np.bool_) if mask is None else mask
        out = np.zeros((self.n, self.n_observation), dtype=np.float32)
        for_rows(lambda lo, hi: self._view(seen, viewer, out, lo, hi), self.n, self.threads)
        return out

    def observe_as(self, i: int, player: int) -> NDArray[np.float32]:
        """The observation of table i as this player sees it, (d,)."""
        only = np.zeros(self.n, dtype=np.bool_)
        only[i] = True
        return self.observe(only, player)[i]

    def terminated(self) -> Mask:
        """Tables whose episode was won."""
        return self.world.game["winner"] != NOBODY

    def over(self) -> Mask:
        """Tables whose episode was won or cut off."""
        return self.terminated() | self.world.truncated

    def to_play(self, i: int) -> int:
        """Who is to act on table i."""
        return int(self.world.game.actor[i])

    def actors(self) -> NDArray[np.int64]:
        """Who is to act on each table, (N,)."""
        return np.array(self._arrays.game["actor"])

    def successes(self) -> Mask | None:
        """Tables whose run-out was completed; None in a game for two."""
        return None if self.settings.task is None else self.world.game["winner"] == 0

    def no_actions(self) -> NDArray[Any]:
        """Actions for tables that are not played."""
        shape, dtype = self.action_space.shape, self.action_space.dtype
        return np.zeros((self.n, *(shape or ())), dtype=dtype)

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal now, (N, n), a copy.

        Raises:
            AttributeError: unless the codec is ``candidates``.
        """
        if not self.has_masks:
            raise AttributeError("only codec='candidates' has action masks")
        return self._candidates.mask.copy()

    def equipment(self) -> dict[str, NDArray[np.float64]]:
        """What the randomization has drawn for the tables, (N,) by key; empty without one."""
        if not self.population.varies:
            return {}
        return self.population.drawn(self.world.phys, self.world.game["table"])

    def reward_terms(self) -> dict[str, NDArray[np.float64]]:
        """Unweighted reward terms of the last step, (N,) each, of the player who acted."""
        return {name: self.terms[:, k].copy() for k, name in enumerate(TERM_NAMES)}

    def ruling_text(self, i: int) -> RulingText:
        """The ruling on the last step of table i; empty if there was nothing to rule on."""
        rules = self.world.editions[self.world.game.edition[i]]
        ruling = self.world.ruling[i : i + 1] if self.world.ruled_on[i] else None
        return RulingText(rules, ruling, self.edition.clauses)

    def render(self, i: int, mode: str) -> Any:
        """Table i as ``rgb_array`` (uint8) or ``ansi`` (text)."""
        return picture(self.world, i) if mode == "rgb_array" else text(self.world, i)

    def rewards_of_both(self, i: int) -> tuple[float, float]:
        """Rewards of players 0 and 1 for the last step of table i."""
        return float(self.rewards[i, 0]), float(self.rewards[i, 1])

    def get_state(self, mask: Mask) -> dict[str, NDArray[Any]]:
        """A copy of everything the tables of the mask own."""
        return save_rows(self.world, mask)

    def set_state(self, mask: Mask, state: dict[str, NDArray[Any]]) -> None:
        """Put a copy back; it may come from another batch with the same settings.

        Raises:
            ValueError: if the number of tables differs.
        """
        load_rows(self.world, mask, state)
        self.observe(mask)
