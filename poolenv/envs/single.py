"""PoolEnv: one table behind Gymnasium's interface, row 0 of a batch of one."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any, Self, Unpack

import gymnasium
import numpy as np
from numpy.typing import NDArray

from poolenv.envs.acts import inject
from poolenv.envs.facts import facts
from poolenv.envs.ids import METADATA
from poolenv.envs.said import say
from poolenv.envs.settings import Keywords, choose, settings_of
from poolenv.envs.start import root_seed
from poolenv.envs.versus import make_batch
from poolenv.rng import seed_words

if TYPE_CHECKING:
    from poolenv.envs.kernels import Step

_ROW = np.ones(1, dtype=np.bool_)
_NO_ROW = np.zeros(1, dtype=np.bool_)


class PoolEnv(gymnasium.Env[NDArray[Any], Any]):
    """Pool, one table.

    ## Description
    One step is one visit to the table: from one action the environment settles what the player
    owes, a placement, a declaration and then the stroke, which is simulated to rest and ruled on by
    the rule book. A choice between options (after a push out, a foul on the break, ...) is a step
    of its own, and so is a reaction (to call a foul, to announce a frozen ball, ...), which only
    the lack of a ``referee`` or knobs of the edition ask for. Both players are played through the
    same face unless there is an ``opponent``.

    ## Action Space
    ``codec="compact"`` (default) is ``Box(-1, 1, (10,), float32)``. What the phase does not ask for
    is not read.

    | Num | Name      | From -1 to 1                                                            |
    |-----|-----------|-------------------------------------------------------------------------|
    | 0   | ball      | equal bins over the balls that may be played at (also the call)         |
    | 1   | pocket    | equal bins over the pockets HL HR SL SR FL FR (also the call)           |
    | 2   | aim       | offset from the direction that pots that ball there, -3 to 3 degrees    |
    | 3   | speed     | cue speed, 0.1 to 11 m/s, quadratic                                     |
    | 4   | side      | tip offset to the right, -0.5 to 0.5 ball radii                         |
    | 5   | follow    | tip offset upwards, -0.5 to 0.5 ball radii                              |
    | 6   | elevation | of the butt: level at or below 0, then quadratic up to 70 degrees       |
    | 7   | place x   | cue ball in hand: along the region it may be placed in                  |
    | 8   | place y   | across it                                                               |
    | 9   | option    | equal bins over the options, else over the intents that may be declared |

    ``codec="compact_calls"``, for games with called shots, is ``Box(-1, 1, (12,), float32)``: ball
    and pocket are the call alone, over every ball that may be called, and two more numbers say how
    it is to go in, 10 the way (direct, combination, carom, bank off the head, foot, left or right
    cushion), 11 the ball that a combination or carom hits first; see ``poolenv.compact_calls``.

    ``codec="candidates"`` is ``Discrete``: enumerated strokes, placements and options, with the
    legal ones in ``info["action_mask"]`` and ``action_masks()``. An index that is not legal means
    the nearest legal one. Placing the cue ball is a step of its own.

    ## Observation Space
    ``observation="flat"`` is one ``Box`` of float32, the view of the player to act.

    | Part          | Length | Meaning                                                           |
    |---------------|--------|-------------------------------------------------------------------|
    | cue_ball      | 3      | x, y (shares of half the bed), on the bed                         |
    | balls | 120 | per object ball: x, y, on the bed, playable, mine, theirs, wins, called |
    | phase         | 7      | what is owed: choose, place, call, strike, ...                    |
    | stage         | 5      | break, after the break, normal, ...                               |
    | region        | 4      | where the cue ball is or was placed                               |
    | menu          | 18     | options on offer                                                  |
    | intents       | 3      | what may be declared: shot, safety, push out                      |
    | called_pocket | 6      | the pocket called                                                 |
    | group         | 3      | open table, I play solids, I play stripes                         |
    | left          | 3      | balls left, mine, theirs                                          |
    | fouls         | 4      | fouls in a row and warnings, mine and theirs                      |
    | racks         | 2      | racks over the race, mine and theirs                              |
    | points        | 2      | points over the target (one rack: over 15), mine and theirs       |
    | turn          | 3      | I am to act, I broke, the break was a foul                        |
    | rack          | 5      | strokes, idle turns, stalemate                                    |
    | rules         | 3      | call shot, push out, fouls in a row allowed                       |
    | game          | 5      | which game                                                        |
    | table         | 3      | length, mouths of the pockets                                     |
    | pairs         | 204    | the 12 easiest pots: ball, pocket, cut, distances, gaps, ease, aim |
    | targets       | 16     | the 4 balls easiest to hit                                        |

    ``poolenv.observe.SLICES`` is the same table with places and bounds. Where reactions can be
    asked for 11 numbers more follow (``poolenv.observe.REACTIONS``), and as many indices as there
    are reactions in ``candidates``.

    ## Rewards
    The sum of named terms times the weights of ``reward``, for the player who *acted*. By default 1
    for winning the episode and -1 for losing it. The game is zero-sum in its result: what one
    player wins on the other's stroke is not shown by a single step; see ``opponent``.

    ## Starting State
    A rack, tight but not perfect, with a seeded lot for the break; run-outs begin with scattered
    balls. ``reset(options=...)`` takes ``position`` (a ``poolenv.Position``, its text, a mapping of
    balls to (x, y), or an array), ``breaker`` (0 or 1) and ``ball_in_hand`` (True, False, "head",
    "table").

    ## Episode End
    Terminated when the rack (or the race) is won; a run-out is lost when a stroke misses or fouls.
    At 14.1 a race is to points, and a single rack goes to who leads when fourteen balls are down.
    Truncated after ``max_visits`` strokes and choices of both players, or when a shot overflows the
    event log.

    ## Arguments
    | Name         | Default      | Meaning                                                        |
    |--------------|--------------|----------------------------------------------------------------|
    | edition      | "wpa2008"    | rule book: "wsr", "wpa2008", "wpa_official", a file, a mapping |
    | referee      | True         | whether a referee is present                                   |
    | table        | "nine_foot"  | a name in configs/tables, a file or a mapping                  |
    | cloth        | "pool"       | the same in configs/cloths                                     |
    | cue          | "playing"    | the same in configs/cues                                       |
    | balls        | "pool"       | the same in configs/balls                                      |
    | randomization | "none"      | "wpa": equipment drawn at each reset, in configs/randomization |
    | strict_equipment | False    | equipment outside the WPA specification is an error            |
    | noise        | "tournament" | execution noise, in configs/noise                              |
    | reward       | "win_loss"   | weights, in configs/rewards                                    |
    | codec        | "compact"    | "compact", "compact_calls" or "candidates"                     |
    | observation  | "flat"       | the only one                                                   |
    | pace         | "visit"      | "decision": one phase per step                                 |
    | match        | "rack"       | one rack, or racks to win; at 14.1 points to win               |
    | opponent     | None         | a registered name, a callable, or a model: it plays seat 1     |
    | max_visits   | 200          | strokes and choices until an episode is truncated              |
    | lag_mode     | "coin"       | who breaks first: by lot; "fixed": player 0; "simulate": a lag |
    | conduct      | "none"       | acts that happen by themselves, in configs/conduct             |
    | reward_terms | False        | put the unweighted terms into the info                         |
    | task         | "pot_one"    | run-outs: "pot_one", "clear", "rotation", "ghost"              |
    | n            | 1, 3, 3, 9   | run-outs: balls                                                |
    | shots        | 1, n, -, -   | run-outs: strokes; without a number a miss ends the run        |

    The info has ``to_play``, ``turn_switched``, ``ruling`` (put into words when it is read),
    ``action_mask`` (candidates), ``is_success`` at the end of a run-out, ``equipment`` (the numbers
    drawn, by dotted key) with a ``randomization``, and ``reward_terms`` on request.

    ## Beside the codecs
    ``env.unwrapped.play(shot=poolenv.Shot(...))`` says one decision outright and is strict;
    ``env.unwrapped.inject({"e": "concede", "player": 1})`` reports conduct.

    ## Vectorized environment
    ``gymnasium.make_vec(id, num_envs=n)`` gives :class:`poolenv.envs.PoolVectorEnv`, whose table i
    behaves exactly as this environment seeded with ``seed + i``. Its arguments (``threads``,
    ``autoreset_mode`` and those above) are keywords of ``make_vec``; Gymnasium refuses
    ``vector_kwargs`` and ``wrappers`` but with ``vectorization_mode="sync"`` or ``"async"``. For
    Stable-Baselines3 there is :class:`poolenv.envs.PoolVecEnv`.

    ## Version History
    - v0: first version.
    """

    metadata: dict[str, Any] = METADATA

    def __init__(
        self,
        game: str = "nine_ball",
        *,
        render_mode: str | None = None,
        **keywords: Unpack[Keywords],
    ) -> None:
        if render_mode is not None:
            choose("render_mode", render_mode, self.metadata["render_modes"])
        self.render_mode = render_mode
        self.settings = settings_of(game, keywords)
        self.batch = make_batch(self.settings, 1, 1)
        self.observation_space = self.batch.observation_space
        self.action_space = self.batch.action_space
        self._over = True
        self._seeded_by: np.random.Generator | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Begin a new episode.

        Args:
            seed: seeds the table's random word; None goes on drawing from it.
            options: ``position`` (balls on the table instead of a rack), ``breaker`` (the player
                who acts first, 0 or 1) and ``ball_in_hand`` (False, True, "head" or "table").

        Returns:
            Observation of the player to act, info.

        Raises:
            ValueError: for an unknown option or an impossible start, naming what was expected.
        """
        super().reset(seed=seed)
        if self._seeded_by is not self.np_random:
            self.batch.world.rng[:] = seed_words(root_seed(self.np_random, self.np_random_seed), 1)
            self._seeded_by = self.np_random
        observation = self.batch.reset(_ROW, self.batch.start(options))
        self._over = False
        return observation[0], self._info()

    def step(self, action: Any) -> tuple[NDArray[Any], float, bool, bool, dict[str, Any]]:
        """Play one visit, or one decision with ``pace="decision"``.

        Returns:
            Observation of the player to act next, reward of the player who acted, terminated,
            truncated, info.

        Raises:
            ValueError: for an action of another shape or with numbers that are not finite.
            RuntimeError: if no episode is under way.
        """
        if self._over:
            raise RuntimeError("the episode is over or has not begun: call reset() first")
        return self._told(self.batch.step(np.asarray(action)[np.newaxis], _ROW))

    def play(
        self, *, player: int | None = None, **said: Any
    ) -> tuple[NDArray[Any], float, bool, bool, dict[str, Any]]:
        """Say one decision outright instead of a codec's numbers: one phase per call.

        Args:
            player: who says it, 0 or 1; None: whoever is to act.
            **said: exactly one of ``option="ACCEPT"``, ``place=(x, y)``, ``call=(3, "HL")``,
                ``intent="safety"`` and ``shot=poolenv.Shot(...)``.

        Returns:
            What ``step`` returns.

        Raises:
            ValueError: for what may not be said now (an option that is not on offer, a ball that
                is not on the table, a place outside the region, a player who is not to act), with
                what may.
            RuntimeError: if no episode is under way.
        """
        if self._over:
            raise RuntimeError("the episode is over or has not begun: call reset() first")
        say(self.batch.world, 0, said, player)
        return self._told(self.batch.step_said(_ROW))

    def inject(self, event: Any) -> None:
        """Report an act that ball physics cannot show; the next step rules on it.

        An act that is part of the stroke is ruled on with it; one before it takes a step of its
        own, in which nothing else is played. At a lag that is played ``late_strike`` says how many
        ``seconds`` a player waits before striking; by the book of 2016 a stroke after the other
        ball was at the foot cushion has it lagged again.

        Args:
            event: a mapping such as ``{"e": "ball_touched", "ball": 3, "by": "hand", "player": 0}``
                in the words of ``poolenv.envs.acts.FIELDS``.

        Raises:
            ValueError: for an unknown act or field, a ball that is not on the table, or when too
                many acts wait already.
        """
        inject(self.batch.world, 0, event)

    def _told(self, step: Step) -> tuple[NDArray[Any], float, bool, bool, dict[str, Any]]:
        """A step as Gymnasium's tuple."""
        terminated, truncated = bool(step.terminated[0]), bool(step.truncated[0])
        self._over = terminated or truncated
        return step.observation[0], float(step.reward[0]), terminated, truncated, self._info(step)

    def _info(self, step: Any = None) -> dict[str, Any]:
        """What is known of the table, in Python's own types."""
        info: dict[str, Any] = {}
        for key, values, known in facts(self.batch, _ROW, _NO_ROW if step is None else _ROW, step):
            if known[0]:
                value = values[0]
                info[key] = value.item() if isinstance(value, np.generic) else value
        if self.batch.population.varies:
            info["equipment"] = {k: float(v[0]) for k, v in self.batch.equipment().items()}
        if step is not None:
            info["ruling"] = self.batch.ruling_text(0)
            if self.settings.reward_terms:
                terms = self.batch.reward_terms()
                info["reward_terms"] = {name: float(values[0]) for name, values in terms.items()}
        return info

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal now, (n,); codec ``candidates`` only."""
        masks: NDArray[np.bool_] = self.batch.action_masks()[0]
        return masks

    def render(self) -> Any:
        """The table as the render mode says, None without one."""
        return None if self.render_mode is None else self.batch.render(0, self.render_mode)

    def get_state(self) -> dict[str, Any]:
        """Everything the next steps depend on, as arrays of its own."""
        return {"tables": self.batch.get_state(_ROW), "over": self._over}

    def set_state(self, state: dict[str, Any]) -> None:
        """Go on from a state that ``get_state`` of an environment with the same settings gave."""
        self.batch.set_state(_ROW, state["tables"])
        self._over = state["over"]
        self._seeded_by = self.np_random

    def clone(self) -> Self:
        """An independent environment in the same state."""
        return copy.deepcopy(self)
