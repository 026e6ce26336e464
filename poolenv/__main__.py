"""Commands: ``python -m poolenv COMMAND``. Each is imported only when it is asked for."""

from __future__ import annotations

import argparse
import importlib
import sys

#: Command -> (module with ``add_arguments`` and ``run``, help).
COMMANDS = {
    "book": ("poolenv.commands.book", "print the rule book with clause ids"),
    "referee": ("poolenv.commands.referee", "rule on described situations"),
    "replay": ("poolenv.commands.replay", "make a page to look at of a recorded rack"),
    "warmup": ("poolenv.commands.warmup", "compile the kernels and keep them"),
}


def main(argv: list[str] | None = None) -> int:
    """Run a command and return its exit status."""
    parser = argparse.ArgumentParser(prog="python -m poolenv", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    asked = next((a for a in (sys.argv[1:] if argv is None else argv) if a in COMMANDS), None)
    for name, (module, text) in COMMANDS.items():
        command = commands.add_parser(name, help=text)
        if name == asked:
            loaded = importlib.import_module(module)
            loaded.add_arguments(command)
            command.set_defaults(run=loaded.run)
    arguments = parser.parse_args(argv)
    return int(arguments.run(arguments))


if __name__ == "__main__":
    sys.exit(main())
