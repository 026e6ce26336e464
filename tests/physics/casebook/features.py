"""Parts of the engine beyond level play with the default models, and whether they are built."""

from __future__ import annotations

#: Feature of the case files -> built.
BUILT = {
    "squirt": True,
    "miscue": True,
    "pocket_drop": True,
    "pocket_specular": True,
    "contact_hold": True,
    "tip_contact_time": True,
    "rack_statistics": True,
    "slate_reaction": True,
    "flight": True,
    "cluster": True,
    "mathavan2014": True,
    "tip_follow_through": True,
    "cushion_compression": True,
    "diamonds": False,
    "dataset": True,
}


class FeatureMissing(Exception):  # noqa: N818 - the state of a feature, not a fault
    """A case needs a part of the engine that is not built."""

    def __init__(self, name: str) -> None:
        super().__init__(f"not built: {name}")
        self.name = name


def need(name: str) -> None:
    """Raise unless the feature is built.

    Raises:
        FeatureMissing: naming it.
        ValueError: if no feature has this name.
    """
    if name not in BUILT:
        raise ValueError(f"unknown feature {name!r}; known: {sorted(BUILT)}")
    if not BUILT[name]:
        raise FeatureMissing(name)
