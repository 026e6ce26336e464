"""The wheel alone is enough: an empty environment, the base dependencies, every registered id.

Left out with ``-m "not wheel"``.
"""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

#: Steps every id without the JIT: what is tested is what the wheel brings along, and compiling the
#: whole package once more in a new place would take far longer than that.
STEP_EVERY_ID = """
import json
import gymnasium, poolenv

ids = sorted(name for name in gymnasium.registry if name.startswith("poolenv/"))
steps = {}
for name in ids:
    env = gymnasium.make(name)
    env.action_space.seed(0)
    observation, info = env.reset(seed=0)
    assert env.observation_space.contains(observation), name
    steps[name] = 0
    for _ in range(3):
        observation, reward, terminated, truncated, info = env.step(env.action_space.sample())
        assert env.observation_space.contains(observation), name
        steps[name] += 1
        if terminated or truncated:
            env.reset(seed=1)
    env.close()
print(json.dumps({"file": poolenv.__file__, "steps": steps}))
"""
#: A kernel compiled from the installed package, in a cache of its own.
COMPILE_ONE = "from poolenv.balls import count; print(count(0b1011), len(count.signatures))"

pytestmark = pytest.mark.wheel


def run(*command: str, cwd: Path, **variables: str) -> str:
    """Output of a command that must succeed; its messages are shown if it does not."""
    env = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "PYTHONHOME")}
    done = subprocess.run(command, cwd=cwd, env=env | variables, capture_output=True, text=True)
    assert done.returncode == 0, f"{shlex.join(command)}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("dist")
    run(
        *(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out)),
        str(ROOT),
        cwd=out,
    )
    (built,) = out.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The interpreter of an environment that holds the wheel and its base dependencies only."""
    folder = tmp_path_factory.mktemp("empty")
    run(sys.executable, "-m", "venv", str(folder / "venv"), cwd=folder)
    interpreter = str(folder / "venv" / ("Scripts" if os.name == "nt" else "bin") / "python")
    flags = shlex.split(os.environ.get("PIP_FLAGS", ""))
    constraints = ("-c", str(ROOT / "constraints.txt"))
    # Not byte-compiling numba and its like saves half of the time.
    install = (interpreter, "-m", "pip", "install", "--quiet", "--no-compile")
    run(*install, *flags, *constraints, str(wheel), cwd=folder)
    return interpreter


def test_wheel_holds_the_package_and_its_configs_only(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.split("/")[0].split("-")[0] for name in names} == {"poolenv"}
    assert {"poolenv/py.typed", "poolenv/rules/clauses.toml"} <= set(names)
    sources = {f"poolenv/{p.relative_to(ROOT / 'poolenv')}" for p in ROOT.glob("poolenv/**/*.py")}
    configs = {f"poolenv/{p.relative_to(ROOT)}" for p in ROOT.glob("configs/**/*.toml")}
    assert sources | configs <= set(names)
    assert not [name for name in names if "__pycache__" in name]


def test_every_id_steps_from_the_wheel(python: str, tmp_path: Path) -> None:
    output = run(python, "-W", "error", "-c", STEP_EVERY_ID, cwd=tmp_path, NUMBA_DISABLE_JIT="1")
    report = json.loads(output)
    assert Path(report["file"]).is_relative_to(Path(python).parent.parent)
    assert report["steps"]
    assert set(report["steps"].values()) == {3}


def test_kernels_compile_from_the_wheel(python: str, tmp_path: Path) -> None:
    cache = tmp_path / "kernels"
    output = run(python, "-c", COMPILE_ONE, cwd=tmp_path, POOLENV_CACHE_DIR=str(cache))
    assert output.split() == ["3", "1"]
    assert list(cache.rglob("*.nbi"))
