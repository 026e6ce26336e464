"""What a training file (`configs/agents/*.toml`) may say; read strictly by `poolenv.config`."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Annotated, Any, Literal

from poolenv.config import (
    Inconsistency,
    Range,
    Source,
    content_hash,
    schema,
    settings,
    to_toml,
    values_of,
)

Count = Annotated[int, Range(ge=1)]
Seed = Annotated[int, Range(ge=0)]
Positive = Annotated[float, Range(gt=0.0)]
Share = Annotated[float, Range(ge=0.0, le=1.0)]

#: Ids on which one player practises alone: no turn ever passes.
ONE_PLAYER_IDS = ("poolenv/RunOut-v0",)


@schema
class Group:
    """Equal tables: how many, which id, its keyword arguments (beside those of `face`)."""

    count: Count
    id: str
    env: Mapping[str, Any] = dataclasses.field(default_factory=dict)


@schema
class Stage:
    """One part of the curriculum: which tables are played, for how many steps of all together."""

    name: str
    steps: Count
    groups: tuple[Group, ...]

    @property
    def count(self) -> int:
        """Tables of all groups."""
        return sum(group.count for group in self.groups)


@schema
class Policy:
    """The network: a scorer of candidates (codec `candidates` only) or a plain perceptron."""

    kind: Literal["candidates", "mlp"] = "candidates"
    hidden: Count = 64  # width of the hidden layers


@schema
class Ppo:
    """Proximal policy optimization, plain or with masks."""

    n_steps: Count = 64  # of each table per update
    batch_size: Annotated[int, Range(ge=2)] = 2048
    n_epochs: Count = 4
    learning_rate: Positive = 1e-3  # at the start; falls in a straight line
    final_learning_rate: Positive = 1e-4
    gamma: Share = 0.99
    gae_lambda: Share = 0.95
    clip_range: Positive = 0.2
    ent_coef: Annotated[float, Range(ge=0.0)] = 0.003
    vf_coef: Annotated[float, Range(ge=0.0)] = 0.5
    max_grad_norm: Positive = 0.5


@schema
class Sac:
    """Soft actor-critic: few strokes, many gradient steps; one player only."""

    learning_rate: Positive = 3e-4
    buffer_size: Count = 300_000
    learning_starts: Annotated[int, Range(ge=0)] = 5_000
    batch_size: Annotated[int, Range(ge=2)] = 256
    gradient_steps: Count = 8  # per step of all tables
    tau: Annotated[float, Range(gt=0.0, le=1.0)] = 0.005
    gamma: Share = 0.99


@schema
class Figure:
    """A figure measured while training: the agent alone on a task, or against a baseline."""

    name: str
    id: str
    opponent: str | None = None  # a baseline; none on one-player ids
    env: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    racks: Count = 256

    def inconsistencies(self) -> list[Inconsistency]:
        """Two seats need two players."""
        if self.opponent is None and self.id not in ONE_PLAYER_IDS:
            return [Inconsistency("opponent", None, f"a baseline to play against on {self.id}")]
        return []


@schema
class Evaluation:
    """Evaluation while training; the model with the best mean share is kept beside the last."""

    every: Count = 500_000  # steps
    seed: Seed = 1_000_000  # of the first rack; apart from the seeds trained on
    figures: tuple[Figure, ...] = ()


@schema
class Settings:
    """A whole training file."""

    name: str
    stages: tuple[Stage, ...]
    algorithm: Literal["ppo", "maskable_ppo", "sac"] = "maskable_ppo"
    seed: Seed = 1
    threads: Count = 2  # of the simulator
    torch_threads: Count = 1
    checkpoint_every: Count = 250_000  # steps
    max_minutes: Annotated[float, Range(unit="min", gt=0.0)] | None = (
        None  # stop training after this
    )
    #: How the agent sees and speaks: keyword arguments of every environment, evaluation included.
    face: Mapping[str, Any] = dataclasses.field(default_factory=lambda: {"codec": "candidates"})
    policy: Policy = Policy()
    ppo: Ppo = Ppo()
    sac: Sac = Sac()
    evaluation: Evaluation = Evaluation()

    @property
    def total_steps(self) -> int:
        """Steps of all stages."""
        return sum(stage.steps for stage in self.stages)

    def inconsistencies(self) -> list[Inconsistency]:
        """Stages share one learner; soft actor-critic plays alone."""
        if not self.stages:
            return [Inconsistency("stages", [], "at least one stage")]
        found = []
        if self.policy.kind == "candidates" and self.algorithm != "maskable_ppo":
            expected = (
                f"'mlp' with algorithm {self.algorithm!r}: candidates are chosen under a mask"
            )
            found.append(Inconsistency("policy.kind", self.policy.kind, expected))
        for k, stage in enumerate(self.stages):
            key = f"stages[{k}].groups"
            if stage.count != self.stages[0].count:
                expected = f"{self.stages[0].count} tables, as many as the first stage has"
                found.append(Inconsistency(key, stage.count, expected))
            for j, group in enumerate(stage.groups):
                alone = group.id in ONE_PLAYER_IDS or group.env.get("opponent") is not None
                if self.algorithm == "sac" and not alone:
                    expected = (
                        f"{ONE_PLAYER_IDS[0]} or an `opponent` in env: sac bootstraps from the "
                        "next observation, which may be the other player's"
                    )
                    found.append(Inconsistency(f"{key}[{j}].id", group.id, expected))
        return found


def read_settings(
    source: Source | Settings, overrides: Mapping[str, Any] | None = None
) -> Settings:
    """Read a training file: a name in `configs/agents`, a path or a mapping.

    Args:
        source: what to read.
        overrides: dotted keys and values laid over it, as ``{"ppo.batch_size": 4096}``.

    Raises:
        ConfigError: with every problem found.
    """
    return settings(Settings, "agents", source, overrides=overrides)


def resolved_text(chosen: Settings) -> str:
    """The settings as a TOML file that states every value and opens with their hash."""
    return f"# content hash {content_hash(chosen)}\n{to_toml(values_of(chosen))}"
