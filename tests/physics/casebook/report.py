"""What a run of the case book ends with: one line per group."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Group:
    """Results of the cases of one group."""

    passed: int = 0
    failed: int = 0
    waiting: int = 0  # for a feature
    informative: int = 0
    worst: float = 0.0  # in tolerances, of the cases that were measured
    worst_case: str = ""


@dataclass
class Report:
    """Results by group, and the lines of the informative cases."""

    groups: dict[str, Group] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    def group(self, name: str) -> Group:
        """The group of this name."""
        return self.groups.setdefault(name, Group())

    def measured(self, group: str, case: str, deviation: float) -> None:
        """Keep the worst deviation of a group."""
        entry = self.group(group)
        if deviation > entry.worst:
            entry.worst, entry.worst_case = deviation, case

    def lines(self) -> list[str]:
        """A table, then the informative cases."""
        head = f"{'group':<12} passed failed waiting tier-D  worst deviation [tolerances]"
        table = [
            f"{name:<12} {g.passed:6} {g.failed:6} {g.waiting:7} {g.informative:6}  "
            f"{g.worst:.3g} {g.worst_case}"
            for name, g in sorted(self.groups.items())
        ]
        return [head, *table, *self.notes]
