"""Our numbers beside published ones: cushions, throw, table lengths, squirt, flight, the break.

    python experiments/physics_validation.py [--out FOLDER]

Prints one Markdown table per subject and writes them, with plots, into the folder (default:
runs/physics_validation). Every number of ours is measured on the simulator as it plays, with the
equipment that the source had; the published ones stand in `published.py` with their sources. Plots
need matplotlib, which the extra `notebooks` brings.
"""

from __future__ import annotations

import argparse
import sys
from importlib.util import find_spec
from pathlib import Path

from experiments.comparisons import SUBJECTS, Row


def as_table(rows: list[Row]) -> list[str]:
    """Rows as Markdown."""
    lines = [
        "| | ours | published | difference | tolerance | in tolerances | source |",
        "|---|---|---|---|---|---|---|",
    ]
    for row in rows:
        away = row.in_tolerances
        unit = f" {row.unit}" if row.unit else ""
        allowed = "" if row.tolerance is None else f"{row.tolerance:.3g}"
        lines.append(
            f"| {row.what} | {row.ours:.4f}{unit} | {row.theirs:.4f}{unit} "
            f"| {row.ours - row.theirs:+.2g} | {allowed} "
            f"| {'' if away is None else f'{away:.2f}'} | {row.source} |"
        )
    return lines


def report() -> tuple[str, int]:
    """All tables, and how many numbers are outside their tolerance."""
    parts, outside, number = [], 0, 0
    for title, measure in SUBJECTS.items():
        rows = measure()
        parts += [f"## {title}", "", *as_table(rows), ""]
        number += len(rows)
        outside += sum((row.in_tolerances or 0.0) > 1.0 for row in rows)
    parts.append(f"{number} numbers, {outside} outside their tolerance.")
    return "\n".join(parts), outside


def main() -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--out", type=Path, default=Path("runs/physics_validation"))
    out: Path = parser.parse_args().out
    text, outside = report()
    print(text)
    out.mkdir(parents=True, exist_ok=True)
    page = out / f"{Path(__file__).stem}.md"
    part = page.with_name(page.name + ".part")
    part.write_text(text + "\n", encoding="utf-8")
    part.replace(page)
    if find_spec("matplotlib") is None:
        print(f"\n{page}; no plots: matplotlib is missing (the extra `notebooks` brings it).")
    else:
        from experiments.validation_plots import draw

        print(f"\n{page}, " + ", ".join(path.name for path in draw(out)))
    return 1 if outside else 0


if __name__ == "__main__":
    sys.exit(main())
