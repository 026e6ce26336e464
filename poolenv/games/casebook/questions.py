"""Questions about a situation that no stroke decides: spotting, placing, order of break, lag ...

Each takes a scene and whether it is asked in a batch, and answers in the keys of the casebook.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

from poolenv import states
from poolenv.balls import CUE, ball_list
from poolenv.games.casebook.checks import equipment, rack
from poolenv.games.casebook.places import ball_of, place_of, player_of
from poolenv.games.casebook.scene import ROW, Scene
from poolenv.games.rerack import rule_rerack
from poolenv.knobs import KNOBS, REGION_NAMES
from poolenv.records import rows
from poolenv.rules import words
from poolenv.rules.calls import push_out_available
from poolenv.rules.effect import carry_out
from poolenv.rules.lag import is_legal_lag_place, lag_winner, read_lag
from poolenv.rules.match import lag_won, next_breaker
from poolenv.rules.menu import take
from poolenv.rules.placement import is_legal_place
from poolenv.rules.ruling import clear_ruling, visit_goes_on
from poolenv.rules.shot import clear_shot
from poolenv.rules.spotting import spot_balls
from poolenv.rules.stalemate import announce_stalemate, clear_stalemate, rule_stalemate
from poolenv.sheets import Lag
from poolenv.table.check import deviations
from poolenv.table.marks import is_behind_head_string
from poolenv.table.specs import load_balls

Answer = dict[str, Any]
NAMES = words.PLAYER_NAMES


def spotting(scene: Scene, batched: bool) -> Answer:
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


def placement(scene: Scene, batched: bool) -> Answer:
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


def order_of_break(scene: Scene, batched: bool) -> Answer:
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


def take_choice(scene: Scene) -> Answer:
    """After a ruling that offers options, the one that the case says was taken."""
    game, pos, motion = scene.game[ROW], scene.pos[ROW], scene.motion[ROW]
    option = words.OPTION_NAMES.index(scene.prior["choice"])
    if not int(game.menu) >> option & 1:
        return {}
    take(scene.rules[ROW], scene.marks[ROW], game, option, pos, motion, pos.copy(), motion.copy())
    return {
        "next_player": NAMES[int(game.actor)],
        "options": words.option_names(int(game.menu)),
        "cue_ball": REGION_NAMES[int(game.region)],
        "breaker": NAMES[int(game.breaker)],
        "push_out_available": bool(push_out_available(scene.rules[ROW], game)),
        "counters": {"consecutive_fouls": dict(zip(NAMES, map(int, game.fouls), strict=True))},
    }


def query(scene: Scene, batched: bool) -> Answer:
    """Whether a ball lies behind the head string."""
    (name,) = scene.prior["positions_mm"]
    behind = is_behind_head_string(scene.marks[ROW], scene.pos[ROW, ball_of(name), 0])
    return {"result": "ball_is_behind" if behind else "ball_is_outside"}


def lag(scene: Scene, batched: bool) -> Answer:
    """Who won the lag."""
    facts = rows(Lag, 1)[0]
    game, rules = scene.game[ROW], scene.rules[ROW]
    read_lag(scene.log[ROW], scene.log_len[ROW], facts)
    winner = int(lag_winner(rules, facts))
    if winner == words.NOBODY:
        return {"foul": False, "result": "relag", "options": []}
    lag_won(game, winner)
    return {
        "foul": False,
        "result": f"lag_winner:{NAMES[winner]}",
        "next_player": NAMES[int(game.actor)],
        "options": words.option_names(int(game.menu)),
    }


def lag_placement(scene: Scene, batched: bool) -> Answer:
    """Whether a lag ball may be placed there, and whether the two balls are equal."""
    prior, marks = scene.prior, scene.marks[ROW]
    said: Answer = {"foul": False, "result": "placement_ok"}
    for name, place in prior.get("positions_mm", {}).items():
        x, y = place_of(marks, place)
        left = prior["lag_balls"][name] == "left_half"
        said["next_player"] = name
        if not is_legal_lag_place(marks, left, x, y):
            said["result"] = "placement_rejected"
            return said
    if "lag_ball_mass_g" in prior:
        pool = load_balls("pool")
        balls = [
            dataclasses.replace(pool, mass=prior["lag_ball_mass_g"][name] / 1000.0)
            for name in NAMES
        ]
        unequal = deviations(lag_balls=(balls[0], balls[1]))
        said["result"] = "equipment_warning" if unequal else "none"
    return said


def rerack(scene: Scene, batched: bool) -> Answer:
    """14.1: fourteen balls are down."""
    shot, ruling, game = scene.shot[ROW], scene.ruling[ROW], scene.game[ROW]
    places = {
        "elsewhere": words.ELSEWHERE,
        "in_rack": words.IN_RACK,
        "overlaps_outline": words.IN_RACK,
        "on_head_spot": words.ON_HEAD_SPOT,
        "behind_head_string": words.BEHIND_HEAD_STRING,
        "pocketed": words.IN_A_POCKET,
    }
    game.actor = player_of(scene.prior.get("fourteenth_pocketed_by", "A"))
    clear_shot(shot)
    shot.struck = 1
    shot.fifteenth_at = places[scene.prior["fifteenth_ball"]]
    shot.cue_at = places[scene.prior["cue_ball_at"]]
    clear_ruling(scene.rules[ROW], game, ruling)
    ruling.actor = game.actor
    ruling.continues = 1
    rule_rerack(shot, ruling)
    scene.motion[ROW, 2:] = states.POCKETED
    if shot.fifteenth_at == words.IN_A_POCKET:
        scene.motion[ROW, 1] = states.POCKETED
    _carry_out(scene)
    return {
        "foul": False,
        "result": words.RESULT_NAMES[int(ruling.result)],
        "fifteenth_ball": words.FIFTEENTH_NAMES[int(ruling.fifteenth)],
        "cue_ball": REGION_NAMES[int(ruling.region)],
        "next_player": NAMES[int(game.actor)],
        "shooter_continues": True,
        "options": words.option_names(int(game.menu)),
        "next_shot": None,
        "score": {"A": 0, "B": 0},
    }


def _carry_out(scene: Scene) -> None:
    i = ROW
    carry_out(
        scene.rules[i],
        scene.marks[i],
        scene.game[i],
        scene.shot[i],
        scene.ruling[i],
        scene.pos[i],
        scene.motion[i],
        scene.pos[i].copy(),
        scene.motion[i].copy(),
    )


def _stalemate_is_declared(scene: Scene) -> bool:
    """By agreement of both, by the referee, or after the turns that the edition gives."""
    prior, turns = scene.prior, int(scene.rules[ROW].stalemate_turns)
    if turns == 0:
        return False
    if prior.get("stalemate_declared") or len(set(prior.get("stalemate_agreed") or ())) == 2:
        return True
    if prior.get("progress_since_warning"):
        return False
    counted = "turns_since_warning" if scene.rules[ROW].stalemate_announced else "stalled_turns"
    taken = prior.get(counted) or {}
    announced = prior.get("stalemate_warning", not scene.rules[ROW].stalemate_announced)
    judged = prior.get("attempt_would_lose", True)
    return bool(announced and judged and all(taken.get(n, 0) >= turns for n in NAMES))


def stalemate(scene: Scene, batched: bool) -> Answer:
    """What follows when the game makes no progress."""
    game, ruling, rules, prior = scene.game[ROW], scene.ruling[ROW], scene.rules[ROW], scene.prior
    clear_shot(scene.shot[ROW])
    clear_ruling(rules, game, ruling)
    visit_goes_on(game, ruling)
    turns = int(rules.stalemate_turns)
    taken = prior.get("turns_since_warning") or {}
    left = {name: max(0, turns - taken.get(name, 0)) for name in NAMES}
    said: Answer = {"foul": False, "stalemate_warning_cleared": False}
    if _stalemate_is_declared(scene):
        ruling.same_visit = 0
        rule_stalemate(rules, game, ruling)
        said["remaining_turns"] = {"A": 0, "B": 0}
    elif prior.get("progress_since_warning"):
        clear_stalemate(game)
        said["stalemate_warning_cleared"] = True
    elif prior.get("no_progress") and turns and rules.stalemate_announced:
        announce_stalemate(rules, game)
        ruling.result = words.STALEMATE_WARNING
        said["remaining_turns"] = dict(zip(NAMES, map(int, game.turns_left), strict=True))
    else:
        said["remaining_turns"] = left
    _carry_out(scene)
    said["result"] = words.RESULT_NAMES[int(ruling.result)]
    said["next_player"] = NAMES[int(game.actor)]
    if ruling.decide_break:
        said["decide_break"] = ("lag", "lag_or_lot")[int(rules.break_decider)]
    else:
        said["breaker"] = NAMES[int(game.breaker)]
    return said


#: Keys of ``prior`` that ask a question of their own, and what answers it.
BY_KEY: tuple[tuple[tuple[str, ...], Callable[[Scene, bool], Answer]], ...] = (
    (("query",), query),
    (("to_spot",), spotting),
    (("rack",), rack),
    (("equipment",), equipment),
    (("lag_ball_mass_g",), lag_placement),
    (("fourteenth_pocketed_by", "fifteenth_ball"), rerack),
    (("rack_winner", "lag_winner", "toss_winner"), order_of_break),
    (
        (
            "no_progress",
            "stalemate_warning",
            "stalemate_declared",
            "stalemate_agreed",
            "stalled_turns",
        ),
        stalemate,
    ),
)
