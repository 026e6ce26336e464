"""The main job (`make train`): train an agent, measure it beside the baselines, show a rack.

Writes into runs/main_job: the model, the resolved settings with their hash, `results.json` and
`rack.html`, a rack to look at. Ends within ten minutes on two cores, compilation included.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from agents.baselines import GHOST_BALL, RANDOM, RANDOM_CANDIDATE
from agents.callbacks import OUT_OF_TIME
from agents.checkpoint import write_text
from agents.evaluate import Result, measure
from agents.players import Player, model_player
from agents.recording import record_rack
from agents.settings import Settings, read_settings
from agents.tables import make_tables
from agents.train import CHECKPOINT, CONFIG, MODEL, train
from poolenv.config import ConfigError, content_hash, parse_assignment
from poolenv.kernel import is_cold
from poolenv.render.web import write_html


class Figure(NamedTuple):
    """Measured for every player, at tournament noise unless `env` says otherwise."""

    name: str
    id: str
    env: dict[str, Any]
    opponent: Player | None = None
    target: float = 0.0  # share the trained agent is to reach
    times: int = 1  # how many times as many racks as the other figures


RUN_OUT, NINE_BALL = "poolenv/RunOut-v0", "poolenv/NineBall-v0"
#: Nearly everybody beats `random`, whose three fouls in a row lose most racks before anybody can:
#: ten times the racks tell the players apart there, and they also meet random_candidate.
FIGURES = (
    Figure("pot_one, no noise", RUN_OUT, {"task": "pot_one", "noise": "none"}, target=0.80),
    Figure("pot_one", RUN_OUT, {"task": "pot_one"}),
    Figure("clear_3", RUN_OUT, {"task": "clear", "n": 3}),
    Figure("nine-ball v random", NINE_BALL, {}, RANDOM, target=0.95, times=10),
    Figure("nine-ball v random_candidate", NINE_BALL, {}, RANDOM_CANDIDATE),
)
#: First seed of the racks measured: far from the seeds trained on.
EVALUATION_SEED = 2_000_000


def compile_kernels(settings: Settings, console: Console) -> None:
    """Compile before the clock of the training runs: one step on every group of tables."""
    if not is_cold():
        return
    began = time.monotonic()
    with console.status("compiling the kernels (once per version of the sources)"):
        groups = {group.id: group for stage in settings.stages for group in stage.groups}
        for group in groups.values():
            tables = make_tables(group, 0, settings)
            tables.reset()
            masks = np.stack(tables.env_method("action_masks"))
            tables.step(masks.argmax(axis=1))
    console.print(f"compiled in {time.monotonic() - began:.0f} s")


def run_folder(asked: Path, settings: Settings) -> tuple[Path, bool]:
    """Where to train: an interrupted run of the same settings goes on, a finished one is kept."""
    for k in range(1, 1000):
        folder = asked if k == 1 else asked.with_name(f"{asked.name}_{k}")
        if not (folder / CHECKPOINT).exists():
            return folder, False
        same = content_hash(read_settings(folder / CONFIG)) == content_hash(settings)
        if same and not (folder / MODEL).exists():
            return folder, True
    raise FileExistsError(f"{asked}: a thousand runs are kept there; choose another --out")


def measure_all(
    players: list[Player], racks: int, threads: int, console: Console
) -> dict[str, dict[str, Result]]:
    """Every player on every figure: results by figure and player."""
    results: dict[str, dict[str, Result]] = {figure.name: {} for figure in FIGURES}
    with Progress(console=console) as progress:
        task = progress.add_task("measuring", total=len(FIGURES) * len(players))
        for figure in FIGURES:
            for player in players:
                progress.update(task, description=f"{player.name}: {figure.name}")
                results[figure.name][player.name] = measure(
                    player,
                    figure.opponent,
                    id=figure.id,
                    env=figure.env,
                    racks=racks * figure.times,
                    seed=EVALUATION_SEED,
                    threads=threads,
                )
                progress.advance(task)
    return results


def verdicts(results: dict[str, dict[str, Result]], agent: str) -> dict[str, bool]:
    """What the agent was to reach, and whether it did."""
    found = {}
    for figure in FIGURES:
        shares = {name: result.share for name, result in results[figure.name].items()}
        for other in (RANDOM, RANDOM_CANDIDATE):
            words = f"{figure.name}: lower bound above {other.name}"
            found[words] = shares[agent].low > shares[other.name].value
        if figure.target > 0.0:
            words = f"{figure.name}: at least {figure.target:.0%}"
            found[words] = shares[agent].value >= figure.target
    return found


def show(results: dict[str, dict[str, Result]], console: Console) -> None:
    """The table of shares with their 95 % intervals."""
    table = Table(title="racks won or tasks solved, with 95 % Wilson intervals")
    for column in ("figure", "player"):
        table.add_column(column)
    for column in ("share [%]", "interval [%]", "fouls [%]"):
        table.add_column(column, justify="right")
    for figure, by_player in results.items():
        name = figure
        for player, result in by_player.items():
            share, fouls = result.share, result.as_dict()["foul_rate"]
            interval = f"{100 * share.low:.1f} to {100 * share.high:.1f}"
            table.add_row(name, player, f"{100 * share.value:.1f}", interval, f"{100 * fouls:.1f}")
            name = ""
        table.add_section()
    console.print(table)


def main(arguments: list[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--config", default="main_job", help="a name in configs/agents or a file")
    parser.add_argument("--set", action="append", default=[], metavar="key=value", dest="overrides")
    parser.add_argument("--out", type=Path, help="run directory (default: runs/<name>)")
    parser.add_argument("--racks", type=int, default=1000, help="episodes of each figure")
    chosen = parser.parse_args(arguments)
    console = Console()
    began = time.monotonic()
    try:
        settings = read_settings(chosen.config, dict(map(parse_assignment, chosen.overrides)))
    except ConfigError as error:
        console.print(str(error), style="red", markup=False)
        return 2
    folder, resume = run_folder(chosen.out or Path("runs") / settings.name, settings)
    compile_kernels(settings, console)
    compiled = time.monotonic()
    console.print(f"{'going on with' if resume else 'training in'} {folder}")
    model, stopped = train(settings, folder, resume=resume)
    if stopped is not None and not stopped.startswith(OUT_OF_TIME):
        console.print(f"stopped by {stopped}; the same command goes on")
        return 3
    learned = time.monotonic()
    agent = model_player("trained", model, dict(settings.face))
    players = [RANDOM, RANDOM_CANDIDATE, GHOST_BALL, agent]
    results = measure_all(players, chosen.racks, settings.threads, console)
    replay = record_rack([agent, GHOST_BALL], NINE_BALL, {}, seed=EVALUATION_SEED)
    write_html(replay, folder / "rack.html")
    found = verdicts(results, agent.name)
    seconds = {
        "compile": compiled - began,
        "train": learned - compiled,
        "measure": time.monotonic() - learned,
    }
    report = {
        "config_hash": content_hash(settings),
        "steps": model.num_timesteps,
        "stopped": stopped,
        "seconds": {name: round(value, 1) for name, value in seconds.items()},
        "targets": found,
        "figures": {n: {p: r.as_dict() for p, r in by.items()} for n, by in results.items()},
    }
    write_text(folder / "results.json", json.dumps(report, indent=2) + "\n")
    show(results, console)
    for words, reached in found.items():
        console.print(f"{'reached' if reached else 'MISSED '}  {words}")
    console.print(f"{folder}: {MODEL}, {CONFIG}, results.json, rack.html")
    console.print(", ".join(f"{name} {value:.0f} s" for name, value in seconds.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
