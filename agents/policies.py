"""A MaskablePPO policy that scores candidates instead of memorizing indices.

The `candidates` codec ranks pairs of object ball and pocket and balls to be met; an index means
"the third easiest pot, softly, with draw". One perceptron looks at each ranked pair (its features,
and a summary of the whole observation) and gives a score to every speed and spin of that pair, so
that what is learned on one pair holds for all. Balls to be met and spots for the cue ball in hand
are scored in the same way; what remains (breaks, options, push outs, the lag) is scored from the
summary alone.

The library's plain perceptron learns every logit by itself. It is the alternative
(`policy.kind = "mlp"`), and at the length of the main job the two do equally well.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import torch
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from torch import nn

from poolenv.candidates import layout as c
from poolenv.events import N_RAILS
from poolenv.observe import PAIR_NUMBERS, SLICES, TARGET_NUMBERS


class Blocks(NamedTuple):
    """Where an observation holds the features of ranked pairs and targets."""

    pairs: int  # index of the first feature of the first pair
    pair_width: int  # features of a pair
    targets: int
    target_width: int


def shipped_blocks() -> Blocks:
    """The blocks of the flat observation."""
    pairs, targets = SLICES["pairs"], SLICES["targets"]
    return Blocks(pairs.start, PAIR_NUMBERS, targets.start, TARGET_NUMBERS)


def _layers(*sizes: int) -> nn.Sequential:
    """Linear layers of these sizes, a rectifier after each."""
    steps: list[nn.Module] = []
    for wide, narrow in pairwise(sizes):
        steps += [nn.Linear(wide, narrow), nn.ReLU()]
    return nn.Sequential(*steps)


class _Ranked(nn.Module):
    """Scores for the things of one ranked list: one perceptron for all of its entries.

    The first feature of an entry says whether there is one. Empty entries, most of a list, are not
    looked at: their scores are 0, and no mask lets them be chosen.
    """

    def __init__(self, start: int, number: int, width: int, hidden: int, scores: int) -> None:
        super().__init__()
        self.start, self.number, self.width, self.scores = start, number, width, scores
        self.own = nn.Linear(width, hidden)
        self.context = nn.Linear(hidden, hidden)
        self.deeper = nn.Linear(hidden, hidden)
        self.score = nn.Linear(hidden, scores)

    def forward(self, observation: torch.Tensor, summary: torch.Tensor) -> torch.Tensor:
        """(batch, number, scores) from (batch, features) and (batch, hidden)."""
        end = self.start + self.number * self.width
        entries = observation[:, self.start : end].reshape(-1, self.width)
        there = torch.nonzero(entries[:, 0] > 0.0).squeeze(1)
        table = torch.div(there, self.number, rounding_mode="floor")
        context = self.context(summary).index_select(0, table)
        seen = torch.relu(self.own(entries.index_select(0, there)) + context)
        found = self.score(torch.relu(self.deeper(seen)))
        scores: torch.Tensor = found.new_zeros(len(entries), self.scores)
        scores = scores.index_copy(0, there, found)
        return scores.reshape(-1, self.number, self.scores)


class CandidateScorer(nn.Module):
    """The networks of actor and critic; the actor's output are the logits of all candidates."""

    latent_dim_pi = c.N_CANDIDATES

    def __init__(self, features: int, hidden: int, blocks: Blocks) -> None:
        super().__init__()
        self.latent_dim_vf = hidden
        self.summary = _layers(features, hidden, hidden)
        pots, spots = c.POT_SPEEDS * c.SPINS, c.SPOTS_PER_PAIR
        contacts, kicks = c.OFFSETS * c.CONTACT_SPEEDS, N_RAILS * c.KICK_SPEEDS
        self.splits = ([pots, spots], [contacts, contacts, kicks])
        self.pairs = _Ranked(blocks.pairs, c.PAIRS, blocks.pair_width, hidden, pots + spots)
        self.targets = _Ranked(
            blocks.targets, c.TARGETS, blocks.target_width, hidden, 2 * contacts + kicks
        )
        others = c.PLACE_SPOT - c.PUSH
        free_spots = c.SPOTS - c.SPOT_PAIRS * c.SPOTS_PER_PAIR
        self.rest = nn.Linear(hidden, others + free_spots)
        self.rest_split = [others, free_spots]
        self.critic = _layers(features, hidden, hidden)

    def forward(self, features: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Logits (batch, candidates) and the critic's features (batch, hidden)."""
        return self.forward_actor(features), self.forward_critic(features)

    def forward_actor(self, features: torch.Tensor) -> torch.Tensor:
        """Logits in the order of the banks of the codec."""
        summary = self.summary(features)
        pot, spot = self.pairs(features, summary).split(self.splits[0], dim=2)
        contact, safe, kick = self.targets(features, summary).split(self.splits[1], dim=2)
        others, free_spot = self.rest(summary).split(self.rest_split, dim=1)
        banks = (
            pot,
            contact,
            kick[:, : c.KICK_TARGETS],
            safe,
            others,
            spot[:, : c.SPOT_PAIRS],
            free_spot,
        )
        return torch.cat([bank.flatten(1) for bank in banks], dim=1)

    def forward_critic(self, features: torch.Tensor) -> torch.Tensor:
        """Features of the value, from a network of its own."""
        values: torch.Tensor = self.critic(features)
        return values

    def last_layers(self) -> list[nn.Linear]:
        """The layers that give logits."""
        return [self.pairs.score, self.targets.score, self.rest]


class CandidatePolicy(MaskableActorCriticPolicy):
    """Actor and critic for MaskablePPO on codec `candidates` and the flat observation.

    Args:
        hidden: width of the hidden layers.
        blocks: where pairs and targets are in the observation; None: as shipped.
        *args: as of the library's policy.
        **kwargs: as of the library's policy.

    Raises:
        ValueError: if the action space is not that of the candidates.
    """

    def __init__(
        self, *args: Any, hidden: int = 64, blocks: Blocks | None = None, **kwargs: Any
    ) -> None:
        self.hidden = hidden
        self.blocks = shipped_blocks() if blocks is None else Blocks(*blocks)
        super().__init__(*args, **kwargs)

    def _get_constructor_parameters(self) -> dict[str, Any]:
        own = {"hidden": self.hidden, "blocks": tuple(self.blocks)}
        return super()._get_constructor_parameters() | own

    def _build_mlp_extractor(self) -> None:
        size = getattr(self.action_space, "n", None)
        if size != c.N_CANDIDATES:
            raise ValueError(
                f"a policy of kind 'candidates' needs codec='candidates' with {c.N_CANDIDATES} "
                f"actions; the environment has {self.action_space}"
            )
        self.mlp_extractor = CandidateScorer(self.features_dim, self.hidden, self.blocks)  # type: ignore[assignment]

    def _build(self, lr_schedule: Any) -> None:
        """Networks and optimizer; logits start near zero, so all candidates are tried at first."""
        self._build_mlp_extractor()
        self.action_net = nn.Identity()
        self.value_net = nn.Linear(self.hidden, 1)
        for layer in self.mlp_extractor.modules():
            self.init_weights(layer, gain=float(np.sqrt(2)))
        for layer in self.mlp_extractor.last_layers():  # type: ignore[operator]
            self.init_weights(layer, gain=0.01)
        self.init_weights(self.value_net, gain=1.0)
        self.optimizer = self.optimizer_class(
            self.parameters(),
            lr=lr_schedule(1),  # type: ignore[call-arg]
            **self.optimizer_kwargs,
        )

    def evaluate_actions(
        self, obs: Any, actions: torch.Tensor, action_masks: torch.Tensor | None = None
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Values, log-probabilities of actions and entropies, as the library's policy gives them.

        The library normalizes 400 logits four times on the way; once is enough, and learning spends
        half its time there.

        Args:
            obs: (batch, features).
            actions: (batch,).
            action_masks: (batch, candidates), non-zero where legal; None: everything is.
        """
        features: torch.Tensor = self.features_extractor(obs)
        logits, latent = self.mlp_extractor(features)
        if action_masks is not None:
            logits = logits.masked_fill(action_masks == 0, -1e8)
        log_probabilities = torch.log_softmax(logits, dim=1)
        # What is masked has probability exactly 0, so its -1e8 adds nothing.
        entropy = -(torch.softmax(logits, dim=1) * log_probabilities).sum(dim=1)
        chosen = log_probabilities.gather(1, actions.long().reshape(-1, 1)).squeeze(1)
        return self.value_net(latent), chosen, entropy
