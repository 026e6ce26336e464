"""What a page about a game tells of the code: identity card, and where the editions differ."""

from __future__ import annotations

from typing import Any

from poolenv.envs.ids import GAMES
from poolenv.envs.single import PoolEnv
from poolenv.knobs import CALL_SHOT, GAME_NAMES, KNOBS, RUN_OUT
from poolenv.rules.edition import load_edition, rules_rows

EDITIONS = ("wsr", "wpa2008", "wpa_official")


def _space(space: Any) -> str:
    """A space in short: its kind, its bounds where they are the same everywhere, its size."""
    if hasattr(space, "n"):
        return f"`Discrete({space.n})`"
    shape = ", ".join(map(str, space.shape))
    low, high = float(space.low.min()), float(space.high.max())
    return f"`Box({low:g}, {high:g}, ({shape},), {space.dtype})`"


def _spaces(id: str, **keywords: Any) -> dict[str, str]:
    """Action space by codec, and the observation space."""
    envs = {codec: PoolEnv(id, codec=codec, **keywords) for codec in ("compact", "candidates")}
    told = {codec: _space(env.action_space) for codec, env in envs.items()}
    return {**told, "observation": _space(envs["compact"].observation_space)}


def card(id: str) -> list[str]:
    """The card of a registered id, lines of a Markdown table.

    Raises:
        ValueError: naming the known ids and the nearest.
    """
    env = PoolEnv(id)
    rules = env.batch.world.editions[0]
    practice = int(rules.game) == RUN_OUT
    points = GAMES[id] == "straight_pool"
    players = "1" if practice else "2, both played through the same face, or an `opponent`"
    length = "one run" if practice else "one rack, or `match=n`: first to n racks"
    if points:
        length = "one rack, or `match=n`: first to n points"
    named = _spaces(id)
    rows = {
        "Id": f'`gymnasium.make("{id}")`',
        "Players": players,
        'Action space, `codec="compact"`': named["compact"],
        'Action space, `codec="candidates"`': f"{named['candidates']} with a mask",
    }
    if rules.call_mode == CALL_SHOT:
        space = _space(PoolEnv(id, codec="compact_calls").action_space)
        rows['The same, `codec="compact_calls"`'] = f"{space}, the call apart from the aim"
    rows["Observation space"] = named["observation"]
    if not practice:
        alone = _spaces(id, referee=False)
        if alone != named:
            rows["The same with `referee=False`"] = ", ".join(alone.values())
    rows["Balls"] = "1 to n" if practice else f"1 to {int(rules.balls_in_rack)}"
    rows["Episode"] = f"{length}; cut off after {env.settings.max_visits} strokes and choices"
    rows["Reward"] = "1 for winning it, -1 for losing it, unless `reward` says otherwise"
    if not practice:
        rows["Editions"] = ", ".join(f"`{name}`" for name in EDITIONS) + ", or a file of your own"
    return ["| | |", "|---|---|", *(f"| {key} | {value} |" for key, value in rows.items())]


def _told_by_editions(game: str) -> dict[str, list[str]]:
    """The values of every knob in the editions, in order."""
    number = GAME_NAMES.index(game)
    rules = rules_rows([(load_edition(name), number, True) for name in EDITIONS])
    return {name: [knob.word(value) for value in rules[name]] for name, knob in KNOBS.items()}


def editions_table(game: str) -> list[str]:
    """Where the editions differ at a game and not alike at every game, as a Markdown table."""
    own = _told_by_editions(game)
    others = [
        _told_by_editions(name) for number, name in enumerate(GAME_NAMES) if number != RUN_OUT
    ]
    lines = [f"| knob | {' | '.join(EDITIONS)} |", "|---|" + "---|" * len(EDITIONS)]
    for name, values in own.items():
        if len(set(values)) > 1 and any(other[name] != values for other in others):
            lines.append(f"| `{name}` | {' | '.join(values)} |")
    return lines
