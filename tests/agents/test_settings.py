"""Training files: every error at once, with its place and the nearest valid choice."""

from __future__ import annotations

import pytest

from agents.settings import read_settings, resolved_text
from poolenv.config import ConfigError, content_hash, names

POT_ONE = {"count": 8, "id": "poolenv/RunOut-v0", "env": {"task": "pot_one"}}
NINE_BALL = {"count": 8, "id": "poolenv/NineBall-v0"}


def minimal(**more):
    return {"name": "x", "stages": [{"name": "s", "steps": 64, "groups": [POT_ONE]}], **more}


def test_defaults_are_the_measured_ones():
    """The library's batches of 64 and ten epochs cap training at 4,000 steps a second."""
    ppo = read_settings(minimal()).ppo
    assert ppo.batch_size >= 1024 and ppo.n_epochs <= 4


def test_all_errors_of_a_file_at_once(tmp_path):
    file = tmp_path / "wrong.toml"
    file.write_text(
        'name = "x"\nalgorithm = "maskable_pppo"\n[ppo]\nbatchsize = 64\nlearning_rate = nan\n'
        '[[stages]]\nname = "s"\nsteps = 0\ngroups = []\n'
    )
    with pytest.raises(ConfigError) as error:
        read_settings(file)
    text = str(error.value)
    for part in ("algorithm", "maskable_ppo", "ppo.batchsize", "batch_size", "stages[0].steps"):
        assert part in text
    assert "wrong.toml" in text


def test_stages_must_have_equally_many_tables():
    other = {"name": "t", "steps": 64, "groups": [POT_ONE, NINE_BALL]}
    with pytest.raises(ConfigError, match=r"stages\[1\].*8 tables"):
        read_settings(minimal() | {"stages": [*minimal()["stages"], other]})


def test_soft_actor_critic_plays_alone():
    stages = [{"name": "s", "steps": 64, "groups": [NINE_BALL]}]
    with pytest.raises(ConfigError, match="opponent"):
        read_settings(minimal(algorithm="sac", stages=stages, policy={"kind": "mlp"}))


def test_candidates_need_masks():
    with pytest.raises(ConfigError, match=r"policy\.kind.*mlp"):
        read_settings(minimal(algorithm="ppo"))


def test_two_seats_need_an_opponent_in_evaluation():
    figure = {"name": "f", "id": "poolenv/NineBall-v0"}
    with pytest.raises(ConfigError, match=r"evaluation\.figures\[0\]\.opponent"):
        read_settings(minimal(evaluation={"figures": [figure]}))


def test_overrides_and_resolved_text_read_back(tmp_path):
    settings = read_settings(minimal(), {"ppo.batch_size": 512, "seed": 7})
    assert (settings.ppo.batch_size, settings.seed) == (512, 7)
    file = tmp_path / "config.toml"
    file.write_text(resolved_text(settings))
    again = read_settings(file)
    assert again == settings and content_hash(again) in file.read_text()
    assert content_hash(again) != content_hash(read_settings(minimal()))


@pytest.mark.parametrize("name", names("agents"))
def test_shipped_files_are_valid(name):
    assert read_settings(name).name == name
