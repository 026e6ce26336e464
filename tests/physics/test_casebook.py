"""Every physics case of the case file, one test each: numbers that do not come from this engine.

``--physics-cases FILE`` runs another file of the same schema.
"""

from __future__ import annotations

import pytest

from tests.physics.casebook.adapters import values_of
from tests.physics.casebook.cases import Case, load
from tests.physics.casebook.compare import deviation, in_words
from tests.physics.casebook.data import DataAbsent
from tests.physics.casebook.features import BUILT, FeatureMissing
from tests.physics.casebook.report import Report


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "case" in metafunc.fixturenames:
        cases = load(metafunc.config.getoption("--physics-cases"))
        metafunc.parametrize("case", [pytest.param(c, id=c.id, marks=_marks(c)) for c in cases])


def _marks(case: Case) -> list[pytest.MarkDecorator]:
    """A case of a feature that is not built fails as expected, by that name and no other."""
    if case.informative or case.feature is None or BUILT.get(case.feature, True):
        return []
    return [
        pytest.mark.xfail(raises=FeatureMissing, strict=True, reason=f"not built: {case.feature}")
    ]


def test_case(case: Case, report: Report) -> None:
    group = report.group(case.group)
    if case.informative:
        group.informative += 1
        report.notes.append(f"{case.id}: {_informative(case)}")
        print(report.notes[-1])
        return
    faults = []
    try:
        for expected in case.expected:
            for got in values_of(case, expected.quantity):
                away = deviation(expected, got)
                report.measured(case.group, case.id, away)
                if away > 1.0:
                    faults.append(f"{in_words(expected, got)} ({away:.3g} tolerances)")
    except FeatureMissing:
        group.waiting += 1
        raise
    except Exception:
        group.failed += 1
        raise
    group.failed += bool(faults)
    group.passed += not faults
    assert not faults, "\n".join([f"{case.id}: {case.name}", *faults])


def _informative(case: Case) -> str:
    """A tier D case in words; it never fails."""
    try:
        lines = [
            in_words(expected, got)
            for expected in case.expected
            for got in values_of(case, expected.quantity)
        ]
    except FeatureMissing as missing:
        return str(missing)
    except DataAbsent:
        return "data absent"
    return "; ".join(lines)
