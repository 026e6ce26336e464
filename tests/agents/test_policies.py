"""The policy that scores candidates: order of the banks, masks, saving."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy

from agents.policies import Blocks, CandidatePolicy, CandidateScorer
from poolenv.candidates import layout as c

WIDTH = 4
BLOCKS = Blocks(3, WIDTH, 3 + c.PAIRS * WIDTH, WIDTH)
FEATURES = 3 + (c.PAIRS + c.TARGETS) * WIDTH


class Still(gymnasium.Env):
    """An environment that is only looked at."""

    def __init__(self, n=c.N_CANDIDATES):
        self.observation_space = gymnasium.spaces.Box(-1.0, 1.0, (FEATURES,), np.float32)
        self.action_space = gymnasium.spaces.Discrete(n)
        self.n = n

    def reset(self, *, seed=None, options=None):
        return np.zeros(FEATURES, np.float32), {}

    def step(self, action):
        return np.zeros(FEATURES, np.float32), 0.0, False, False, {}

    def action_masks(self):
        return np.ones(self.n, dtype=bool)


def model(seed=1):
    return MaskablePPO(
        CandidatePolicy,
        Still(),
        n_steps=4,
        batch_size=4,
        seed=seed,
        device="cpu",
        policy_kwargs={"hidden": 16, "blocks": BLOCKS},
    )


def observations(n=5):
    return np.random.default_rng(0).uniform(-1, 1, (n, FEATURES)).astype(np.float32)


def test_banks_are_in_the_order_of_the_codec():
    """Marks every head with its own number and looks where they come out."""
    scorer = CandidateScorer(FEATURES, 8, BLOCKS)
    with torch.no_grad():
        for layer in scorer.last_layers():
            layer.weight.zero_()
        pots, contacts = c.POT_SPEEDS * c.SPINS, c.OFFSETS * c.CONTACT_SPEEDS
        scorer.pairs.score.bias[:pots], scorer.pairs.score.bias[pots:] = 1.0, 2.0
        scorer.targets.score.bias[:contacts] = 3.0
        scorer.targets.score.bias[contacts : 2 * contacts] = 4.0
        scorer.targets.score.bias[2 * contacts :] = 5.0
        others = c.PLACE_SPOT - c.PUSH
        scorer.rest.bias[:others] = torch.arange(others) + 100.0
        scorer.rest.bias[others:] = 6.0
        logits = scorer.forward_actor(torch.ones(1, FEATURES))[0]
    assert logits.shape == (c.N_CANDIDATES,)
    by_pair = c.SPOT_PAIRS * c.SPOTS_PER_PAIR
    assert (logits[c.POT : c.CONTACT] == 1.0).all()
    assert (logits[c.CONTACT : c.KICK] == 3.0).all()
    assert (logits[c.KICK : c.SAFE] == 5.0).all()
    assert (logits[c.SAFE : c.PUSH] == 4.0).all()
    assert (logits[c.PUSH : c.PLACE_SPOT] == torch.arange(others) + 100.0).all()
    assert (logits[c.PLACE_SPOT : c.PLACE_SPOT + by_pair] == 2.0).all()
    assert (logits[c.PLACE_SPOT + by_pair :] == 6.0).all()


def test_equal_pairs_get_equal_scores():
    """What is learned on one ranked pair holds for the others."""
    scorer = CandidateScorer(FEATURES, 8, BLOCKS)
    seen = torch.tensor(observations(1))
    pairs = seen[:, BLOCKS.pairs : BLOCKS.targets].reshape(1, c.PAIRS, WIDTH)
    pairs[:] = pairs[:, :1].clone()
    pairs[:, :, 0] = 1.0
    with torch.no_grad():
        pots = scorer.forward_actor(seen)[0, : c.N_POTS].reshape(c.PAIRS, -1)
    torch.testing.assert_close(pots, pots[:1].expand_as(pots))


def test_empty_slots_are_not_looked_at():
    """Whatever else stands in an empty slot, nothing it could say reaches a score."""
    scorer = CandidateScorer(FEATURES, 8, BLOCKS)
    seen = torch.tensor(observations(1))
    seen[:, BLOCKS.pairs] = 0.0
    with torch.no_grad():
        scores = scorer.pairs(seen, torch.zeros(1, 8))
    assert (scores[0, 0] == 0.0).all() and (scores[0, seen[0, 3:51:WIDTH] > 0.0] != 0.0).all()


def test_only_legal_candidates_are_chosen():
    masks = np.zeros((5, c.N_CANDIDATES), dtype=bool)
    legal = [0, c.KICK, c.BREAK_SHOT + 1, c.PLACE_SPOT, c.N_CANDIDATES - 1]
    masks[np.arange(5), legal] = True
    for deterministic in (True, False):
        chosen, _ = model().predict(observations(), action_masks=masks, deterministic=deterministic)
        np.testing.assert_array_equal(chosen, legal)


def test_saved_and_loaded_it_decides_the_same(tmp_path):
    first = model()
    first.learn(16)
    first.save(tmp_path / "model.zip")
    again = MaskablePPO.load(tmp_path / "model.zip", device="cpu")
    assert isinstance(again.policy, CandidatePolicy) and again.policy.blocks == BLOCKS
    masks = np.ones((5, c.N_CANDIDATES), dtype=bool)
    ours, _ = first.predict(observations(), action_masks=masks, deterministic=True)
    theirs, _ = again.predict(observations(), action_masks=masks, deterministic=True)
    np.testing.assert_array_equal(ours, theirs)
    first.policy.save(tmp_path / "policy.pt")
    alone = CandidatePolicy.load(tmp_path / "policy.pt", device="cpu")
    theirs, _ = alone.predict(observations(), action_masks=masks, deterministic=True)
    np.testing.assert_array_equal(ours, theirs)


def test_evaluating_actions_agrees_with_the_library():
    policy = model().policy
    rng = np.random.default_rng(1)
    masks = torch.tensor(rng.random((5, c.N_CANDIDATES)) < 0.1)
    actions = torch.tensor([int(rng.choice(np.flatnonzero(row))) for row in masks.numpy()])
    seen = torch.tensor(observations())
    ours = policy.evaluate_actions(seen, actions, action_masks=masks.float())
    theirs = MaskableActorCriticPolicy.evaluate_actions(policy, seen, actions, action_masks=masks)
    for mine, expected in zip(ours, theirs, strict=True):
        torch.testing.assert_close(mine, expected)


def test_at_first_every_candidate_is_about_equally_likely():
    masks = np.ones((1, c.N_CANDIDATES), dtype=bool)
    seen = torch.tensor(observations(1))
    probabilities = model().policy.get_distribution(seen, masks).distribution.probs
    assert probabilities.max() < 3 / c.N_CANDIDATES


def test_another_codec_is_an_error():
    with pytest.raises(ValueError, match="codec='candidates'"):
        MaskablePPO(CandidatePolicy, Still(7), policy_kwargs={"blocks": BLOCKS}, device="cpu")
