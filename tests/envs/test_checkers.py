"""The official checkers, with warnings as errors, on every id, codec and render mode."""

from __future__ import annotations

import gymnasium
import pytest
from gymnasium.utils.env_checker import check_env

import poolenv  # noqa: F401  registers the ids


@pytest.mark.parametrize("render_mode", [None, "rgb_array", "ansi"])
def test_gymnasium(variant, render_mode):
    id, keywords = variant
    env = gymnasium.make(id, render_mode=render_mode, **keywords)
    check_env(env.unwrapped, skip_render_check=True)
    assert env.unwrapped.render_mode == render_mode


def test_gymnasium_makes_every_render_mode(variant):
    id, keywords = variant
    env = gymnasium.make(id, **keywords).unwrapped
    check_env(env)
    assert env.metadata["render_modes"] == ["rgb_array", "ansi"]


def test_stable_baselines3(variant):
    checker = pytest.importorskip("stable_baselines3.common.env_checker")
    id, keywords = variant
    env = gymnasium.make(id, **keywords)
    checker.check_env(env, warn=True)
    assert env.observation_space.shape == (419,)


def test_spec_survives_json(variant):
    id, keywords = variant
    spec = gymnasium.make(id, **keywords).spec
    again = gymnasium.envs.registration.EnvSpec.from_json(spec.to_json())
    assert gymnasium.make(again).unwrapped.settings == gymnasium.make(spec).unwrapped.settings
