"""The PettingZoo face: its official tests, innings, masks, rewards of both players."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, seed_test

from poolenv.envs import PoolEnv, aec


@pytest.mark.parametrize("codec", ["compact", "candidates"])
@pytest.mark.parametrize("game", ["NineBall", "EightBall", "TenBall", "StraightPool"])
def test_official(game, codec):
    env = aec(f"poolenv/{game}-v0", codec=codec)
    api_test(env, num_cycles=200)
    seed_test(lambda: aec(f"poolenv/{game}-v0", codec=codec), num_cycles=50)
    assert env.possible_agents == ["player_0", "player_1"]


def test_render():
    env = aec(render_mode="ansi")
    env.reset(seed=1)
    assert "nine_ball" in env.render()
    env = aec(render_mode="rgb_array")
    env.reset(seed=1)
    assert env.render().dtype == np.uint8


def test_same_game_as_the_single_environment():
    keywords = {"codec": "candidates", "max_visits": 60}
    zoo, single = aec(**keywords), PoolEnv("nine_ball", **keywords)
    zoo.reset(seed=4)
    observation, info = single.reset(seed=4)
    single.action_space.seed(0)
    kept = 0
    for agent in zoo.agent_iter():
        seen, _, terminated, truncated, _ = zoo.last()
        if terminated or truncated:
            zoo.step(None)
            continue
        assert agent == f"player_{info['to_play']}"
        assert seen.tobytes() == observation.tobytes()
        action = single.action_space.sample(info["action_mask"])
        zoo.step(action)
        observation, reward, _, _, info = single.step(action)
        kept += not info["turn_switched"]
        assert zoo.rewards[agent] == reward
        assert sum(zoo.rewards.values()) == 0.0
    assert zoo.agents == []
    assert kept > 0, "nobody ever acted twice in a row"


def test_only_the_player_to_act_has_legal_actions():
    env = aec(codec="candidates")
    env.reset(seed=1)
    waiting = next(a for a in env.agents if a != env.agent_selection)
    assert env.infos[env.agent_selection]["action_mask"].any()
    assert not env.infos[waiting]["action_mask"].any()
    assert not np.array_equal(env.observe(waiting), env.observe(env.agent_selection))


@pytest.mark.parametrize("who", [{"player": 1}, {"player": "player_1"}])
def test_conduct_is_reported(who):
    env = aec()
    env.reset(seed=1)
    env.inject({"e": "concede", **who})
    env.step(np.zeros(10, dtype=np.float32))
    assert all(env.terminations.values())
    assert env.rewards == {"player_0": 1.0, "player_1": -1.0}


def test_an_act_before_the_stroke_is_ruled_on_alone():
    env = aec()
    env.reset(seed=1, options={"position": {0: (-0.6, 0.0), 1: (0.5, 0.2), 9: (0.9, -0.3)}})
    actor = env.agent_selection
    env.inject({"e": "ball_touched", "ball": 9, "by": "hand"})
    env.step(np.zeros(10, dtype=np.float32))
    assert env.agent_selection != actor
    assert not env.batch.world.struck[0]
    for event, told in (
        ({"e": "concede", "player": "player_2"}, "expected 0 or 1"),
        (3, "mapping"),
    ):
        with pytest.raises(ValueError, match=told):
            env.inject(event)


@pytest.mark.parametrize(
    ("id", "keywords", "word"),
    [
        ("poolenv/RunOut-v0", {}, "one player"),
        ("poolenv/NineBall-v0", {"opponent": "uniform"}, "opponent"),
        ("poolenv/NineBall-v0", {"render_mode": "human"}, "render_mode"),
    ],
)
def test_bad_arguments(id, keywords, word):
    with pytest.raises(ValueError, match=word):
        aec(id, **keywords)
