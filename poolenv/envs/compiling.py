"""The first use of all compiles for a minute; two processes share the work.

Numba compiles with one thread and keeps what it made in a folder. A second interpreter therefore
compiles physics, codecs and observations into that folder while this one compiles the referee and
the flow of a game; then the step of the environments, which calls all of them, finds them there. A
helper that fails or is not allowed costs nothing but time.
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

#: Set in the helper: it compiles its share, and asks for no help itself.
HELPING = "POOLENV_COMPILE_SHARE"
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
    if os.environ.get(HELPING):
        marks, rules, game = world.marks[0], world.editions[0], world.game[0]
        seen = (
            marks,
            rules,
            game,
            world.pos,
            world.motion,
            lists,
            0,
            0,
            answers.step.observation,
            0,
        )
        compile_for(strike, world, 0, scratch)
        compile_for(kernels._decode_row, world, lists, wishes, 0)
        compile_for(kernels._look, *seen)
        return
    announce_compilation()
    helper = _start_helper()
    compile_for(rule, world, 0)
    compile_for(begin_visit, world, 0, 0)
    compile_for(end_visit, world, 0, 0)
    compile_for(kernels._answer_row, world, wishes, answers, 0)
    compile_for(begin_row, world, how, 0)
    compile_for(begin_rows, world, wishes.active, how, 0, 0)
    if helper is not None:
        try:
            helper.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            helper.kill()


def _start_helper() -> subprocess.Popen[bytes] | None:
    """Another interpreter that makes an environment; None where it would not help."""
    if CACHE_FOLDER is None or check_threads(None) < 2:
        return None
    path = os.pathsep.join([str(PACKAGE.parent), *filter(None, [os.environ.get("PYTHONPATH")])])
    code = "from poolenv.envs import PoolEnv; PoolEnv()"
    try:
        return subprocess.Popen(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONPATH": path, HELPING: "1"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
    except OSError:
        return None
