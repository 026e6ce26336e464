"""Balls that their own spin presses against another ball or a cushion: few events, no storms."""

from __future__ import annotations

import pytest

from poolenv.events import ALL_REST, BALL_BALL
from tests.physics.casebook.engine import body_of, play
from tests.physics.launch import BED, PHYS, RADIUS, SETTING


@pytest.mark.parametrize("frozen", [2, 3, 5, 8])
@pytest.mark.parametrize(("speed", "topspin"), [(0.5, 1.0), (1.5, 1.0), (4.0, 1.0), (4.0, 1.6)])
def test_a_chain_pushed_by_topspin_meets_its_end(frozen: int, speed: float, topspin: float) -> None:
    """Without part_pressed a rolling ball of 4 m/s into two frozen balls filled the log."""
    balls = {j: body_of(PHYS, (-0.8 + 2.0 * RADIUS * j, 0.0)) for j in range(1, frozen + 1)}
    balls[0] = body_of(PHYS, (-1.1, 0.0), (speed,), (0.0, topspin * speed / RADIUS))
    played = play(SETTING.geometry, PHYS, balls)
    assert played.events.kind[-1] == ALL_REST
    assert played.n_events < 1500


def test_pressed_balls_part_no_faster_than_two_centimetres_a_second() -> None:
    """The regularisation adds no more energy than it declares."""
    phys = PHYS.copy()
    phys.mu_ball_a = phys.mu_ball_b = 0.0  # else the slate takes momentum of the ball pressed down
    balls = {
        0: body_of(phys, (0.0, 0.0), (0.02,), (0.0, 40.0)),
        1: body_of(phys, (2.0 * RADIUS, 0.0)),
    }
    played = play(SETTING.geometry, phys, balls)
    first, second = played.states[2], played.states[3]
    parting = second.vx - first.vx
    assert 0.94 * 0.02 < parting <= PHYS.mu_slide * PHYS.gravity * 0.010 * (1.0 + 1e-12)
    assert first.vx + second.vx == pytest.approx(0.02, abs=1e-15)


@pytest.mark.parametrize("toward", [1.0, -1.0])
def test_a_held_ball_slides_off_the_end_of_its_cushion(toward: float) -> None:
    """Held, released at the end of the nose and held again at once, it reached the event cap."""
    ball = body_of(
        PHYS, (BED.half_x, toward * 0.5), (0.0, toward * 0.4), (toward * -6.0, 80.0, 0.0)
    )
    played = play(SETTING.geometry, PHYS, {1: ball})
    assert played.events.kind[-1] == ALL_REST
    assert played.n_events < 100
    own = played.states
    assert (toward * own.y[own.motion == 4] > BED.corner_end_y - 0.05).any()  # held to the end


def test_a_cradle_of_five_passes_the_blow_on() -> None:
    """A rolling ball into five frozen in line: the last one leaves, hit once by its neighbour."""
    balls = {j: body_of(PHYS, (-0.3 + 2.0 * RADIUS * (j - 1), 0.0)) for j in range(1, 6)}
    balls[0] = body_of(PHYS, (-0.5, 0.0), (2.0,), (0.0, 2.0 / RADIUS))
    played = play(SETTING.geometry, PHYS, balls)
    contacts = played.events[played.events.kind == BALL_BALL]
    pairs = list(dict.fromkeys((int(e.ball), int(e.other)) for e in contacts))
    assert pairs[:5] == [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5)]
    last = contacts[contacts.other == 5]
    assert last.t[0] == pytest.approx(contacts.t[0], abs=1e-6)
    assert played.n_events < 700
    assert (last.t < 1.0).sum() == 1  # later it comes back from the foot cushion
