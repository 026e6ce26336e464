"""Imports only go down the floors, and heavy packages are met late or never.

The table below is the architecture. A new module joins a package that stands in it or gets a line.
"""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parent.parent

#: Floor of each module; "name.*" is a package with all below it. The nearest entry counts.
FLOORS = {
    # 0: words that every floor shares
    "poolenv.kernel": 0,
    "poolenv.balls": 0,
    "poolenv.events": 0,
    "poolenv.records": 0,
    "poolenv.states": 0,
    "poolenv.rng": 0,
    "poolenv.sheets": 0,
    "poolenv.knob": 0,
    "poolenv.knobs": 0,
    "poolenv.threads": 0,
    "poolenv.position": 0,
    "poolenv.plane": 0,
    "poolenv.config": 0,
    "poolenv.schema": 0,
    "poolenv.sources": 0,
    "poolenv.files": 0,
    # 1: equipment and marks
    "poolenv.table.*": 1,
    # 2: two blind siblings
    "poolenv.physics.*": 2,
    "poolenv.rules.*": 2,
    # 3: one page per game
    "poolenv.games.*": 3,
    # 4: where physics and rules meet
    "poolenv.world": 4,
    "poolenv.actions": 4,
    "poolenv.episode": 4,
    "poolenv.beside": 4,
    "poolenv.mishaps": 4,
    "poolenv.play": 4,
    "poolenv.notation.*": 4,
    # 5: reads the world
    "poolenv.course": 5,
    "poolenv.aim": 5,
    "poolenv.gaps": 5,
    "poolenv.throw": 5,
    "poolenv.hits": 5,
    "poolenv.candidates.*": 5,
    "poolenv.compact": 5,
    "poolenv.compact_calls": 5,
    "poolenv.observe": 5,
    "poolenv.rewards.*": 5,
    "poolenv.render.*": 5,
    # 6: faces: gymnasium, commands, the public names
    "poolenv.envs.*": 6,
    "poolenv.__main__": 6,
    "poolenv.commands.*": 6,
    "poolenv": 6,
    # 7 and 8: from a checkout only
    "agents.*": 7,
    "experiments.*": 8,
}
NOWHERE = 9

#: (importer, imported): physics and rules meet on floor 4, at the event log, and not before.
BLIND = (
    ("poolenv.physics", "poolenv.rules"),
    ("poolenv.rules", "poolenv.physics"),
    ("poolenv.games", "poolenv.physics"),
)


class Guest(NamedTuple):
    """Where a package from outside may be imported."""

    floor: int  # at the top of a module, from this floor up
    lazy_floor: int = NOWHERE  # inside functions, from this floor up
    modules: tuple[str, ...] = ()  # at the top of these too
    lazy_modules: tuple[str, ...] = ()  # inside functions of these too


GUESTS = {
    "numpy": Guest(0),
    "numba": Guest(NOWHERE, modules=("poolenv.kernel",)),
    "pydantic": Guest(NOWHERE, lazy_modules=("poolenv.config",)),
    "gymnasium": Guest(6),
    "pettingzoo": Guest(7, modules=("poolenv.envs.zoo",)),
    "stable_baselines3": Guest(7, modules=("poolenv.envs.sb3",)),
    "sb3_contrib": Guest(7),
    "torch": Guest(7, lazy_modules=("poolenv.envs.sb3",)),
    "yaml": Guest(NOWHERE, lazy_floor=6),
    "imageio": Guest(7, lazy_modules=("poolenv.render",)),
    "pygame": Guest(NOWHERE, lazy_modules=("poolenv.render",)),
    "matplotlib": Guest(8, lazy_floor=7),
    "optuna": Guest(8, lazy_floor=7),
    "ray": Guest(8, lazy_floor=7),
    "rich": Guest(8),
    # A peer, timed and compared with us, in its own interpreter.
    "pooltool": Guest(
        NOWHERE,
        lazy_modules=(
            "experiments.peer_shots",
            "experiments.peer_events",
            "experiments.peer_strikes",
        ),
    ),
}
#: Modules that bring a heavy guest along: below the agents they are imported inside functions.
LATE = ("poolenv.envs.sb3", "poolenv.envs.zoo")
HEAVY = (
    "torch stable_baselines3 sb3_contrib tensorboard pettingzoo pygame imageio matplotlib pydantic"
).split()


class Import(NamedTuple):
    """One import: what, where, and whether only when a function runs."""

    target: str
    line: int
    lazy: bool


def floor_of(module: str) -> int | None:
    """The floor of a module, None if the table does not know it."""
    if module in FLOORS:
        return FLOORS[module]
    parts = module.split(".")
    for n in range(len(parts), 0, -1):
        package = ".".join(parts[:n]) + ".*"
        if package in FLOORS:
            return FLOORS[package]
    return None


def within(module: str, packages: tuple[str, ...]) -> bool:
    """Whether the module is one of these or lies below one."""
    return any(module == p or module.startswith(p + ".") for p in packages)


def modules_of(root: Path) -> dict[str, str]:
    """Source of every module of the project, by dotted name."""
    sources = {}
    for package in ("poolenv", "agents", "experiments"):
        for path in sorted((root / package).rglob("*.py")):
            parts = path.relative_to(root).with_suffix("").parts
            name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            sources[name] = path.read_text(encoding="utf-8")
    return sources


def imports_of(module: str, source: str, known: Mapping[str, str]) -> Iterator[Import]:
    """Every import of a module, in functions and under TYPE_CHECKING too.

    Args:
        module: its dotted name.
        source: its text.
        known: the modules of the project: ``from package import module`` names the module.
    """
    is_package = any(name.startswith(module + ".") for name in known)
    home = module.split(".") if is_package else module.split(".")[:-1]

    def visit(node: ast.AST, lazy: bool) -> Iterator[Import]:
        match node:
            case ast.Import():
                for alias in node.names:
                    yield Import(alias.name, node.lineno, lazy)
            case ast.ImportFrom():
                up = home[: len(home) - node.level + 1] if node.level else []
                base = ".".join([*up, *([node.module] if node.module else [])])
                for alias in node.names:
                    full = f"{base}.{alias.name}"
                    yield Import(full if full in known else base, node.lineno, lazy)
            case ast.Call(
                func=ast.Name(id="import_module" | "__import__")
                | ast.Attribute(attr="import_module"),
                args=[ast.Constant(value=str(name)), *_],
            ):
                yield Import(name, node.lineno, lazy)
            case ast.If(test=ast.Name(id="TYPE_CHECKING") | ast.Attribute(attr="TYPE_CHECKING")):
                for statement in node.body:
                    yield from visit(statement, True)
                for statement in node.orelse:
                    yield from visit(statement, lazy)
                return
        inside = lazy or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        for child in ast.iter_child_nodes(node):
            yield from visit(child, inside)

    yield from visit(ast.parse(source), False)


def violations(sources: Mapping[str, str]) -> list[str]:
    """Every import that the table forbids, and every module that it does not know."""
    found = []
    for module, source in sources.items():
        floor = floor_of(module)
        if floor is None:
            found.append(f"{module}: no floor; give it a line in FLOORS of tests/test_floors.py")
            continue
        for target, line, lazy in dict.fromkeys(imports_of(module, source, sources)):
            where = f"{module}:{line} imports {target}"
            package = target.split(".")[0]
            if package in ("poolenv", "agents", "experiments"):
                target_floor = floor_of(target)
                if target_floor is None:
                    found.append(f"{where}, which has no floor")
                elif target_floor > floor:
                    found.append(f"{where}: up from floor {floor} to {target_floor}")
                elif any(within(module, (a,)) and within(target, (b,)) for a, b in BLIND):
                    found.append(f"{where}: they are blind to each other")
                elif target in LATE and module not in LATE and floor < 7 and not lazy:
                    found.append(f"{where}, which is heavy: only inside a function")
            elif package in GUESTS:
                guest = GUESTS[package]
                allowed = floor >= guest.floor or within(module, guest.modules)
                if lazy and not allowed:
                    allowed = floor >= guest.lazy_floor or within(module, guest.lazy_modules)
                if not allowed:
                    found.append(f"{where}: not {'even late ' if lazy else ''}on floor {floor}")
            elif package not in sys.stdlib_module_names:
                found.append(f"{where}: no such guest; see GUESTS of tests/test_floors.py")
    return found


def test_imports_only_go_down() -> None:
    sources = modules_of(ROOT)
    assert "poolenv.kernel" in sources
    assert violations(sources) == []


FORBIDDEN = {
    "up": ("poolenv.table.specs", "from poolenv.games import nine_ball"),
    "up_to_the_face": ("poolenv.rewards.terms", "from poolenv import simulate"),
    "up_relative": ("poolenv.table.specs", "from ..world import World"),
    "up_in_a_function": ("poolenv.balls", "def f():\n    import poolenv.world"),
    "up_for_types": (
        "poolenv.table.specs",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from poolenv.world import World",
    ),
    "experiments_in_agents": ("agents.train", "import experiments.throughput"),
    "physics_sees_rules": ("poolenv.physics.shot", "from poolenv.rules.fouls import scratch"),
    "rules_see_physics": ("poolenv.rules.fouls", "from poolenv.physics import shot"),
    "a_game_sees_physics": ("poolenv.games.nine_ball", "import poolenv.physics.shot"),
    "table_sees_renderer": ("poolenv.table.specs", "import poolenv.render.flat"),
    "renderer_guest": ("poolenv.physics.shot", "def f():\n    import pygame"),
    "gymnasium_below_envs": ("poolenv.render.flat", "import gymnasium as gym"),
    "gymnasium_below_envs_late": ("poolenv.world", "def f():\n    from gymnasium import spaces"),
    "numba_elsewhere": ("poolenv.physics.shot", "from numba import njit"),
    "numba_in_experiments": ("experiments.throughput", "import numba"),
    "torch_at_the_top": ("poolenv.envs.sb3", "import torch"),
    "torch_in_a_reward": ("poolenv.rewards.terms", "def f():\n    import torch.nn"),
    "sb3_in_another_face": ("poolenv.envs.single", "def f():\n    import stable_baselines3"),
    "sb3_face_at_the_top": ("poolenv.envs", "from poolenv.envs.sb3 import PoolVecEnv"),
    "agents_by_name": ("poolenv", "import importlib\nimportlib.import_module('agents.train')"),
    "pydantic_at_the_top": ("poolenv.config", "from pydantic import BaseModel"),
    "pydantic_elsewhere": ("poolenv.table.specs", "def f():\n    import pydantic"),
    "ray_at_the_top_of_agents": ("agents.evaluate", "import ray"),
    "unknown_guest": ("poolenv.physics.shot", "import scipy.optimize"),
    "no_floor": ("poolenv.attic", ""),
}
ALLOWED = {
    "down": ("poolenv.games.nine_ball", "from poolenv.rules import fouls\nimport poolenv.balls"),
    "sideways": ("poolenv.rules.fouls", "from .words import SCRATCH"),
    "numba_in_kernel": ("poolenv.kernel", "import numba\nimport numpy as np"),
    "gymnasium_in_envs": ("poolenv.envs.single", "import gymnasium"),
    "torch_late": ("poolenv.envs.sb3", "import stable_baselines3\ndef f():\n    import torch"),
    "sb3_face_late": ("poolenv.envs", "def __getattr__(name):\n    import poolenv.envs.sb3"),
    "pydantic_late": ("poolenv.config", "def f():\n    from pydantic import TypeAdapter"),
    "torch_in_agents": ("agents.train", "import torch\nfrom poolenv import simulate"),
    "ray_late": ("agents.evaluate", "def f():\n    import ray"),
}
NEIGHBOURS = dict.fromkeys(
    [
        "poolenv",
        "poolenv.balls",
        "poolenv.envs",
        "poolenv.envs.sb3",
        "poolenv.games.nine_ball",
        "poolenv.physics.shot",
        "poolenv.render.flat",
        "poolenv.rules.fouls",
        "poolenv.rules.words",
        "poolenv.world",
        "agents.train",
        "experiments.throughput",
    ],
    "",
)


@pytest.mark.parametrize(("module", "source"), FORBIDDEN.values(), ids=FORBIDDEN)
def test_the_checker_finds(module: str, source: str) -> None:
    found = violations(NEIGHBOURS | {module: source})
    assert len(found) == 1
    assert found[0].startswith(module)


@pytest.mark.parametrize(("module", "source"), ALLOWED.values(), ids=ALLOWED)
def test_the_checker_accepts(module: str, source: str) -> None:
    assert violations(NEIGHBOURS | {module: source}) == []


def loaded_by(code: str) -> set[str]:
    """Top-level packages that a fresh interpreter holds after running the code."""
    report = f"{code}\nimport sys\nprint(*sorted({{m.split('.')[0] for m in sys.modules}}))"
    env = os.environ | {"PYTHONPATH": str(ROOT)}
    run = subprocess.run(
        [sys.executable, "-c", report], env=env, capture_output=True, text=True, check=True
    )
    return set(run.stdout.split())


def test_import_poolenv_is_light() -> None:
    loaded = loaded_by("import poolenv")
    assert "poolenv" in loaded
    assert loaded.isdisjoint(HEAVY)


def test_only_the_late_modules_load_heavy_packages() -> None:
    left_out = (*LATE, "poolenv.__main__")
    names = [n for n in modules_of(ROOT) if within(n, ("poolenv",)) and n not in left_out]
    assert len(names) > 1
    loaded = loaded_by("\n".join(f"import {name}" for name in names))
    assert loaded.isdisjoint(HEAVY)
