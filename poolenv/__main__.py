"""Commands: ``python -m poolenv COMMAND``. Each is imported only when it is asked for."""

from __future__ import annotations

import argparse
import importlib
import os
import sys

#: Command -> (module with ``add_arguments`` and ``run``, help).
COMMANDS = {
    "book": ("poolenv.commands.book", "print the rule book with clause ids"),
    "referee": ("poolenv.commands.referee", "rule on described situations"),
    "replay": ("poolenv.commands.replay", "make a page to look at of a recorded rack"),
    "warmup": ("poolenv.commands.warmup", "compile the kernels and keep them"),
}

#: Exit status of a program whose reader went away, as shells tell it (128 + SIGPIPE).
_BROKEN_PIPE = 141


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
    try:
        status = int(arguments.run(arguments))
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader has seen enough (`| head`). What is left must not fail again at the exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _BROKEN_PIPE
    return status


if __name__ == "__main__":
    sys.exit(main())
