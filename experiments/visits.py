"""Random visits at every game and edition, each checked against what must hold whatever is played.

    python experiments/visits.py [--game eight_ball] [--edition wsr] [--visits 100000] [--seed 0]

Random players with three codecs, both paces, with and without a referee, single racks and matches,
with everything that players may say and with mishaps. At every choice every option on offer is
tried. A table of each batch is written down, read back from its text and played again: it must
stand the same to the bit. Prints a table per game and edition and exits with 1 if anything is not
as it must be.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from experiments.visit_faults import Before, faults_of, look, phases
from experiments.visit_notation import Notes
from poolenv.envs.batch import Batch
from poolenv.envs.settings import settings_of
from poolenv.envs.start import Start
from poolenv.knobs import GAME_NAMES, STRAIGHT_POOL_GAME
from poolenv.rng import seed_words
from poolenv.rules import words
from poolenv.threads import check_threads

EDITIONS = ("wsr", "wpa2008", "wpa_official", "wpa_2025")
GAMES = (*GAME_NAMES[1:], GAME_NAMES[0])
TABLES = 32
#: A rack with more strokes than this counts as one that never ends.
ENDLESS = 20_000
#: Tables of a batch that are written down and played again from the text.
NOTATED = 1
COLUMNS = (
    "game", "edition", "visits", "strokes", "choices", "options tried", "racks", "longest rack",
    "cut off", "notated", "faults",
)  # fmt: skip


class Way(NamedTuple):
    """One way to play: keyword arguments of the environment."""

    codec: str
    pace: str
    referee: bool
    match: int  # racks, 0: one; at 14.1 fifteen points each
    task: str  # of a run-out
    knobs: tuple[str, ...] = ()  # turned on besides the edition's
    conduct: str = "none"
    lag_mode: str = "coin"


#: What players may say without a referee where the edition leaves it to them.
SPEECH = ("declared", "allow_and_rule", "no_auto_warn")
#: Knobs that names stand for.
KNOBS_OF: dict[str, dict[str, Any]] = {
    "declared": {"frozen_policy": "declared"},
    "allow_and_rule": {"placement_policy": "allow_and_rule"},
    "no_auto_warn": {"auto_warn": False},
    "concede": {"concede_offered": True},
    "stalemate": {"stalemate_offered": True, "stalemate_turns": 3},
    "appeal": {"appeal_offered": True, "appeals": True},
    "three_points": {"nine_ball": {"break_points": 3}},
}
#: Ways to play, taken in turn.
WAYS = (
    Way("candidates", "visit", True, 0, "ghost"),
    Way("compact", "visit", False, 0, "rotation"),
    Way("candidates", "decision", False, 2, "clear", ("three_points",)),
    Way("compact_calls", "decision", True, 2, "pot_one"),
    Way("candidates", "visit", False, 2, "ghost", SPEECH, "clumsy", "simulate"),
    Way("compact", "visit", False, 2, "clear", (*SPEECH, *KNOBS_OF), "clumsy", "simulate"),
)


@dataclass
class Tally:
    """What was seen of one game in one edition."""

    visits: int = 0
    strokes: int = 0
    choices: int = 0
    options: int = 0
    racks: int = 0
    longest: int = 0
    notated: int = 0  # strokes that were written down and played again
    cut_off: int = 0  # strokes whose log overflowed: the episode is truncated
    faults: Counter[str] = field(default_factory=Counter)
    examples: list[str] = field(default_factory=list)

    def add(self, kind: str, tables: NDArray[np.bool_], where: str) -> None:
        """Count a kind of fault and keep the first examples."""
        if tables.any():
            self.faults[kind] += int(tables.sum())
            if len(self.examples) < 5:
                self.examples.append(f"{kind}: table {int(np.flatnonzero(tables)[0])}, {where}")


def new_batch(game: str, edition: str, way: int, tables: int, threads: int) -> Batch:
    """Tables for one way to play."""
    asked = WAYS[way]
    knobs: dict[str, Any] = {}
    for name in asked.knobs:
        knobs |= KNOBS_OF[name]
    keywords: dict[str, Any] = {
        "edition": {"extends": edition, **knobs} if knobs else edition,
        "referee": asked.referee,
        "codec": asked.codec,
        "pace": asked.pace,
        "conduct": asked.conduct,
        "lag_mode": asked.lag_mode,
        "max_visits": 1_000_000,
    }
    if game == GAME_NAMES[0]:
        keywords |= {"task": asked.task, "lag_mode": "coin"}
    elif asked.match:
        points = game == GAME_NAMES[STRAIGHT_POOL_GAME]
        keywords["match"] = 15 * asked.match if points else asked.match
    return Batch(settings_of(game, keywords), tables, threads)


def random_actions(batch: Batch, rng: np.random.Generator) -> NDArray[Any]:
    """Actions of players who know nothing but what is legal."""
    if not batch.has_masks:
        return rng.uniform(-1.0, 1.0, batch.no_actions().shape).astype(np.float32)
    masks = batch.action_masks()
    keys = np.where(masks, rng.random(masks.shape), -1.0)
    best: NDArray[np.int64] = keys.argmax(axis=1)
    return best


def try_options(batch: Batch, tally: Tally, where: str) -> None:
    """Take every option of every menu, check what comes of it, and put the tables back."""
    choosing = np.isin(phases(batch), (words.CHOOSE, words.REACT))
    if not choosing.any():
        return
    everyone = np.ones(batch.n, dtype=np.bool_)
    kept = batch.get_state(everyone)
    menus = batch.world.game.menu.copy()
    for option, name in enumerate(words.MENU_NAMES):
        offered = choosing & (menus >> option & 1 == 1)
        if offered.any():
            before = look(batch)
            batch.world.action["option"][offered] = option
            step = batch.step_said(offered)
            stuck = offered & (batch.world.game.menu == menus) & (
                batch.world.game.actor == before.game.actor
            )  # fmt: skip
            tally.add("option without effect", stuck, f"{where}, {name}")
            check(batch, before, step, offered, tally, f"{where}, {name}")
            tally.options += int(offered.sum())
            batch.set_state(everyone, kept)


def check(
    batch: Batch, before: Before, step: Any, played: NDArray[np.bool_], tally: Tally, where: str
) -> None:
    """Count what is not as it must be."""
    for kind, tables in faults_of(batch, before, step, played).items():
        tally.add(kind, tables, where)


def play(
    game: str, edition: str, visits: int, seed: int, tables: int = TABLES, threads: int = 1
) -> Tally:
    """Random visits at one game in one edition, each checked.

    Args:
        game: its name.
        edition: its rules.
        visits: strokes and choices in all.
        seed: of everything.
        tables: how many are played at once.
        threads: how many share the work.
    """
    tally = Tally()
    for way in range(len(WAYS)):
        batch = new_batch(game, edition, way, tables, threads)
        batch.world.rng[:] = seed_words(seed + 1000 * way, tables)
        rng = np.random.default_rng([seed, way])
        everyone = np.ones(tables, dtype=np.bool_)
        notes = Notes(batch, NOTATED)
        batch.reset(everyone, Start())
        rack_strokes = np.zeros(tables, dtype=np.int64)
        made, steps = 0, 0
        while made < visits / len(WAYS):
            where = f"way {way}, step {steps}"
            with notes.resting():
                try_options(batch, tally, where)
            before = look(batch)
            chose = np.isin(phases(batch), (words.CHOOSE, words.REACT))
            step = batch.step(random_actions(batch, rng), everyone)
            struck = batch.world.struck
            check(batch, before, step, everyone, tally, where)
            made += int(struck.sum() + chose.sum())
            tally.strokes += int(struck.sum())
            tally.choices += int(chose.sum())
            over = batch.over()
            tally.cut_off += int(batch.world.truncated.sum())
            ended = over | (batch.world.game.rack_number > before.game.rack_number)
            ended |= batch.world.game.visits < before.game.visits
            rack_strokes += struck
            tally.longest = max(tally.longest, int(rack_strokes.max()))
            tally.add("endless rack", rack_strokes > ENDLESS, where)
            tally.racks += int(ended.sum())
            rack_strokes[ended] = 0
            tally.add("notation", notes.ended(over), where)
            if over.any():
                batch.reset(over, Start())
            steps += 1
        tally.add("notation", notes.ended(everyone), where)
        tally.notated += notes.strokes
        tally.visits += made
    return tally


def as_table(tallies: dict[tuple[str, str], Tally]) -> str:
    """The tallies as a Markdown table."""
    lines = ["| " + " | ".join(COLUMNS) + " |"]
    lines.append("|" + "---|" * 2 + "---:|" * 9)
    for (game, edition), t in tallies.items():
        counts = (
            t.visits, t.strokes, t.choices, t.options, t.racks, t.longest, t.cut_off, t.notated,
        )  # fmt: skip
        cells = [game, edition, *(f"{n:,}" for n in counts), str(t.faults.total())]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def main() -> int:
    """Play, print the table, tell whether there was any fault."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", choices=GAMES, action="append", help="default: every game")
    parser.add_argument("--edition", action="append", help="default: " + ", ".join(EDITIONS))
    parser.add_argument("--visits", type=int, default=100_000, help="per game and edition")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--threads", type=int, default=1)
    args = parser.parse_args()
    threads, start = check_threads(args.threads), time.perf_counter()
    tallies = {}
    for game in args.game or GAMES:
        for edition in args.edition or EDITIONS:
            tally = play(game, edition, args.visits, args.seed, threads=threads)
            tallies[game, edition] = tally
            for example in tally.examples:
                print(f"{game} {edition}: {example}", file=sys.stderr, flush=True)
            print(as_table({(game, edition): tally}).splitlines()[-1], file=sys.stderr, flush=True)
    print(as_table(tallies))
    print(f"{time.perf_counter() - start:.0f} s")
    return 1 if any(t.faults for t in tallies.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
