"""Ask the referee about a case, and put the answer into the words of the casebook."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from poolenv.balls import ball_list
from poolenv.games.casebook import questions
from poolenv.games.casebook.border import problems_of
from poolenv.games.casebook.features import FeatureMissing, missing_feature
from poolenv.games.casebook.places import PLAYERS, player_of
from poolenv.games.casebook.scene import N_ROWS, ROW, Scene, case_has_stroke, set_scene
from poolenv.games.casebook.script import write_inbox, write_log
from poolenv.games.referee import rule_rows, rule_visit
from poolenv.knobs import IN_POSITION, REGION_NAMES
from poolenv.rules import words
from poolenv.rules.calls import call_lapses, push_out_available
from poolenv.rules.edition import Edition
from poolenv.rules.kitchen import nearest_ball_behind, offer_nearest_ball

Case = Mapping[str, Any]
Answer = dict[str, Any]
NAMES = words.PLAYER_NAMES


def _per_player(values: Any) -> dict[str, int]:
    return {name: int(values[p]) for name, p in PLAYERS.items()}


def _result(ruling: Any) -> str:
    name = words.RESULT_NAMES[int(ruling.result)]
    return name if ruling.winner == words.NOBODY else f"{name}:{NAMES[int(ruling.winner)]}"


def _groups(number: int) -> Any:
    if number == words.OPEN_TABLE:
        return "open"
    own, other = (("solids", "stripes"), ("stripes", "solids"))[number - 1]
    return {"A": own, "B": other}


def _warnings(ruling: Any) -> dict[str, str]:
    return {
        name: word
        for name, p in PLAYERS.items()
        for bit, word in words.WARNING_NAMES.items()
        if int(ruling.warned[p]) & bit
    }


def describe(scene: Scene) -> Answer:
    """The ruling of the row and the game after it, in the keys of the casebook."""
    game, ruling, rules = scene.game[ROW], scene.ruling[ROW], scene.rules[ROW]
    options = words.option_names(int(game.menu or ruling.menu))
    restored: Any = [b or "cue" for b in ball_list(int(ruling.restore))] or "none"
    spotted = ball_list(int(ruling.spot))
    said: Answer = {
        "foul": bool(ruling.is_foul),
        "code": words.FOUL_NAMES[int(ruling.foul)] or None,
        "loss_code": words.LOSS_NAMES[int(ruling.loss)] or None,
        "offender": None if ruling.offender < 0 else NAMES[int(ruling.offender)],
        "next_player": NAMES[int(game.actor)],
        "options": options,
        "shooter_continues": bool(ruling.continues),
        "cue_ball": REGION_NAMES[int(ruling.region)],
        "spotted": spotted,
        "spotted_count": len(spotted),
        "stay_down": ball_list(int(ruling.stay_down)),
        "restore": "pre_shot_position" if ruling.restore_all else restored,
        "score": _per_player(ruling.points),
        "score_total": _per_player(game.score),
        "groups": _groups(int(ruling.groups)),
        "counters": {"consecutive_fouls": _per_player(game.fouls)},
        "warning": _warnings(ruling),
        "shot_clock": [n for n, p in PLAYERS.items() if game.clock[p]],
        "play_suspended": bool(ruling.suspended),
        "push_out_available": bool(push_out_available(rules, game)),
        "result": _result(ruling),
        "breaker": NAMES[int(game.breaker)],
        "decide_break": ("lag", "lag_or_lot")[int(rules.break_decider)]
        if ruling.decide_break
        else None,
        "next_shot": "opening_break" if ruling.stage == words.BREAK else None,
        "penalty": "referee_discretion" if ruling.penalty >= 0 else None,
    }
    if ruling.rack in (words.RACK_OF_14, words.RACK_OF_15):
        said["fifteenth_ball"] = words.FIFTEENTH_NAMES[int(ruling.fifteenth)]
    if options and "SPOT_NEAREST_LEGAL_BALL" in options:
        said["spotted_if_chosen"] = [
            int(nearest_ball_behind(rules, scene.marks[ROW], game, scene.pos[ROW]))
        ]
    return said


def ask_referee(scene: Scene, batched: bool) -> Answer:
    """A stroke or conduct: the whole referee."""
    scene.ruled = True
    before, motion_before = scene.pos.copy(), scene.motion.copy()
    if batched:
        rule_rows(
            scene.rules,
            scene.marks,
            scene.game,
            scene.aim,
            scene.log,
            scene.log_len,
            scene.inbox,
            scene.n_acts,
            scene.shot,
            scene.ruling,
            scene.pos,
            scene.motion,
            before,
            motion_before,
            0,
            N_ROWS,
        )
    else:
        i = ROW
        rule_visit(
            scene.rules[i],
            scene.marks[i],
            scene.game[i],
            scene.aim[i],
            scene.log[i],
            scene.log_len[i],
            scene.inbox[i],
            scene.n_acts[i],
            scene.shot[i],
            scene.ruling[i],
            scene.pos[i],
            scene.motion[i],
            before[i],
            motion_before[i],
        )
    return describe(scene)


def _standing(scene: Scene, batched: bool) -> Answer:
    """Nothing has happened: what the player at the table finds."""
    game, previous = scene.game[ROW], scene.prior.get("previous_shot") or {}
    if "foul_uncalled" in previous:
        # The player who comes to the table may still call it.
        started = "current_shot_started_by" in scene.prior
        if not call_lapses(scene.rules[ROW], started):
            game.pending_foul = 1 << words.FOUL_NAMES.index(previous["foul_uncalled"])
            game.pending_by = player_of(previous["by"])
            game.menu = (1 << words.ACCEPT) | (1 << words.CALL_FOUL_BIH)
    offer_nearest_ball(scene.rules[ROW], scene.marks[ROW], game, scene.pos[ROW])
    said = ask_referee(scene, batched)
    if not scene.accepted:
        said["result"] = "declaration_rejected"
    return said


def question(scene: Scene) -> Callable[[Scene, bool], Answer]:
    """What a case asks for."""
    prior, case = scene.prior, scene.case
    for keys, asked in questions.BY_KEY:
        if any(key in prior for key in keys):
            return asked
    if prior.get("shot") == "lag":
        return questions.lag if case_has_stroke(case) else questions.lag_placement
    if case_has_stroke(case) or case.get("conduct"):
        return ask_referee
    if scene.game[ROW].region != IN_POSITION and "cue" in prior.get("positions_mm", {}):
        return questions.placement
    return _standing


def rule_on(
    case: Case, edition: Edition, others: Edition, referee: bool, batched: bool = False
) -> tuple[Scene, Answer]:
    """Rule on a case.

    Args:
        case: a case of the casebook.
        edition: the edition to rule under.
        others: the edition of the other rows of the batch.
        referee: whether a referee conducts the match.
        batched: rule on the case as a row of a mixed batch, else alone.

    Returns:
        The scene afterwards, and the answer in the keys of the casebook.

    Raises:
        ValueError: if the case says what cannot be, with every mistake of its events.
        FeatureMissing: if the case needs a feature that is not built.
    """
    feature = missing_feature(case)
    if feature is not None:
        raise FeatureMissing(feature)
    wrong = problems_of(case)
    if wrong:
        raise ValueError("; ".join(wrong))
    scene = set_scene(case, edition, others, referee)
    write_log(scene)
    write_inbox(scene)
    said = question(scene)(scene, batched)
    if "choice" in scene.prior and scene.ruled:
        said.update(questions.take_choice(scene))
    return scene, said


def answer(
    case: Case, edition: Edition, others: Edition, referee: bool, batched: bool = False
) -> Answer:
    """The answer of :func:`rule_on` alone."""
    return rule_on(case, edition, others, referee, batched)[1]
