"""What a picture shows, as plain data: the table, the balls, paths and words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from poolenv.balls import N_BALLS
from poolenv.render.outline import Jaws, check_marks

Reals = NDArray[np.float64]


@dataclass(frozen=True)
class BallPath:
    """The way of one ball, drawn in its colour.

    Attributes:
        ball: number of the ball, 0 to 15.
        points: shape (n, 2) or (n, 3) [m].
    """

    ball: int
    points: Reals


@dataclass(frozen=True)
class Scene:
    """One picture; made by `make_scene`, which checks it.

    Attributes:
        marks: one row of `Marks`.
        positions: centres of the balls, shape (16, 3) [m]; rows of absent balls are not read.
        present: which balls are drawn, shape (16,).
        turns: rotation of each ball from its upright pose, shape (16, 3, 3), or None: all upright,
            numbers facing the viewer.
        paths: polylines under the balls.
        caption: lines of text under the table, the first one larger.
        jaws: how the cushions end; from the marks if None.
    """

    marks: Any
    positions: Reals
    present: NDArray[np.bool_]
    turns: Reals | None = None
    paths: tuple[BallPath, ...] = ()
    caption: tuple[str, ...] = ()
    jaws: Jaws | None = field(default=None)


def _positions(values: ArrayLike, radius: float, errors: list[str]) -> Reals:
    """Centres as (16, 3), balls on the cloth where no height is given."""
    array = np.array(values, np.float64)
    if array.shape not in ((N_BALLS, 2), (N_BALLS, 3)):
        errors.append(f"positions have shape {array.shape}; expected (16, 2) or (16, 3)")
        return np.zeros((N_BALLS, 3))
    if array.shape[1] == 2:
        return np.column_stack([array, np.full(N_BALLS, radius)])
    return array


def _paths(
    paths: Iterable[tuple[int, ArrayLike] | BallPath], errors: list[str]
) -> tuple[BallPath, ...]:
    checked = []
    for k, path in enumerate(paths):
        ball, points = (path.ball, path.points) if isinstance(path, BallPath) else path
        array = np.array(points, np.float64)
        if not 0 <= int(ball) < N_BALLS:
            errors.append(f"paths[{k}]: ball {ball!r} does not exist; expected 0 to 15")
        elif array.ndim != 2 or array.shape[1] not in (2, 3):
            errors.append(f"paths[{k}]: points have shape {array.shape}; expected (n, 2) or (n, 3)")
        elif not np.isfinite(array).all():
            errors.append(
                f"paths[{k}]: points[{int(np.argwhere(~np.isfinite(array))[0, 0])}] is not finite"
            )
        else:
            checked.append(BallPath(int(ball), array))
    return tuple(checked)


def make_scene(
    marks: Any,
    positions: ArrayLike,
    present: ArrayLike | None = None,
    *,
    turns: ArrayLike | None = None,
    paths: Iterable[tuple[int, ArrayLike] | BallPath] = (),
    caption: Sequence[str] = (),
    jaws: Jaws | None = None,
) -> Scene:
    """A checked scene from plain data.

    Args:
        marks: one row of `Marks`.
        positions: centres of the balls, shape (16, 2) or (16, 3) [m].
        present: which balls are drawn, shape (16,); None: those without NaN.
        turns: rotation matrices of the balls, shape (16, 3, 3); None: all upright.
        paths: pairs of ball and points, shape (n, 2) or (n, 3) [m].
        caption: lines of text under the table.
        jaws: how the cushions end; from the marks if None.

    Raises:
        ValueError: with every error found, each with what was expected.
    """
    errors: list[str] = []
    try:
        check_marks(marks)
    except ValueError as error:
        errors.append(str(error))
    centres = _positions(positions, float(marks.ball_radius), errors)
    shown: NDArray[np.bool_]
    if present is None:
        finite = ~np.isnan(centres)
        shown = finite[:, 0] | finite[:, 1]
    else:
        shown = np.array(present, bool)
        if shown.shape != (N_BALLS,):
            errors.append(f"present has shape {shown.shape}; expected (16,)")
            shown = np.zeros(N_BALLS, bool)
    for ball in np.flatnonzero(shown):
        if not np.isfinite(centres[ball]).all():
            errors.append(
                f"positions[{ball}] is {centres[ball].tolist()}; a ball that is drawn needs numbers"
            )
    matrices = None
    if turns is not None:
        matrices = np.array(turns, np.float64)
        if matrices.shape != (N_BALLS, 3, 3) or not np.isfinite(matrices[shown]).all():
            errors.append(f"turns have shape {matrices.shape}; expected finite (16, 3, 3)")
    if isinstance(caption, str):
        errors.append("caption is one string; expected a sequence of lines")
    ways = _paths(paths, errors)
    if errors:
        raise ValueError("scene: " + "; ".join(errors))
    return Scene(marks, centres, shown, matrices, ways, tuple(caption), jaws)
