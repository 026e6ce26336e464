"""The easiest ghost-ball shot at a sensible speed: what geometry alone achieves.

One fixed order of preference over the candidates, which are ranked by ease already; the player
takes the first one that is legal. No simulation, no position play, no safety.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.players import Player
from poolenv.candidates.layout import (
    BREAK_SHOT,
    BREAK_TIPS,
    CONTACT,
    CONTACT_SPEEDS,
    KICK,
    KICK_SPEEDS,
    LAG_SHOT,
    LAG_SPEEDS,
    N_CANDIDATES,
    OFFSETS,
    OPTION,
    PAIRS,
    PLACE_SPOT,
    POT,
    POT_SPEEDS,
    SPINS,
    SPOT_PAIRS,
    SPOTS_PER_PAIR,
)
from poolenv.envs.opponents import Query
from poolenv.rules.words import ACCEPT, BIH_HEAD, BREAK_SELF, CALL_FOUL_BIH, OPTION_NAMES, SHOOT

#: Speed of the object ball at the pocket: the second of the list, firm enough not to roll off.
PACE = 1
#: Without draw or follow at the hit.
STUN = 1
#: The half-metre spot straight behind the ghost ball first, then nearer, farther and beside the
#: line.
SPOT_ORDER = (1, 0, 2, 3, 4)
#: Options worth taking, best first: play on, break oneself, take the cue ball in hand.
OPTION_ORDER = (CALL_FOUL_BIH, BIH_HEAD, SHOOT, ACCEPT, BREAK_SELF)
#: Cue speed of the break: the third of the list.
BREAK_PACE = 2


def _preferred() -> list[int]:
    """Candidates from the most wanted on; those never wanted follow in their own order."""
    options = [*OPTION_ORDER, *(k for k in range(len(OPTION_NAMES)) if k not in OPTION_ORDER)]
    order = [OPTION + k for k in options]
    order += [
        PLACE_SPOT + pair * SPOTS_PER_PAIR + spot
        for pair in range(SPOT_PAIRS)
        for spot in SPOT_ORDER
    ]
    order.append(BREAK_SHOT + BREAK_PACE * OFFSETS * BREAK_TIPS)
    order.append(LAG_SHOT + LAG_SPEEDS // 2)
    order += [POT + (pair * POT_SPEEDS + PACE) * SPINS + STUN for pair in range(PAIRS)]
    order += [CONTACT + k * CONTACT_SPEEDS + 1 for k in range((KICK - CONTACT) // CONTACT_SPEEDS)]
    order += range(KICK + 1, KICK + 8 * KICK_SPEEDS, KICK_SPEEDS)
    wanted = set(order)
    return [*order, *(k for k in range(N_CANDIDATES) if k not in wanted)]


PREFERRED: NDArray[np.int64] = np.array(_preferred())


def _answer(query: Query) -> NDArray[Any]:
    """The most wanted legal candidate of each table."""
    masks = query.action_masks
    if masks is None:
        raise ValueError("ghost_ball chooses among candidates: it needs codec='candidates'")
    wanted: NDArray[np.int64] = PREFERRED[np.argmax(masks[:, PREFERRED], axis=1)]
    return wanted


GHOST_BALL = Player("ghost_ball", lambda _: _answer, {"codec": "candidates"})
