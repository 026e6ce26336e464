"""Who sits at a table: a baseline by its name, or a trained model from its run directory.

A player is an opponent of `poolenv.envs.opponents` with a name and a face: asked for all tables on
which it is to act at once, it gives actions in its own codec, so two players of one rack may speak
different ones.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from poolenv.config import nearest
from poolenv.envs.opponents import Factory, Query

#: A network is asked in batches of this many tables, the last one filled up: the arithmetic of a
#: row may depend on the size of its batch, and a rack must not depend on the others played beside
#: it.
ASKED_AT_ONCE = 32


@dataclass(frozen=True)
class Player:
    """Somebody who can be asked for actions.

    Attributes:
        name: for tables and files.
        make: gives what answers queries, for an environment with these settings.
        face: keyword arguments of the environment that say how it sees and speaks (`codec`, ...).
        any_codec: it can speak others than that of its face.
    """

    name: str
    make: Factory
    face: dict[str, Any] = field(default_factory=dict)
    any_codec: bool = False

    def speaking(self, codec: str | None) -> Player:
        """The same player in another codec; None: in its own.

        Raises:
            ValueError: if it does not speak that codec.
        """
        if codec is None or codec == self.face.get("codec"):
            return self
        if not self.any_codec:
            raise ValueError(f"{self.name} speaks codec {self.face.get('codec')!r}, not {codec!r}")
        return replace(self, face={**self.face, "codec": codec})


class ModelAnswer:
    """The most likely action of a Stable-Baselines3 model."""

    def __init__(self, model: Any) -> None:
        self.model = model

    def __call__(self, query: Query) -> NDArray[Any]:
        """Actions for every table asked about, independent of how many are asked about."""
        answers = []
        for start in range(0, len(query.rows), ASKED_AT_ONCE):
            part = slice(start, start + ASKED_AT_ONCE)
            seen = query.observations[part]
            more: dict[str, Any] = {}
            if query.action_masks is not None:
                more["action_masks"] = _filled(query.action_masks[part])
            actions, _ = self.model.predict(_filled(seen), deterministic=True, **more)
            answers.append(actions[: len(seen)])
        return np.concatenate(answers)


def _filled(rows: NDArray[Any]) -> NDArray[Any]:
    """The rows, the last one repeated until there are ASKED_AT_ONCE."""
    return rows[np.minimum(np.arange(ASKED_AT_ONCE), len(rows) - 1)]


def model_player(name: str, model: Any, face: dict[str, Any]) -> Player:
    """A model in memory as a player."""
    return Player(name, lambda _: ModelAnswer(model), dict(face))


def trained(folder: Path, model: str = "model.zip") -> Player:
    """The player of a run directory.

    Args:
        folder: the run directory.
        model: `model.zip`, the last one, or `best.zip`.

    Raises:
        ValueError: if there is no such model because the training has not ended.
    """
    from agents.settings import read_settings
    from agents.train import ALGORITHMS, CONFIG

    settings = read_settings(folder / CONFIG)
    if not (folder / model).is_file():
        raise ValueError(f"{folder}: no {model}; the training has not ended")
    loaded = ALGORITHMS[settings.algorithm].load(folder / model, device="cpu")
    return model_player(folder.name, loaded, dict(settings.face))


def player_of(name: str) -> Player:
    """The player meant by a baseline's name or a run directory.

    Raises:
        ValueError: if it is neither.
    """
    from agents.baselines import BASELINES

    if name in BASELINES:
        return BASELINES[name]
    if (Path(name) / "config.toml").is_file():
        return trained(Path(name))
    near = nearest(name, BASELINES)
    hint = f"; did you mean {near!r}?" if near else ""
    known = ", ".join(BASELINES)
    raise ValueError(f"{name!r}: expected a baseline ({known}) or a run directory{hint}")
