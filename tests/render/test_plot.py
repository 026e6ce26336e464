"""A shot as a picture in one call."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from poolenv import Position, Shot, plot, simulate

RESULT = simulate(Position({0: (-0.6, 0.0), 1: (0.4, 0.1)}), Shot(aim=0.1, speed=1.2))
WIDTH = 480


def test_the_cue_ball_is_at_its_start_and_its_way_leads_on() -> None:
    still = simulate(Position({0: (-0.6, 0.0), 1: (0.4, 0.1)}), Shot(aim=3.0, speed=0.001))
    bed = np.s_[: int(0.5 * WIDTH), :]  # without the words below
    changed = plot(still, width_px=WIDTH).pixels[bed] != plot(RESULT, width_px=WIDTH).pixels[bed]
    columns = np.flatnonzero(changed.any(axis=(0, 2)))
    # The picture shows 2.54 m of bed and 0.184 m of rail on either side, head on the left.
    start = WIDTH * (-0.6 + 1.454) / 2.908
    assert columns.min() == pytest.approx(start, abs=0.02 * WIDTH)
    assert columns.max() > 0.6 * WIDTH


def test_the_moment_moves_the_balls_and_not_the_ways() -> None:
    start = plot(RESULT, width_px=WIDTH).pixels
    end = plot(RESULT, time=RESULT.duration, width_px=WIDTH).pixels
    changed = (start != end).any(axis=2).mean()
    assert 0.0 < changed < 0.02
    assert (start == plot(RESULT, width_px=WIDTH).pixels).all()


def test_a_notebook_and_a_file_get_the_same_png(tmp_path: Path) -> None:
    picture = plot(RESULT, width_px=160)
    picture.save(tmp_path / "shot.png")
    data = picture._repr_png_()
    assert data.startswith(b"\x89PNG")
    assert (tmp_path / "shot.png").read_bytes() == data


@pytest.mark.parametrize("time", [-0.1, RESULT.duration + 0.1, float("nan")])
def test_a_moment_outside_the_shot(time: float) -> None:
    with pytest.raises(ValueError, match=r"expected 0 to .* s"):
        plot(RESULT, time=time)
