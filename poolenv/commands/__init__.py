"""The commands of ``python -m poolenv``; each module has ``add_arguments`` and ``run``."""
