"""The paper's table: our numbers are measured, the published ones are those of the case file."""

from __future__ import annotations

from pathlib import Path

import pytest

from experiments import published as known
from experiments.comparisons import POOL, SUBJECTS, Row
from experiments.measures import Rebound, open_bed, rebound
from experiments.physics_validation import as_table, main, report
from tests.physics.casebook.cases import Case, load

CASES = {c.id: c for c in load(Path(__file__).resolve().parents[1] / "cases/physics_cases.yaml")}


def value(case: str, quantity: str) -> float:
    return float(next(e.value for e in CASES[case].expected if e.quantity == quantity))


@pytest.mark.parametrize("subject", SUBJECTS)
def test_every_number_is_within_its_tolerance(subject: str) -> None:
    rows = SUBJECTS[subject]()
    assert len(rows) >= 3
    assert all(row.in_tolerances is None or row.in_tolerances <= 1.0 for row in rows), as_table(
        rows
    )
    assert any(row.in_tolerances is not None for row in rows)


def test_the_page_is_written_and_counts_what_is_outside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("experiments.physics_validation.find_spec", lambda name: None)
    monkeypatch.setattr("sys.argv", ["physics_validation.py", "--out", str(tmp_path / "new")])
    assert main() == 0
    page = (tmp_path / "new/physics_validation.md").read_text(encoding="utf-8")
    assert page.strip() in capsys.readouterr().out
    assert all(f"## {subject}" in page for subject in SUBJECTS)
    wrong = Row("x", 1.0, 2.0, "m", 0.5, "nowhere")
    monkeypatch.setitem(SUBJECTS, "Squirt", lambda: [wrong])
    text, outside = report()
    assert outside == 1
    assert "| x | 1.0000 m | 2.0000 m | -1 | 0.5 | 2.00 | nowhere |" in text
    assert main() == 1


def oblique(case: Case) -> tuple[float, ...]:
    given = case.setup
    names = ("rebound_speed", "rebound_angle_from_line", "sidespin_after_ratio")
    setup = ("incidence_from_line_deg", "topspin_ratio", "sidespin_ratio")
    return (*(given[key] for key in setup), *(value(case.id, name) for name in names))


def test_published_numbers_are_those_of_the_cases() -> None:
    ids = ("cus-04", "cus-05", "cus-08", "cus-09", "cus-11", "cus-12", "cus-13", "cus-15")
    for row, case in zip(known.MODEL_OBLIQUE, ids, strict=True):
        assert row == pytest.approx(oblique(CASES[case]), rel=1e-5)
    for speed, case in zip(known.SNOOKER_SPEEDS, range(16, 20), strict=True):
        fit = known.snooker_rebound(speed)
        assert fit == pytest.approx(value(f"cus-{case}", "rebound_speed"), rel=1e-12)
    for row, case in zip(known.CAROM_REBOUNDS, ("cus-20", "cus-22"), strict=True):
        names = ("rebound_speed_ratio", "rolled_out_speed_ratio", "forward_spin_retained")
        assert row[1:] == tuple(value(case, name) for name in names)
    throws = ("thr-01", "thr-02", "thr-04", "thr-05", "thr-07")
    for row, case in zip(known.THROWS[:5], throws, strict=True):
        assert row[4] == pytest.approx(value(case, "ob_throw"), abs=5e-5)
    for row, case in zip(known.THROWS[5:], ("thr-09", "thr-10", "thr-12"), strict=True):
        assert row[4] == pytest.approx(value(case, "ob_throw_magnitude"), abs=5e-5)
    for row, case in zip(known.COLENSO, ("thr-17", "thr-20", "thr-21", "thr-22"), strict=True):
        assert row[2] == pytest.approx(value(case, "ob_throw"), abs=1e-3)
    for row, case in zip(known.LENGTHS, ("cus-29", "cus-30", "cus-34", "cus-32"), strict=True):
        assert row[0] * known.MPH == pytest.approx(CASES[case].setup["v_cb"], rel=1e-9)
        assert row[1] == value(case, "table_lengths")
    for row, case in zip(known.SQUIRTS, ("sqt-01", "sqt-03", "sqt-04"), strict=True):
        assert row[2] == CASES[case].setup["ball_over_endmass"]
        assert row[3] == pytest.approx(value(case, "squirt_angle"), abs=1e-6)
    tracked = ("cb_roll_speed", "ob_roll_speed", "cb_deflection_final")
    for row, case in zip(known.TRACKED, ("bbm-01", "bbm-03", "bbm-05"), strict=True):
        assert row[2:] == tuple(value(case, name) for name in tracked)
    assert known.CHAIN == tuple(value("mb-01", f"v_{name}") for name in ("cb", "ob1", "ob2"))


def test_formulas_give_the_published_numbers() -> None:
    for speed, cut, top, side, theirs in known.THROWS:
        if side == 0.0:
            assert known.throw_of_tp_a14(speed, cut, top) == pytest.approx(theirs, abs=5e-5)
    assert known.throw_of_tp_a14(1.0, 0.0, 0.0) == 0.0
    assert known.squirt_of_tp_a31(0.2, 20.0) == pytest.approx(1.199358, abs=1e-6)
    assert known.deflection_of_tp_33(30.0) == pytest.approx(33.670, abs=1e-3)


def test_a_rebound_is_that_of_the_frame() -> None:
    """Along +x into the cushion at +y; a mirror would swap the signs of angle and spin."""
    right = rebound(open_bed(POOL), 1.0, 45.0, 0.0, -1.0)
    left = rebound(open_bed(POOL), 1.0, 45.0, 0.0, 1.0)
    assert isinstance(right, Rebound)
    assert right.sidespin < 0.0 < left.sidespin
    assert left.angle < 45.0 < right.angle


def test_every_plot_is_drawn(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    from experiments.validation_plots import PLOTS, draw

    paths = draw(tmp_path)
    assert [path.stem for path in paths] == list(PLOTS)
    assert all(path.read_bytes().startswith(b"\x89PNG") for path in paths)
    assert len(list(tmp_path.iterdir())) == len(PLOTS)
