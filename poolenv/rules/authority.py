"""Who does the work of a referee."""

from __future__ import annotations

from typing import Any

from poolenv.kernel import kernel
from poolenv.rules.book import rule


@rule("WPA-2025", "The player who sits is the referee")
@kernel
def is_refereed(rules: Any) -> bool:
    """A referee rules and puts balls back; in 2025, if there is none, the player who sits.

    That player still has to speak up: what is not called or announced in time lapses.
    """
    return rules.referee != 0 or rules.seated_referee != 0
