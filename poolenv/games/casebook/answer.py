"""Ask the referee about a case, and put the answer into the words of the casebook."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from poolenv.balls import CUE, ball_list
from poolenv.games.casebook.features import FeatureMissing, missing_feature
from poolenv.games.casebook.scene import (
    N_ROWS,
    PLAYERS,
    ROW,
    Scene,
    ball_of,
    case_has_stroke,
    place_of,
    player_of,
    set_scene,
)
from poolenv.games.casebook.script import write_inbox, write_log
from poolenv.games.referee import rule_rows, rule_visit
from poolenv.knobs import IN_POSITION, KNOBS, REGION_NAMES
from poolenv.rules import words
from poolenv.rules.calls import push_out_available
from poolenv.rules.edition import Edition
from poolenv.rules.effect import carry_out
from poolenv.rules.kitchen import nearest_ball_behind, offer_nearest_ball
from poolenv.rules.match import lag_won, next_breaker
from poolenv.rules.menu import take
from poolenv.rules.placement import is_legal_place
from poolenv.rules.spotting import spot_balls
from poolenv.table.marks import is_behind_head_string

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
    restored: Any = ball_list(int(ruling.restore)) or "none"
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
    if options and "SPOT_NEAREST_LEGAL_BALL" in options:
        said["spotted_if_chosen"] = [
            int(nearest_ball_behind(rules, scene.marks[ROW], game, scene.pos[ROW]))
        ]
    return said


# Questions. Each takes a scene and answers in the keys of the casebook.


def _visit(scene: Scene, batched: bool) -> Answer:
    """A stroke or conduct: the whole referee."""
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


def _spotting(scene: Scene, batched: bool) -> Answer:
    """Where balls return to."""
    marks, pos, motion = scene.marks[ROW], scene.pos[ROW], scene.motion[ROW]
    motion[:] = 9
    for name, place in scene.prior.get("obstacles_mm", {}).items():
        ball = ball_of(name)
        pos[ball, :2] = place_of(marks, place)
        motion[ball] = 0
    if "foot_spot_mm" in scene.prior:
        marks.foot_spot = place_of(marks, scene.prior["foot_spot_mm"])[0]
    if "ball_diameter_mm" in scene.prior:
        marks.ball_radius = scene.prior["ball_diameter_mm"] / 2000.0
    wanted = sum(1 << ball_of(b) for b in scene.prior["to_spot"])
    spot_balls(scene.rules[ROW], marks, wanted, pos, motion)
    places = {
        str(b): [
            1000.0 * (pos[b, 0] + 0.5 * marks.length),
            1000.0 * (0.5 * marks.width - pos[b, 1]),
        ]
        for b in ball_list(wanted)
    }
    return {"spotted": ball_list(wanted), "spot_positions_mm": places, "foul": False}


def _placement(scene: Scene, batched: bool) -> Answer:
    """Whether the cue ball may be placed where the player puts it."""
    game, marks = scene.game[ROW], scene.marks[ROW]
    x, y = scene.pos[ROW, CUE, :2]
    legal = is_legal_place(marks, game.region, scene.pos[ROW], scene.motion[ROW], x, y)
    masked = scene.rules[ROW].placement_policy == (KNOBS["placement_policy"].values or {})["mask"]
    accepted = legal or not (masked or game.notified)
    return {
        "foul": False,
        "result": "placement_ok" if accepted else "placement_rejected",
        "next_player": NAMES[int(game.actor)],
        "cue_ball": REGION_NAMES[int(game.region)],
    }


def _standing(scene: Scene, batched: bool) -> Answer:
    """Nothing has happened: what the player at the table finds."""
    game = scene.game[ROW]
    offer_nearest_ball(scene.rules[ROW], scene.marks[ROW], game, scene.pos[ROW])
    said = _visit(scene, batched)
    if not scene.accepted:
        said["result"] = "declaration_rejected"
    return said


def _order_of_break(scene: Scene, batched: bool) -> Answer:
    """Who breaks after a rack, or after the choice of who won the lag."""
    game, rules, prior = scene.game[ROW], scene.rules[ROW], scene.prior
    if "rack_winner" in prior:
        game.breaker = next_breaker(rules, game, player_of(prior["rack_winner"]))
        game.actor = game.breaker
    else:
        lag_won(game, player_of(prior.get("lag_winner", prior.get("toss_winner"))))
    if "choice" in prior:
        if "rack_winner" in prior:
            lag_won(game, game.breaker)
        pos, motion = scene.pos[ROW], scene.motion[ROW]
        option = words.OPTION_NAMES.index(prior["choice"])
        take(rules, scene.marks[ROW], game, option, pos, motion, pos.copy(), motion.copy())
    return {
        "foul": False,
        "breaker": NAMES[int(game.breaker)],
        "next_player": NAMES[int(game.actor)],
        "options": words.option_names(int(game.menu)),
    }


def _query(scene: Scene, batched: bool) -> Answer:
    """Whether a ball lies behind the head string."""
    (name,) = scene.prior["positions_mm"]
    behind = is_behind_head_string(scene.marks[ROW], scene.pos[ROW, ball_of(name), 0])
    return {"result": "ball_is_behind" if behind else "ball_is_outside"}


def _choice_taken(scene: Scene, batched: bool) -> Answer:
    """An option that the case says was taken."""
    said = _visit(scene, batched)
    game, pos, motion = scene.game[ROW], scene.pos[ROW], scene.motion[ROW]
    option = words.OPTION_NAMES.index(scene.prior["choice"])
    take(scene.rules[ROW], scene.marks[ROW], game, option, pos, motion, pos.copy(), motion.copy())
    said["next_player"] = NAMES[int(game.actor)]
    said["options"] = words.option_names(int(game.menu))
    return said


def question(scene: Scene) -> Callable[[Scene, bool], Answer]:
    """What a case asks for."""
    prior, case = scene.prior, scene.case
    if "query" in prior:
        return _query
    if "to_spot" in prior:
        return _spotting
    if "rack_winner" in prior or "lag_winner" in prior or "toss_winner" in prior:
        return _order_of_break
    if case_has_stroke(case) or case.get("conduct"):
        return _visit
    game = scene.game[ROW]
    if game.region != IN_POSITION and "cue" in prior.get("positions_mm", {}):
        return _placement
    return _standing


def answer(
    case: Case, edition: Edition, others: Edition, referee: bool, batched: bool = False
) -> Answer:
    """Rule on a case.

    Args:
        case: a case of the casebook.
        edition: the edition to rule under.
        others: the edition of the other rows of the batch.
        referee: whether a referee conducts the match.
        batched: rule on the case as a row of a mixed batch, else alone.

    Raises:
        FeatureMissing: if the case needs a feature that is not built.
    """
    feature = missing_feature(case)
    if feature is not None:
        raise FeatureMissing(feature)
    scene = set_scene(case, edition, others, referee)
    write_log(scene)
    write_inbox(scene)
    return question(scene)(scene, batched)
