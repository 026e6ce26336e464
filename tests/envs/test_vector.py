"""The vector environment: autoreset in its three modes, masks of the info, seeds, wrappers."""

from __future__ import annotations

import copy
import hashlib
import os
import pickle
import threading

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics

from poolenv.envs import PoolVectorEnv
from tests.envs.conftest import actions_of

TABLES = 6
TASK = {"task": "clear", "n": 2, "shots": 3}


def make(mode, **keywords):
    return PoolVectorEnv("run_out", TABLES, autoreset_mode=mode, **{**TASK, **keywords})


def test_make_vec_makes_it():
    env = gymnasium.make_vec(
        "poolenv/RunOut-v0", num_envs=3, vectorization_mode="vector_entry_point", **TASK
    )
    assert isinstance(env.unwrapped, PoolVectorEnv)
    assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    assert "autoreset_mode" not in PoolVectorEnv.metadata
    observation, _ = env.reset(seed=1)
    assert observation in env.observation_space
    assert env.step(env.action_space.sample())[0] in env.observation_space


def test_make_vec_takes_the_arguments_of_the_tables_as_keywords():
    env = gymnasium.make_vec(
        "poolenv/NineBall-v0", 4, threads=2, autoreset_mode="next_step", codec="candidates"
    )
    assert isinstance(env.unwrapped, PoolVectorEnv)
    assert env.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    assert env.unwrapped.batch.threads == 2
    again = gymnasium.make_vec(env.unwrapped.spec)
    assert (again.num_envs, again.action_space) == (4, env.action_space)
    wrapped = gymnasium.wrappers.vector.RecordEpisodeStatistics(env)
    wrapped.reset(seed=1)
    assert wrapped.step(wrapped.action_space.sample())[0] in wrapped.observation_space


@pytest.mark.parametrize(
    ("refused", "told"),
    [
        ({"vector_kwargs": {"threads": 2}}, "only through kwargs"),
        ({"wrappers": [gymnasium.wrappers.RecordEpisodeStatistics]}, "wrappers argument"),
    ],
)
def test_what_gymnasium_refuses_with_tables_of_ones_own(refused, told):
    with pytest.raises(gymnasium.error.Error, match=told):
        gymnasium.make_vec("poolenv/NineBall-v0", 2, **refused)


@pytest.mark.parametrize("mode", ["sync", "async"])
def test_gymnasiums_own_vectorization_takes_both(mode):
    env = gymnasium.make_vec(
        "poolenv/RunOut-v0",
        2,
        vectorization_mode=mode,
        vector_kwargs={"autoreset_mode": AutoresetMode.SAME_STEP},
        wrappers=[gymnasium.wrappers.RecordEpisodeStatistics],
        **TASK,
    )
    try:
        first, _ = env.reset(seed=3)
        assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
        assert env.step(env.action_space.sample())[0] in env.observation_space
        ours, _ = make("same_step").reset(seed=3)
        assert first.tobytes() == ours[:2].tobytes()
    finally:
        env.close()


def test_same_step():
    env = make(AutoresetMode.SAME_STEP)
    env.reset(seed=3)
    ended = 0
    for action in actions_of(env.single_action_space, 0, 12, TABLES):
        observation, _, terminated, truncated, info = env.step(action)
        over = terminated | truncated
        if not over.any():
            assert "final_obs" not in info
            continue
        ended += int(over.sum())
        assert (info["_final_obs"] == over).all()
        assert (info["_final_info"] == over).all()
        assert (info["final_info"]["_is_success"] == over).all()
        assert not info["turn_switched"][over].any()
        for i in np.flatnonzero(over):
            assert info["final_obs"][i] in env.single_observation_space
            assert not np.array_equal(info["final_obs"][i], observation[i])
        assert all(info["final_obs"][i] is None for i in np.flatnonzero(~over))
    assert ended > TABLES


def test_next_step():
    env = make("next_step")
    same = make(AutoresetMode.SAME_STEP)
    start = env.reset(seed=3)[0]
    assert start.tobytes() == same.reset(seed=3)[0].tobytes()
    before = np.zeros(TABLES, dtype=bool)
    resets = 0
    for action in actions_of(env.single_action_space, 0, 12, TABLES):
        _, reward, terminated, truncated, info = env.step(action)
        assert not (terminated | truncated)[before].any()
        assert (reward[before] == 0.0).all()
        assert not info["turn_switched"][before].any()
        resets += int(before.sum())
        before = terminated | truncated
    assert resets > TABLES


def test_next_step_and_same_step_play_the_same_episodes():
    waits, goes_on = make("next_step"), make("same_step")
    waits.reset(seed=9)
    goes_on.reset(seed=9)
    actions = actions_of(waits.single_action_space, 4, 20, TABLES)
    table = 2
    wanted = []
    for action in actions:
        wanted.append(goes_on.step(action)[1][table])
    got, at = [], 0
    while at < len(actions):
        played = not waits._over[table]
        reward = waits.step(actions[at])[1][table]
        if played:
            got.append(reward)
            at += 1
    assert got == wanted


def test_disabled():
    env = make(AutoresetMode.DISABLED)
    env.reset(seed=3)
    over = np.zeros(TABLES, dtype=bool)
    actions = actions_of(env.single_action_space, 0, 20, TABLES)
    for action in actions:
        observation, _, terminated, truncated, _ = env.step(action)
        over = terminated | truncated
        if over.any():
            break
    assert over.any()
    with pytest.raises(RuntimeError, match="reset first"):
        env.step(actions[0])
    again, info = env.reset(options={"reset_mask": over})
    assert (info["_to_play"] == over).all()
    assert again[~over].tobytes() == observation[~over].tobytes()
    assert not np.array_equal(again[over], observation[over])
    env.step(actions[0])


@pytest.mark.parametrize(
    ("mask", "error"),
    [
        ([True] * TABLES, TypeError),
        (np.ones(TABLES), TypeError),
        (np.ones(TABLES - 1, dtype=bool), ValueError),
        (np.zeros(TABLES, dtype=bool), ValueError),
    ],
)
def test_bad_reset_mask(mask, error):
    with pytest.raises(error, match="reset_mask"):
        make("disabled").reset(options={"reset_mask": mask})


@pytest.mark.parametrize("mode", ["next_step", "same_step", "disabled"])
def test_statistics_wrapper(mode):
    env = RecordEpisodeStatistics(make(mode))
    env.reset(seed=1)
    returns = np.zeros(TABLES)
    lengths = []
    over = np.zeros(TABLES, dtype=bool)
    for action in actions_of(env.single_action_space, 0, 15, TABLES):
        if mode == "disabled" and over.any():
            env.reset(options={"reset_mask": over})
        _, reward, terminated, truncated, info = env.step(action)
        returns += reward
        over = terminated | truncated
        for i in np.flatnonzero(over):
            assert info["episode"]["r"][i] == returns[i]
            lengths.append(info["episode"]["l"][i])
            returns[i] = 0.0
    assert len(lengths) > TABLES
    assert max(lengths) <= TASK["shots"]


def test_info_as_list():
    env = DictInfoToList(make("same_step", codec="candidates"))
    _, infos = env.reset(seed=1)
    assert [sorted(info) for info in infos] == [["action_mask", "to_play", "turn_switched"]] * 6
    assert all(info["action_mask"].any() for info in infos)


def test_before_the_first_reset():
    for mode in ("next_step", "same_step", "disabled"):
        with pytest.raises(RuntimeError, match="reset first"):
            make(mode).step(np.zeros((TABLES, 10), dtype=np.float32))


def test_seeds():
    env = make("same_step")
    by_number = env.reset(seed=40)[0]
    assert env.np_random_seed == 40
    assert env.reset(seed=[40, 41, 42, 43, 44, 45])[0].tobytes() == by_number.tobytes()
    fresh = env.reset(seed=[None, 41, None, None, None, None])[0]
    assert fresh[1].tobytes() == by_number[1].tobytes()
    assert fresh[0].tobytes() != by_number[0].tobytes()
    with pytest.raises(ValueError, match="6 entries"):
        env.reset(seed=[1, 2])
    assert make("same_step").reset()[0].tobytes() != make("same_step").reset()[0].tobytes()


def test_memory_is_fresh():
    env = make("same_step", codec="candidates")
    kept = []
    first = env.reset(seed=1)
    kept += [first[0], *[v for v in first[1].values()]]
    for action in actions_of(env.single_action_space, 0, 3, TABLES):
        *arrays, info = env.step(action)
        kept += [*arrays, *[v for v in info.values() if isinstance(v, np.ndarray)]]
    for k, a in enumerate(kept):
        for b in kept[:k]:
            assert not np.shares_memory(a, b)
        for part in (*env.batch.world, env.batch.rewards, env.batch.terms):
            if isinstance(part, np.ndarray):
                assert not np.shares_memory(a, part)


def go_on(env, actions):
    return [x.tobytes() for action in actions for x in env.step(action)[:4]]


@pytest.mark.parametrize("how", ["pickle", "deepcopy", "state"])
def test_copies_go_on_the_same(how):
    env = make("same_step", codec="candidates")
    env.reset(seed=7)
    actions = actions_of(env.single_action_space, 0, 30, TABLES)
    for action in actions[:10]:
        env.step(action)
    if how == "pickle":
        other = pickle.loads(pickle.dumps(env))
    elif how == "deepcopy":
        other = copy.deepcopy(env)
    else:
        other = make("same_step", codec="candidates")
        other.set_state(env.get_state())
    assert go_on(other, actions[10:]) == go_on(env, actions[10:])


def test_state_of_another_size():
    env = make("same_step")
    env.reset(seed=1)
    other = PoolVectorEnv("run_out", 2, **TASK)
    with pytest.raises(ValueError, match=r"6 table\(s\), 2 expected"):
        other.set_state(env.get_state())


def test_render():
    env = make("same_step", render_mode="ansi")
    env.reset(seed=1)
    frames = env.render()
    assert len(frames) == TABLES
    assert all("run_out" in frame for frame in frames)


@pytest.mark.parametrize(
    ("keywords", "word"),
    [
        ({"num_envs": 0}, "num_envs=0"),
        ({"threads": 0}, "threads=0"),
        ({"autoreset_mode": "samestep"}, "did you mean 'same_step'"),
        ({"render_mode": "human"}, "render_mode='human'"),
    ],
)
def test_bad_arguments(keywords, word):
    with pytest.raises(ValueError, match=word):
        PoolVectorEnv("nine_ball", **keywords)


def test_two_python_threads_at_once():
    envs = [make("same_step", threads=2) for _ in range(2)]
    for env in envs:
        env.reset(seed=1)
    actions = actions_of(envs[0].single_action_space, 0, 20, TABLES)
    runs = [[], []]

    def play(k):
        runs[k] += go_on(envs[k], actions)

    players = [threading.Thread(target=play, args=(k,)) for k in range(2)]
    for player in players:
        player.start()
    for player in players:
        player.join()
    alone = make("same_step")
    alone.reset(seed=1)
    assert runs[0] == runs[1] == go_on(alone, actions)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_goes_on_in_a_forked_child():
    env = make("same_step", threads=2)
    env.reset(seed=1)
    actions = actions_of(env.single_action_space, 0, 12, TABLES)
    go_on(env, actions[:6])
    back, there = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(there, hashlib.sha256(b"".join(go_on(env, actions[6:]))).digest())
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert os.read(back, 32) == hashlib.sha256(b"".join(go_on(env, actions[6:]))).digest()
