"""The games, and how one visit goes.

``phase_of(game)`` (rules/turns.py) says what is owed next:

* LAG_PHASE: the break is open. Settle it (coin or simulated lag), then ``lag_won(game, winner)``.
* RACK_PHASE: balls are owed (``game.rack_owed``). Put them up, then call ``racked(game)``.
* CHOOSE: ``game.menu`` holds the options of ``game.actor`` as bits; ``menu.take(...)`` settles one.
* PLACE: cue ball in hand in ``game.region``; ``placement.place_cue_ball`` lays it on the nearest
  legal place (``commit_cue_ball`` lays it as said, for ``placement_policy = allow_and_rule``).
* CALL: ``calls.legal_intents`` and ``calls.callable_balls`` are the masks, ``declare`` writes.
* STRIKE: ``frozen.declare_frozen``, snapshot ``pos_before`` and ``motion_before``; physics writes
  positions, states and the log; then ``rule_visit`` reads, rules and carries out (or the four calls
  it is made of: ``read_shot``, ``read_conduct``, ``adjudicate``, ``carry_out``).
* OVER: ``game.winner`` won the episode.

An episode starts with ``match.new_match(rules, game, breaker, race_to, target)``; breaker NOBODY
owes a lag. After positions were set by hand ``effect.set_position`` writes the sheet.
"""

from __future__ import annotations

from poolenv.games.referee import adjudicate, rule_rows, rule_visit
from poolenv.knobs import GAME_NAMES
from poolenv.rules import lag, placement  # noqa: F401 - file their articles: nobody else does

__all__ = ["GAME_NAMES", "adjudicate", "rule_rows", "rule_visit"]
