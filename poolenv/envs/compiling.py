"""The first use of all compiles for a minute; two processes share the work.

Numba compiles with one thread and keeps what it made in a folder. A second interpreter therefore
compiles physics, codecs and observations into that folder while this one compiles the referee and
the flow of a game; then the step of the environments, which calls all of them, finds them there.
While that is compiled a second helper does what resets and simulations call. A helper that fails or
is not allowed costs nothing but time.
"""

from __future__ import annotations

import os
import subprocess
import sys

from poolenv.beside import rule
from poolenv.candidates import Candidates
from poolenv.envs import kernels
from poolenv.episode import Beginning, begin_row, begin_rows
from poolenv.kernel import (
    CACHE_FOLDER,
    INTERPRETED,
    PACKAGE,
    announce_compilation,
    compile_for,
    is_cold,
)
from poolenv.physics.scratch import Scratch
from poolenv.play import begin_visit, end_visit, strike
from poolenv.threads import check_threads
from poolenv.world import World

#: Set in a helper: the share that it compiles; it asks for no help itself.
HELPING = "POOLENV_COMPILE_SHARE"
PHYSICS, FACES = "physics", "faces"
_ONE_SHOT = (
    "from poolenv import Position, Shot, simulate; "
    "simulate(Position({0: (0.0, 0.0)}), Shot(aim=0.0, speed=1.0)).trajectory()"
)
#: The helper is waited for this long [s]; what it has not made by then is compiled here.
PATIENCE = 300.0


def is_to_compile() -> bool:
    """Whether the step of the environments has not been compiled for these sources."""
    return not INTERPRETED and is_cold("kernels.step_rows")


def compile_together(
    world: World,
    lists: Candidates,
    wishes: kernels.Wishes,
    answers: kernels.Answers,
    scratch: Scratch,
    how: Beginning,
) -> None:
    """Compile what a step calls; arguments of the types that all batches have, nothing is played.

    Args:
        world: the tables.
        lists: candidates.
        wishes: what a step is asked.
        answers: what it gives.
        scratch: of a thread.
        how: episodes begin.
    """
    seen = world.marks, world.editions, world.game, world.pos, world.motion, lists, 0
    observation = answers.step.observation
    share = os.environ.get(HELPING)
    if share == PHYSICS:
        compile_for(strike, world, 0, scratch)
        compile_for(kernels._decode_row, world, lists, wishes, 0)
        compile_for(kernels._look, *seen, 0, observation, 0)
        return
    if share == FACES:
        compile_for(kernels.view_rows, *seen, wishes.active, 0, observation, 0, 0)
        compile_for(begin_rows, world, wishes.active, how, 0, 0)
        return
    announce_compilation()
    helper = _start_helper(PHYSICS)
    compile_for(rule, world, 0)
    compile_for(begin_visit, world, 0, 0)
    compile_for(end_visit, world, 0, 0)
    compile_for(kernels._answer_row, world, wishes, answers, 0)
    compile_for(begin_row, world, how, 0)
    _wait_for(helper)
    helper = _start_helper(FACES)
    compile_for(kernels.step_rows, world, lists, wishes, answers, scratch, how, 0, 0)
    _wait_for(helper)


def _wait_for(helper: subprocess.Popen[bytes] | None) -> None:
    """Wait for a helper, but not for ever."""
    if helper is not None:
        try:
            helper.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            helper.kill()


def _start_helper(share: str) -> subprocess.Popen[bytes] | None:
    """Another interpreter that makes an environment; None where it would not help."""
    if CACHE_FOLDER is None or check_threads(None) < 2:
        return None
    path = os.pathsep.join([str(PACKAGE.parent), *filter(None, [os.environ.get("PYTHONPATH")])])
    code = f"from poolenv.envs import PoolEnv; PoolEnv(); {_ONE_SHOT if share == FACES else ''}"
    try:
        return subprocess.Popen(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONPATH": path, HELPING: share},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
    except OSError:
        return None
