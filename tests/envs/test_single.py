"""The single environment: types, seeds, state, options of reset, errors at the border."""

from __future__ import annotations

import copy
import pickle

import gymnasium
import numpy as np
import pytest

from poolenv import Position
from poolenv.envs import PoolEnv
from poolenv.knobs import IN_HAND_HEAD, IN_HAND_TABLE, IN_POSITION
from poolenv.rules.words import BREAK, NORMAL
from tests.envs.conftest import actions_of

LYING = {0: (-0.6, 0.0), 1: (0.5, 0.2), 9: (0.9, -0.3)}


def test_types():
    env = PoolEnv("nine_ball")
    observation, info = env.reset(seed=1)
    assert observation.dtype == np.float32
    assert type(info["to_play"]) is int
    assert type(info["turn_switched"]) is bool
    _, reward, terminated, truncated, info = env.step(env.action_space.sample())
    assert type(reward) is float
    assert type(terminated) is bool
    assert type(truncated) is bool
    assert type(info["turn_switched"]) is bool


def test_seeds():
    env = PoolEnv("run_out", task="clear")
    first = env.reset(seed=5)[0]
    second = env.reset()[0]
    assert first.tobytes() != second.tobytes()
    assert env.reset(seed=5)[0].tobytes() == first.tobytes()
    assert env.reset()[0].tobytes() == second.tobytes()
    assert PoolEnv("run_out", task="clear").reset(seed=0)[0].tobytes() != first.tobytes()


def test_own_generator_seeds_the_table():
    env = PoolEnv("run_out", task="clear")
    starts = []
    for _ in range(2):
        env.np_random = np.random.default_rng(8)
        assert env.np_random_seed == -1
        starts.append(env.reset()[0].tobytes())
    assert starts[0] == starts[1]


def test_stepping_draws_nothing_from_the_generator():
    env = PoolEnv("nine_ball")
    env.reset(seed=1)
    before = env.np_random.bit_generator.state
    env.step(env.action_space.sample())
    assert env.np_random.bit_generator.state == before


@pytest.mark.parametrize("how", ["pickle", "deepcopy", "clone", "state"])
def test_copies_go_on_the_same(how):
    env = gymnasium.make("poolenv/NineBall-v0", max_visits=1000).unwrapped
    env.reset(seed=2)
    actions = actions_of(env.action_space, 0, 30, 1)[:, 0]
    for action in actions[:4]:
        assert env.step(action)[2:4] == (False, False)
    if how == "pickle":
        other = pickle.loads(pickle.dumps(env))
    elif how == "deepcopy":
        other = copy.deepcopy(env)
    elif how == "clone":
        other = env.clone()
    else:
        other = PoolEnv("nine_ball", max_visits=1000)
        other.set_state(env.get_state())

    def go_on(which):
        seen = []
        for action in actions[4:]:
            observation, *rest, info = which.step(action)
            seen += [observation.tobytes(), rest, str(info["ruling"])]
            if rest[1] or rest[2]:
                which.reset()
        return seen

    assert go_on(other) == go_on(env)


def test_going_back():
    env = PoolEnv("nine_ball")
    env.reset(seed=2)
    state = env.get_state()
    action = env.action_space.sample()
    first = env.step(action)
    env.step(env.action_space.sample())
    env.set_state(state)
    again = env.step(action)
    assert first[0].tobytes() == again[0].tobytes()
    assert first[1:4] == again[1:4]
    assert first[4]["ruling"] == again[4]["ruling"]


def test_ruling_in_words():
    env = PoolEnv("nine_ball", noise="none")
    env.reset(seed=1, options={"position": LYING, "breaker": 0})
    soft = np.full(10, -1.0, dtype=np.float32)
    *_, info = env.step(soft)
    ruling = info["ruling"]
    assert "Foul: NO_BALL_HIT" in str(ruling)
    assert "UA-F3" in str(ruling)
    assert ruling.record.offender == 0
    assert info["to_play"] == 1
    assert info["turn_switched"]


def test_reward_terms_on_request():
    env = PoolEnv("nine_ball", reward_terms=True, reward="shaped")
    env.reset(seed=1)
    action = env.action_space.sample()
    _, reward, *_, info = env.step(action)
    weights = env.batch._reward.weights
    assert reward == pytest.approx(float(np.dot(weights, list(info["reward_terms"].values()))))
    assert info["reward_terms"]["stroke"] == 1.0
    assert "reward_terms" not in PoolEnv("nine_ball").reset(seed=1)[1]


@pytest.mark.parametrize(
    "position",
    [
        LYING,
        Position(LYING),
        str(Position(LYING)),
        Position(LYING).to_array(),
        {ball: np.array(place) for ball, place in LYING.items()},
    ],
)
def test_position_in_every_form(position):
    env = PoolEnv("nine_ball")
    env.reset(seed=1, options={"position": position})
    world = env.batch.world
    assert world.game.stage[0] == NORMAL
    assert world.game.balls[0] == 0b10_0000_0010
    for ball, place in LYING.items():
        assert tuple(world.pos[0, ball, :2]) == pytest.approx(place)


@pytest.mark.parametrize(
    ("options", "region", "stage"),
    [
        ({}, IN_HAND_HEAD, BREAK),
        ({"ball_in_hand": True}, IN_HAND_HEAD, BREAK),
        ({"ball_in_hand": "table"}, IN_HAND_TABLE, BREAK),
        ({"position": LYING}, IN_POSITION, NORMAL),
        ({"position": LYING, "ball_in_hand": False}, IN_POSITION, NORMAL),
        ({"position": LYING, "ball_in_hand": True}, IN_HAND_TABLE, NORMAL),
        ({"position": LYING, "ball_in_hand": "head"}, IN_HAND_HEAD, NORMAL),
        ({"position": {1: (0.0, 0.0)}}, IN_HAND_TABLE, NORMAL),
    ],
)
def test_ball_in_hand(options, region, stage):
    env = PoolEnv("nine_ball")
    env.reset(seed=1, options=options)
    game = env.batch.world.game
    assert (game.region[0], game.stage[0]) == (region, stage)


def test_breaker_is_drawn_or_chosen():
    env = PoolEnv("nine_ball")
    for breaker in (0, 1):
        assert env.reset(seed=1, options={"breaker": breaker})[1]["to_play"] == breaker
    drawn = {env.reset()[1]["to_play"] for _ in range(20)}
    assert drawn == {0, 1}
    fixed = PoolEnv("nine_ball", lag_mode="fixed")
    assert {fixed.reset()[1]["to_play"] for _ in range(20)} == {0}


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"postion": LYING}, ["'postion'", "did you mean 'position'"]),
        ({"seed": 3}, ["'seed'", "position, breaker, ball_in_hand"]),
        ({"breaker": 2}, ["breaker", "0 or 1"]),
        ({"breaker": True}, ["breaker", "0 or 1"]),
        ({"ball_in_hand": "kitchen"}, ["ball_in_hand", "'head' or 'table'"]),
        ({"ball_in_hand": False}, ["a break is played with the cue ball in hand"]),
        ({"position": {0: (0, 0), 10: (0.5, 0)}}, ["[10]", "1 to 9"]),
        ({"position": {0: (0, 0)}}, ["at least one object ball"]),
        ({"position": {0: (0, 0), 1: (0.01, 0)}}, ["balls 0 and 1 overlap"]),
        ({"position": {0: (0, 0), 1: (1.4, 0)}}, ["ball 1", "does not lie on the bed"]),
        ({"position": {0: (0, 0), 1: (1.31, 0.68)}}, ["ball 1", "does not lie on the bed"]),
        ({"position": {0: (0, 0), 1: (float("nan"), 0)}}, ["position"]),
        ({"position": "0:1,2 nine"}, ["part 2", "ball:x,y"]),
        ({"position": 7}, ["a Position, its text"]),
        ({"position": {1: (0.0, 0.0)}, "ball_in_hand": False}, ["cue ball is absent"]),
    ],
)
def test_bad_options(options, words):
    with pytest.raises(ValueError) as error:
        PoolEnv("nine_ball").reset(options=options)
    for word in words:
        assert word in str(error.value)


@pytest.mark.parametrize(
    ("codec", "action", "words"),
    [
        ("compact", np.zeros(9), ["shape (1, 10)", "(1, 9)"]),
        ("compact", np.full(10, np.nan), ["number 0 (ball)", "nan", "within [-1, 1]"]),
        ("compact", [0, 0, 2, 0, 0, 0, 0, 0, 0, 0], ["number 2 (aim)", "2.0"]),
        ("compact", ["a"] * 10, ["expected numbers"]),
        ("candidates", 10_000, ["10000", "from 0 to"]),
        ("candidates", -1, ["-1", "from 0 to"]),
        ("candidates", 1.0, ["whole numbers"]),
        ("candidates", [1, 2], ["shape (1,)"]),
    ],
)
def test_bad_actions(codec, action, words):
    env = PoolEnv("nine_ball", codec=codec)
    env.reset(seed=1)
    state = env.get_state()
    with pytest.raises(ValueError) as error:
        env.step(action)
    for word in words:
        assert word in str(error.value)
    assert env.get_state()["tables"]["rng"] == state["tables"]["rng"]


def test_step_before_reset_and_after_the_end():
    env = PoolEnv("run_out")
    action = env.action_space.sample()
    with pytest.raises(RuntimeError, match="call reset"):
        env.step(action)
    env.reset(seed=1)
    assert env.step(action)[2]
    with pytest.raises(RuntimeError, match="call reset"):
        env.step(action)


def test_masks():
    env = PoolEnv("nine_ball", codec="candidates")
    observation, info = env.reset(seed=1)
    phases = set()
    for _ in range(60):
        mask = env.action_masks()
        assert info["action_mask"].dtype == np.int8  # what Discrete.sample takes
        assert (mask == info["action_mask"]).all()
        assert mask.any()
        assert mask.shape == (env.action_space.n,)
        phases.add(int(observation[123:130].argmax()))
        choice = env.action_space.sample(info["action_mask"])
        observation, _, terminated, truncated, info = env.step(choice)
        if terminated or truncated:
            assert info["action_mask"].all()
            observation, info = env.reset()
    assert {3, 5} <= phases
    with pytest.raises(AttributeError, match="candidates"):
        PoolEnv("nine_ball").action_masks()


def test_one_decision_per_step():
    visit, decision = (PoolEnv("nine_ball", pace=pace) for pace in ("visit", "decision"))
    action = np.zeros(10, dtype=np.float32)
    action[3] = 0.8
    visit.reset(seed=4)
    decision.reset(seed=4)
    visit.step(action)
    for _ in range(2):
        decision.step(action)
    assert visit.batch.world.pos.tobytes() == decision.batch.world.pos.tobytes()
    assert visit.batch.world.game.tobytes() == decision.batch.world.game.tobytes()


def test_truncation():
    env = PoolEnv("nine_ball", max_visits=3, edition={"three_foul_limit": 0})
    env.reset(seed=1)
    soft = np.full(10, -1.0, dtype=np.float32)
    ends = [env.step(soft)[2:4] for _ in range(3)]
    assert ends == [(False, False), (False, False), (False, True)]


def test_race():
    env = PoolEnv("nine_ball", match=2, max_visits=10_000)
    env.reset(seed=1, options={"breaker": 0})
    rng = np.random.default_rng(0)
    racks, over = [], False
    while not over:
        _, _, over, truncated, _ = env.step(rng.uniform(-1, 1, 10).astype(np.float32))
        assert not truncated
        racks.append(int(env.batch.world.game.rack_number[0]))
    assert racks[-1] in (2, 3)
    assert sorted(set(racks)) == list(range(1, racks[-1] + 1))
    winner = env.batch.world.game.winner[0]
    assert env.batch.world.game.racks[0, winner] >= 1
