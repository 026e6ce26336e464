"""The casebook: one test per case, named by its id."""

from __future__ import annotations

import pytest

from poolenv.games.casebook import FeatureMissing, missing_feature
from tests.rules.casebook import check, load_cases


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """One test per case of the file; what is not built yet is expected to say so."""
    if "case" not in metafunc.fixturenames:
        return
    parameters = []
    for case in load_cases(metafunc.config.getoption("--rules-cases")):
        try:
            feature = missing_feature(case)
        except ValueError:
            feature = None  # a word nobody knows: the test of this case says so
        marks = []
        if feature is not None:
            marks.append(pytest.mark.xfail(raises=FeatureMissing, strict=True, reason=feature))
        parameters.append(pytest.param(case, id=case["id"], marks=marks))
    metafunc.parametrize("case", parameters)


def test_case(case) -> None:
    check(case)
