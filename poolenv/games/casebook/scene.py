"""The table and the sheets of a described situation.

Everything is built as row 1 of a batch of three: the rows beside it hold another game and edition,
so that a ruling can be asked of the row alone or of the whole batch.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from poolenv import events as ev
from poolenv.balls import CUE, EIGHT, NO_BALL, SOLIDS, STRIPES, ball_list
from poolenv.games.casebook.places import PLAYERS, ball_of, lay_balls, player_of
from poolenv.knobs import (
    DECLARED_ONLY,
    EIGHT_BALL_GAME,
    GAME_NAMES,
    IN_HAND_HEAD,
    IN_POSITION,
    KNOBS,
    NINE_BALL_GAME,
    REGION_NAMES,
)
from poolenv.records import Event, rows
from poolenv.rules import words
from poolenv.rules.calls import call_owed, declare
from poolenv.rules.edition import Edition, rules_rows
from poolenv.rules.match import full_set, new_match
from poolenv.rules.placement import is_legal_place
from poolenv.rules.spotting import balls_on_table
from poolenv.sheets import INBOX_CAPACITY, Conduct, Game, Ruling, Shot
from poolenv.table.marks import marks_of
from poolenv.table.specs import equip

Case = Mapping[str, Any]
Prior = Mapping[str, Any]

#: The row of the batch that holds the case.
ROW = 1
N_ROWS = 3
#: ``prior.shot`` -> stage of the stroke that comes.
STAGES = {
    "lag": words.LAG,
    "toss": words.LAG,
    "break": words.BREAK,
    "opening_break": words.BREAK,
    "intragame_break": words.RERACK_BREAK,
    "push_out": words.AFTER_BREAK,
    "normal": words.NORMAL,
    "between_shots": words.NORMAL,
}


@dataclasses.dataclass
class Scene:
    """A described situation as records and arrays (N = 3 rows)."""

    case: Case
    prior: Prior
    rules: Any  # (N,) record Rules
    marks: Any  # (N,) record Marks
    game: Any  # (N,) record Game
    shot: Any  # (N,) record Shot
    ruling: Any  # (N,) record Ruling
    pos: NDArray[np.float64]  # (N, 16, 3) [m]
    motion: NDArray[np.int8]  # (N, 16)
    log: Any  # (N, E) record Event
    log_len: NDArray[np.int64]
    inbox: Any  # (N, INBOX_CAPACITY) record Conduct
    n_acts: NDArray[np.int64]
    aim: NDArray[np.float64]
    accepted: bool = True  # the declaration was available
    ruled: bool = False  # the ruling record holds the answer


def game_number(name: str) -> int:
    """The game a case is about; general cases are ruled on at a nine-ball table."""
    return GAME_NAMES.index(name) if name in GAME_NAMES else NINE_BALL_GAME


def _edition_with(edition: Edition, prior: Prior) -> Edition:
    """The edition with what the case announces: order of break, policies."""
    over: dict[str, float] = {}
    for key in ("break_order", "placement_policy"):
        values = KNOBS[key].values or {}
        if key in prior:
            over[key] = values[prior[key]]
    # Frozen balls and warnings are those that the case gives.
    over["frozen_policy"] = DECLARED_ONLY
    over["auto_warn"] = 0
    if "tolerance_s" in prior:
        over["split_hit_tolerance"] = prior["tolerance_s"]
    if "rack_outline_marked" in prior:
        over["rack_outline_marked"] = float(prior["rack_outline_marked"])
    knobs = {game: {**own, **over} for game, own in edition.knobs.items()}
    return dataclasses.replace(edition, knobs=knobs)


def _named_balls(case: Case) -> set[int]:
    """Object balls that the events of a case speak of."""
    named = set()
    for event in case.get("events") or ():
        for key in ("ball", "a", "b"):
            name = event.get(key)
            if isinstance(name, int):
                named.add(name)
    return named


def table_of(case: Case, prior: Prior, rules: Any) -> set[int]:
    """The object balls on the bed: as given, or the balls named and enough others."""
    full = set(ball_list(full_set(rules)))
    if "table" in prior:
        return set(prior["table"])
    if prior.get("shot") in ("break", "opening_break"):
        return full
    on = prior.get("on")
    if not isinstance(on, list):
        return full
    if rules.targets == KNOBS["targets"].values["lowest"]:  # type: ignore[index]
        return {b for b in full if b >= min(on)}
    if rules.game == EIGHT_BALL_GAME and isinstance(prior.get("groups"), Mapping):
        own = SOLIDS if prior["groups"][prior.get("shooter", "A")] == "solids" else STRIPES
        other = set(ball_list((SOLIDS | STRIPES) & ~own))
        return set(on) | other | {EIGHT} | (_named_balls(case) & other)
    return full


def _declare_frozen(game: Any, prior: Prior) -> None:
    """Balls declared frozen; where the policy knows the truth, the true ones."""
    pairs = list(prior.get("frozen_declared") or ())
    if prior.get("frozen_policy") in ("truth", "auto_referee"):
        pairs += list(prior.get("frozen_true") or ())
    for first, second in pairs:
        if second in ev.RAIL_NAMES:
            game.declared_rail[ev.RAIL_NAMES.index(second)] |= 1 << ball_of(first)
        else:
            ball = max(ball_of(first), ball_of(second))
            game.declared_cue |= 1 << ball


def _fouls_in_a_row(history: Iterable[Mapping[str, Any]] | None) -> int:
    """How many fouls the last shots of a player are; a legal shot ends the series."""
    fouls = 0
    for shot in history or ():
        fouls = fouls + 1 if shot.get("foul") else 0
    return fouls


def _write_record(game: Any, prior: Prior) -> None:
    """Score, counters, warnings, race."""
    for name, p in PLAYERS.items():
        game.score[p] = (prior.get("scores") or {}).get(name, 0)
        game.racks[p] = (prior.get("scores_racks") or {}).get(name, 0)
        counted = (prior.get("counters") or {}).get("consecutive_fouls", {})
        game.fouls[p] = counted.get(name, _fouls_in_a_row((prior.get("history") or {}).get(name)))
        warned = prior.get("warned_on_two_fouls", False)
        if isinstance(warned, Mapping):
            warned = warned.get(name, False)
        game.warned[p] = 1 if warned and game.fouls[p] > 0 else 0
        for kind in (prior.get("warnings") or {}).get(name, ()):
            bits = {word: bit for bit, word in words.WARNING_NAMES.items()}
            game.warnings[p] |= bits[kind]
        game.clock[p] = 1 if "shot_clock_s" in prior else 0
    game.race_to = prior.get("race_to", 0)
    game.target = prior.get("target", 0)
    groups = prior.get("groups", "open")
    if isinstance(groups, Mapping) and groups.get("A") in words.GROUP_NAMES:
        game.groups = words.GROUP_NAMES.index(groups["A"])
    near = prior.get("near_rail")
    if near:
        for name, n in near.get("consecutive_safeties", {}).items():
            p = PLAYERS[name]
            game.near_ball[p] = near["ball"]
            game.near_rail[p] = ev.RAIL_NAMES.index(near["rail"])
            game.near_safeties[p] = n


def _write_visit(case: Case, prior: Prior, game: Any) -> None:
    """Who acts, at which stage, with the cue ball where."""
    shooter = player_of(prior.get("shooter", "A"))
    game.actor = player_of(prior["turn"]) if "turn" in prior else shooter
    called_on = prior.get("foul_called_on")
    if called_on is not None:
        game.foul_called = player_of(called_on)
        game.actor = 1 - game.foul_called
    game.breaker = player_of(prior.get("original_breaker", "A"))
    shot = prior.get("shot", "between_shots")
    game.stage = STAGES[shot]
    if prior.get("first_shot_after_break") is not None and shot != "break":
        game.stage = words.AFTER_BREAK if prior["first_shot_after_break"] else words.NORMAL
    game.break_foul = 1 if prior.get("break_foul") else 0
    breaks = shot in ("break", "opening_break")
    place = prior.get("cue_ball", "in_hand_head" if breaks else "in_position")
    region = REGION_NAMES.index(place)
    region = region if region <= IN_HAND_HEAD else IN_POSITION
    placed = bool(case.get("events")) or prior.get("placement_committed", False)
    game.region = IN_POSITION if placed else region
    game.played_from = region if placed else IN_POSITION
    game.obvious = 1 if prior.get("obvious") else 0


def _write_placement(scene: Scene, prior: Prior) -> None:
    """SK-9: a cue ball that lies outside its region, and who was told what."""
    game, marks = scene.game[ROW], scene.marks[ROW]
    x, y = scene.pos[ROW, CUE, :2]
    game.notified = 1 if prior.get("notified") else 0
    game.placement_called = 1 if prior.get("called_by") else 0
    outside = game.played_from == IN_HAND_HEAD and not is_legal_place(
        marks, IN_HAND_HEAD, scene.pos[ROW], scene.motion[ROW], x, y
    )
    if outside:
        clear = prior.get("placement_error", "inadvertent") == "clear"
        game.placed_wrong = words.CLEARLY_MISPLACED if clear else words.MISPLACED


def _declare(scene: Scene, prior: Prior) -> None:
    """The call, the safety or the push out that was announced."""
    rules, game = scene.rules[ROW], scene.game[ROW]
    call = prior.get("call")
    if prior.get("declared", prior.get("shot")) == "push_out":
        scene.accepted = declare(rules, game, words.PUSH_OUT, NO_BALL, -1)
    elif call and call.get("safety"):
        scene.accepted = declare(rules, game, words.SAFETY, NO_BALL, -1)
    elif call:
        pocket = ev.POCKET_NAMES.index(call["pocket"])
        scene.accepted = declare(rules, game, words.SHOT, ball_of(call["ball"]), pocket)
    elif not case_has_stroke(scene.case):
        game.owes_call = 1 if call_owed(rules, game) else 0


def case_has_stroke(case: Case) -> bool:
    """Whether something happens on the table."""
    return bool(case.get("events"))


def set_scene(case: Case, edition: Edition, others: Edition, referee: bool) -> Scene:
    """Build the records of a case.

    Args:
        case: a case of the casebook.
        edition: the edition to rule under.
        others: the edition of the rows beside it.
        referee: whether a referee conducts the match.
    """
    prior = case.get("prior") or {}
    number = game_number(case["game"])
    beside = (others, EIGHT_BALL_GAME, not referee)
    rules = rules_rows([beside, (_edition_with(edition, prior), number, referee), beside])
    equipment = equip("nine_foot", "pool", "pool", "playing")
    mark = marks_of(equipment.table, equipment.balls)
    marks = np.array([mark, mark, mark]).view(np.recarray)
    scene = Scene(
        case=case,
        prior=prior,
        rules=rules,
        marks=marks,
        game=rows(Game, N_ROWS),
        shot=rows(Shot, N_ROWS),
        ruling=rows(Ruling, N_ROWS),
        pos=np.zeros((N_ROWS, 16, 3)),
        motion=np.zeros((N_ROWS, 16), np.int8),
        log=rows(Event, N_ROWS, 128),
        log_len=np.zeros(N_ROWS, np.int64),
        inbox=rows(Conduct, N_ROWS, INBOX_CAPACITY),
        n_acts=np.zeros(N_ROWS, np.int64),
        aim=np.zeros(N_ROWS),
    )
    for i in range(N_ROWS):
        game = scene.game[i]
        new_match(rules[i], game, 0, 0, 0)
        game.rack_owed = words.NO_RACK
        if i == ROW:
            _write_visit(case, prior, game)
            _write_record(game, prior)
            _declare_frozen(game, prior)
        balls = table_of(case, prior, rules[i]) if i == ROW else set(range(1, 16))
        in_head = game.played_from == IN_HAND_HEAD
        given = prior if i == ROW else {}
        lay_balls(marks[i], scene.pos[i], scene.motion[i], balls, given, in_head)
        game.balls = balls_on_table(scene.motion[i])
    _write_placement(scene, prior)
    _declare(scene, prior)
    return scene
