"""Opponents by name: the registry that `agents` fills, and what an opponent is asked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from poolenv.config import nearest
from poolenv.envs.codecs import codec_of
from poolenv.kernel import kernel
from poolenv.rng import below, uniform

if TYPE_CHECKING:
    from poolenv.envs.settings import Settings
    from poolenv.world import World


@dataclass(frozen=True)
class Query:
    """The tables on which an opponent is to act, k of them, asked at once.

    Attributes:
        observations: (k, d) float32, as the opponent sees the tables.
        action_masks: (k, n) bool, legal actions; None unless the codec is ``candidates``.
        words: (k,) uint64, fresh random bits per table, the only ones an opponent should use: then
            the result depends neither on the number of tables nor on the order of questions.
        world: all tables, to be read only.
        rows: (k,) which of them are asked about.
        settings: of the environment.
    """

    observations: NDArray[Any]
    action_masks: NDArray[np.bool_] | None
    words: NDArray[np.uint64]
    world: World
    rows: NDArray[np.int64]
    settings: Settings


#: Gives (k, ...) actions.
Opponent: TypeAlias = Callable[[Query], NDArray[Any]]
#: Makes an opponent for an environment with these settings.
Factory: TypeAlias = "Callable[[Settings], Opponent]"

_factories: dict[str, Factory] = {}


def register_opponent(name: str, factory: Factory) -> None:
    """Make an opponent available as ``opponent=name``; the last registration of a name counts.

    Args:
        name: lower case, words joined by underscores.
        factory: called once per environment.
    """
    _factories[name] = factory


def opponent_names() -> list[str]:
    """Names that ``opponent=`` understands now."""
    return sorted(_factories)


def opponent_of(value: Any, settings: Settings) -> Opponent:
    """The opponent meant by a name, a callable, or a trained model with ``predict``.

    Raises:
        ValueError: for an unknown name.
        TypeError: for anything else.
    """
    if isinstance(value, str):
        if value not in _factories:
            near = nearest(value, _factories)
            hint = f"; did you mean {near!r}?" if near else ""
            known = ", ".join(opponent_names())
            raise ValueError(
                f"opponent={value!r}: expected one of {known}{hint} "
                "(the package `agents` registers more when it is imported)"
            )
        return _factories[value](settings)
    if hasattr(value, "predict"):
        return _Model(value)
    if callable(value):
        opponent: Opponent = value
        return opponent
    raise TypeError(
        f"opponent={value!r}: expected a registered name, a callable that answers a Query, or a "
        "model with predict()"
    )


@dataclass(frozen=True)
class _Model:
    """A trained Stable-Baselines3 model: its most likely action, asked for all tables at once."""

    model: Any

    def __call__(self, query: Query) -> NDArray[Any]:
        masks = {} if query.action_masks is None else {"action_masks": query.action_masks}
        actions: NDArray[Any] = self.model.predict(query.observations, deterministic=True, **masks)[
            0
        ]
        return actions


@kernel
def fill_uniform(words: NDArray[np.uint64], out: NDArray[np.float32]) -> None:
    """Fill each row with numbers uniform on [-1, 1)."""
    for i in range(out.shape[0]):
        for j in range(out.shape[1]):
            out[i, j] = 2.0 * uniform(words, i) - 1.0


@kernel
def choose_legal(
    words: NDArray[np.uint64], masks: NDArray[np.bool_], out: NDArray[np.int64]
) -> None:
    """One of the legal actions of each row, all equally likely; 0 if none is."""
    for i in range(out.shape[0]):
        legal = 0
        for j in range(masks.shape[1]):
            legal += int(masks[i, j])
        left = below(words, i, legal)
        out[i] = 0
        for j in range(masks.shape[1]):
            if masks[i, j]:
                if left == 0:
                    out[i] = j
                left -= 1


def uniform_opponent(query: Query) -> NDArray[Any]:
    """Uniform over the action space, under ``candidates`` over what is legal."""
    words = query.words.copy()
    if query.action_masks is not None:
        choices = np.zeros(len(words), dtype=np.int64)
        choose_legal(words, query.action_masks, choices)
        return choices
    numbers = np.zeros((len(words), codec_of(query.settings.codec).n), dtype=np.float32)
    fill_uniform(words, numbers)
    return numbers


register_opponent("uniform", lambda settings: uniform_opponent)
