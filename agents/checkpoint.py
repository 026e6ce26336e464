"""Save and resume everything a training holds: interrupted, it ends as if it had not been.

A checkpoint is one file, written under a temporary name and renamed: there is never half of one. It
holds the model (network, optimizer, counters, statistics), the tables with their random words, the
generators of Python, numpy and torch, what the callbacks remember, and for SAC the replay buffer.
"""

from __future__ import annotations

import io
import os
import pickle
import random
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import torch
from stable_baselines3.common.base_class import BaseAlgorithm
from stable_baselines3.common.off_policy_algorithm import OffPolicyAlgorithm

from agents.tables import StagedTables

MODEL = "model.zip"
REPLAY = "replay.pkl"
STATE = "state.pkl"


class Remembering(Protocol):
    """A callback with a memory of its own."""

    def get_memory(self) -> Any:
        """What must survive an interruption."""

    def set_memory(self, memory: Any) -> None:
        """Take it back."""


def write_whole(path: Path, write: Callable[[Any], None]) -> None:
    """Write a file under a temporary name in the same folder, then rename it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    name = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with open(name, "wb") as file:
            write(file)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except BaseException:
        name.unlink(missing_ok=True)
        raise


def write_text(path: Path, text: str) -> None:
    """Write a text file as a whole or not at all."""
    write_whole(path, lambda file: file.write(text.encode()))


def _generators() -> dict[str, Any]:
    return {
        "python": random.getstate(),
        "numpy": np.random.get_state(),
        "torch": torch.get_rng_state(),
    }


def _set_generators(state: dict[str, Any]) -> None:
    random.setstate(state["python"])
    np.random.set_state(state["numpy"])
    torch.set_rng_state(state["torch"])


def save_checkpoint(
    path: Path, model: BaseAlgorithm, tables: StagedTables, memories: dict[str, Remembering]
) -> None:
    """Write a checkpoint; call it between an update and the next collection only."""
    state = {
        "tables": tables.get_state(),
        "generators": _generators(),
        "memories": {name: memory.get_memory() for name, memory in memories.items()},
    }
    # Saving draws no random numbers, but it must not be trusted to: the generators are read first.
    parts = {STATE: pickle.dumps(state)}
    buffer = io.BytesIO()
    model.save(buffer, exclude=["tensorboard_log"])
    parts[MODEL] = buffer.getvalue()
    if isinstance(model, OffPolicyAlgorithm):
        replay = io.BytesIO()
        model.save_replay_buffer(replay)
        parts[REPLAY] = replay.getvalue()

    def write(file: Any) -> None:
        with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
            for name, content in parts.items():
                archive.writestr(name, content)

    write_whole(path, write)


def load_checkpoint(
    path: Path,
    algorithm: type[BaseAlgorithm],
    tables: StagedTables,
    memories: dict[str, Remembering],
) -> BaseAlgorithm:
    """The model as it was, with its tables, generators and memories put back.

    Raises:
        FileNotFoundError: if there is no checkpoint.
        ValueError: if the file is not one.
    """
    if not path.is_file():
        raise FileNotFoundError(f"{path}: no checkpoint to resume from")
    try:
        with zipfile.ZipFile(path) as archive:
            parts = {name: archive.read(name) for name in archive.namelist()}
        state = pickle.loads(parts[STATE])
    except (zipfile.BadZipFile, KeyError, pickle.UnpicklingError) as error:
        raise ValueError(f"{path}: not a checkpoint of agents.train ({error})") from error
    # The tables come first: the model keeps the observation it had seen last.
    tables.set_state(state["tables"])
    model = algorithm.load(io.BytesIO(parts[MODEL]), env=tables, device="cpu", force_reset=False)
    if isinstance(model, OffPolicyAlgorithm):
        model.load_replay_buffer(io.BytesIO(parts[REPLAY]))
    for name, memory in memories.items():
        memory.set_memory(state["memories"][name])
    # Last: making the model seeded the generators anew and drew the first weights.
    tables._reset_seeds()
    _set_generators(state["generators"])
    return model
