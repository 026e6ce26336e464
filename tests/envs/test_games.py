"""Every game is played whole: its options are offered, its calls heard, its matches end."""

from __future__ import annotations

import numpy as np
import pytest

from experiments.visits import random_actions
from poolenv.envs import PoolEnv
from poolenv.envs.batch import Batch
from poolenv.envs.settings import settings_of
from poolenv.envs.start import Start
from poolenv.observe import SLICES
from poolenv.records import rows
from poolenv.rng import seed_words
from poolenv.rules import words
from poolenv.sheets import Game

GAMES = ("eight_ball", "nine_ball", "ten_ball", "straight_pool")
#: Options that random play meets with a referee, by game.
OPTIONS = {
    "eight_ball": {
        words.ACCEPT,
        words.RERACK_BREAK_SELF,
        words.RERACK_BREAK_OPPONENT,
    },
    "nine_ball": {words.SHOOT, words.GIVE_BACK},
    "ten_ball": {words.SHOOT, words.GIVE_BACK, words.ACCEPT},
    "straight_pool": {words.ACCEPT, words.RERACK_OFFENDER_OPENING_BREAK},
}
TABLES = 64


def batch_of(game, **keywords):
    batch = Batch(settings_of(game, keywords), TABLES, 1)
    batch.world.rng[:] = seed_words(0, TABLES)
    batch.reset(np.ones(TABLES, dtype=np.bool_), Start())
    return batch


def play_on(batch, steps, seed=0):
    """Random steps; yields after each, then begins anew what is over."""
    rng, everyone = np.random.default_rng(seed), np.ones(batch.n, dtype=np.bool_)
    for _ in range(steps):
        step = batch.step(random_actions(batch, rng), everyone)
        yield step
        if batch.over().any():
            batch.reset(batch.over(), Start())


@pytest.mark.parametrize("codec", ["compact", "candidates"])
@pytest.mark.parametrize("game", GAMES)
def test_options_and_calls_occur(game, codec):
    batch = batch_of(game, codec=codec, max_visits=100_000)
    world = batch.world
    offered, intents, called = 0, set(), 0
    for _ in play_on(batch, 120):
        offered |= int(np.bitwise_or.reduce(world.game.menu))
        struck = world.struck
        intents |= set(world.game_before.intent[struck].tolist())
        called += int((world.game_before.called_ball[struck] > 0).sum())
    seen = {k for k in range(words.N_OPTIONS) if offered >> k & 1}
    assert seen >= OPTIONS[game]
    assert (words.SAFETY in intents) == (game != "nine_ball")
    assert (words.PUSH_OUT in intents) == (game in ("nine_ball", "ten_ball"))
    assert (called > 0) == (game != "nine_ball")


def test_eight_ball_groups_are_settled_by_a_called_ball():
    batch = batch_of("eight_ball", codec="candidates")
    world = batch.world
    settled = 0
    for _ in play_on(batch, 60):
        now = world.struck & (world.game_before.groups == 0) & (world.game.groups != 0)
        for i in np.flatnonzero(now & ~batch.over()):
            before, shot = world.game_before[i], world.shot[i]
            assert before.stage != words.BREAK
            assert shot.pocketed >> before.called_ball & 1
            solids = before.called_ball < 8
            assert world.game.groups[i] == (1 if solids == (before.actor == 0) else 2)
            settled += 1
    assert settled > 10


def test_straight_pool_reracks_and_the_shooter_goes_on():
    batch = batch_of("straight_pool", match=60, codec="candidates", noise="none", max_visits=10**6)
    world, everyone = batch.world, np.ones(TABLES, dtype=np.bool_)
    reracks, wins = 0, 0
    # The easiest pot every time; a random pick while there is none.
    rng = np.random.default_rng(0)
    for _ in range(220):
        masks = batch.action_masks()
        actions = np.where(masks[:, 4], 4, random_actions(batch, rng))
        shooter = world.game.actor.copy()
        batch.step(actions, everyone)
        again = world.struck & (world.ruling.result == words.RERACK_14)
        for i in np.flatnonzero(again):
            assert world.game.actor[i] == shooter[i]
            assert world.game.balls[i] == 0xFFFE
            assert world.game.stage[i] == words.RERACK_BREAK
        reracks += int(again.sum())
        over = batch.over()
        assert (world.game.score[over].max(axis=1) >= 60).all()
        wins += int(over.sum())
        if over.any():
            batch.reset(over, Start())
    assert reracks > 5
    assert wins > 0


def test_a_single_rack_of_straight_pool_goes_to_the_leader():
    env = PoolEnv("straight_pool", noise="none")
    env.reset(seed=1, options={"position": {0: (-0.6, 0.0), 1: (0.0, 0.3), 2: (1.1, -0.3)}})
    world = env.batch.world
    world.game.score[0] = 5, 9
    world.game.actor[0] = 0
    world.game.called_ball[0], world.game.called_pocket[0] = 1, 2
    assert world.game.target[0] == words.ONE_RACK
    seen = env.batch.observe_as(0, 0)
    points = SLICES["points"]
    assert seen[points.start : points.stop] == pytest.approx((5 / 15, 9 / 15))
    # Ball 1 straight into the left side pocket from the cue ball's end of the bed.
    action = np.zeros(10, dtype=np.float32)
    action[:2] = -0.5, -1 / 6
    action[3] = -0.3
    action[9] = -1.0
    _, _, terminated, _, _ = env.step(action)
    assert world.game.score[0].tolist() == [6, 9]
    assert terminated
    assert world.game.winner[0] == 1


@pytest.mark.parametrize(("game", "length"), [("straight_pool", 20), ("eight_ball", 2)])
def test_matches_end(game, length):
    batch = batch_of(game, match=length, codec="candidates", max_visits=10**6)
    ended = 0
    for _ in play_on(batch, 500 if game == "straight_pool" else 250):
        over = batch.over()
        final = batch.world.game[over]
        won = final.score if game == "straight_pool" else final.racks
        for row, winner in zip(won, final.winner, strict=True):
            assert row[winner] >= length
            assert row[1 - winner] < length
        ended += int(over.sum())
    assert ended > 0
    assert not batch.world.truncated.any()


def test_rows_of_one_batch_play_their_own_games_and_editions():
    """A mixed batch plays every row as a batch of that row's game alone would."""
    kinds = [(g, e) for g in GAMES for e in ("wsr", "wpa_official")]
    pure = [Batch(settings_of(g, {"edition": e}), len(kinds), 1) for g, e in kinds]
    mixed = Batch(settings_of("nine_ball", {}), len(kinds), 1)
    editions = np.concatenate([b.world.editions for b in pure]).view(np.recarray)
    mixed.world = mixed.world._replace(editions=editions)
    mixed.world.game.edition[:] = np.arange(len(kinds))
    mixed._share()
    everyone = np.ones(len(kinds), dtype=np.bool_)
    actions = np.random.default_rng(3).uniform(-1, 1, (40, len(kinds), 10)).astype(np.float32)
    runs = []
    for batch in (mixed, *pure):
        batch.world.rng[:] = seed_words(7, len(kinds))
        seen = [batch.reset(everyone, Start())]
        for action in actions:
            step = batch.step(action, everyone)
            over = batch.over()
            if over.any():
                step.observation[over] = batch.reset(over, Start())[over]
            seen += [step.observation, step.reward[:, None], batch.world.game.fouls.copy()]
        runs.append(seen)
    for k in range(len(kinds)):
        for together, alone in zip(runs[0], runs[1 + k], strict=True):
            assert together[k].tobytes() == alone[k].tobytes()
    assert len({int(g) for g in mixed.world.editions.game}) == len(GAMES)
    assert mixed.world.game.dtype == rows(Game, 1).dtype


def test_a_called_safety_hands_over_the_table():
    env = PoolEnv("eight_ball", noise="none", pace="decision")
    env.reset(seed=1, options={"position": {0: (-0.6, 0.0), 1: (0.5, 0.2), 9: (0.9, -0.3)}})
    shooter = env.batch.to_play(0)
    say = np.zeros(10, dtype=np.float32)
    say[9] = 1.0
    env.step(say)
    assert env.batch.world.game.intent[0] == words.SAFETY
    strike = np.zeros(10, dtype=np.float32)
    strike[3] = 0.2
    *_, info = env.step(strike)
    assert info["to_play"] == 1 - shooter


def test_ghost_begins_with_ball_in_hand_after_the_break():
    env = PoolEnv("run_out", task="ghost")
    env.reset(seed=1)
    action = np.zeros(10, dtype=np.float32)
    action[3] = 0.9
    _, _, terminated, _, info = env.step(action)
    game = env.batch.world.game[0]
    assert not terminated
    assert game.region == 1
    assert info["to_play"] == 0


def test_drills_begin_from_any_lie_a_stroke_can_leave():
    """A ball that hangs in the jaws is a fine drill, and its text can be played again."""
    env = PoolEnv("run_out", task="clear")
    jaws = {0: (0.0, 0.0), 1: (1.2631, 0.589)}
    env.reset(seed=1, options={"position": jaws})
    assert env.batch.world.pos[0, 1, :2] == pytest.approx(jaws[1])
    env.reset(seed=1, options={"position": env.batch.render(0, "ansi").splitlines()[1]})
