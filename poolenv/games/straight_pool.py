"""14.1 continuous, also straight pool.

============  =====================================================================================
Balls         1 to 15, a triangle; when fourteen are down they are racked again, the apex empty
Goal          the agreed number of points, one for every ball legally pocketed
First hit     any ball
Break         a called ball, or the cue ball and two object balls to cushions; else two points lost
Calls         ball and pocket on every shot, or a safety
Fouls         one point, the cue ball in position (after a scratch behind the head string);
              three in a row cost fifteen more and the rack
Returns       every ball that was not scored
============  =====================================================================================
"""

from __future__ import annotations

from typing import Any

from poolenv.balls import OBJECT_BALLS, count
from poolenv.games.rerack import rule_rerack
from poolenv.kernel import kernel
from poolenv.knobs import IN_POSITION, STRAIGHT_POOL_GAME
from poolenv.rules import words
from poolenv.rules.book import rule
from poolenv.rules.breaks import deflection_menu, opening_break_fails
from poolenv.rules.calls import called_ball_made
from poolenv.rules.fouls import stroke_fouls
from poolenv.rules.match import is_last_foul
from poolenv.rules.ruling import charge, continues, offers, penalise, reracks, turn_passes


@rule("WSR-14.1", "Near-rail safeties", foul=words.NO_RAIL, game=STRAIGHT_POOL_GAME)
@kernel
def near_rail_used_up(rules: Any, game: Any, shot: Any) -> bool:
    """A ball within a ball's width of a cushion serves two safeties with that cushion only.

    After that, or at once for a player who has just fouled, it counts as frozen (SK-37).
    """
    if rules.near_rail_limit == 0 or not is_near_rail_safety(shot):
        return False
    p = game.actor
    same = game.near_ball[p] == shot.first_hit and game.near_rail[p] == shot.near_rail
    return game.fouls[p] > 0 or (same and game.near_safeties[p] >= rules.near_rail_limit)


@kernel
def is_near_rail_safety(shot: Any) -> bool:
    """Nothing but the near ball at its near cushion met the requirement."""
    near = shot.near_rail >= 0 and shot.rail_but_near == 0
    return near and shot.railed != 0 and shot.pocketed & OBJECT_BALLS == 0


@rule("WSR-14.1 WPA-14.1", "Breaking foul", game=STRAIGHT_POOL_GAME)
@kernel
def rule_breaking_foul(rules: Any, game: Any, shot: Any, ruling: Any, fouls: int) -> None:
    """Two points are lost; the opponent plays on or demands another opening break.

    It is outside the count of consecutive fouls, and covers an ordinary foul on the same stroke.
    """
    charge(rules, game, shot, ruling, fouls, game.actor)
    if ruling.result == words.NO_RESULT and ruling.same_visit == 0:
        ruling.points[game.actor] = -rules.breaking_foul_points
        ruling.region = IN_POSITION
        offers(
            ruling,
            1 - game.actor,
            (1 << words.ACCEPT) | (1 << words.RERACK_OFFENDER_OPENING_BREAK),
        )
    ruling.counts = words.COUNT_KEEP


@rule("WSR-14.1 WPA-14.1 SK-33 UA-6", "Scoring", game=STRAIGHT_POOL_GAME)
@kernel
def rule_score(rules: Any, game: Any, shot: Any, ruling: Any) -> None:
    """The called ball and every other on the same stroke score one; without it all are spotted."""
    balls = shot.pocketed & OBJECT_BALLS
    if not called_ball_made(game, shot):
        ruling.spot = balls
        turn_passes(game, ruling)
        return
    ruling.points[game.actor] = count(balls)
    continues(game, ruling)
    if game.target > 0 and game.score[game.actor] + count(balls) >= game.target:
        ruling.result = words.GAME_WIN
        ruling.winner = game.actor
    elif count(game.balls & ~balls) <= 1:
        if game.target == words.ONE_RACK:
            ruling.result = words.GAME_WIN
            ruling.winner = leader_after(game, count(balls))
        else:
            rule_rerack(shot, ruling)


@kernel
def leader_after(game: Any, points: int) -> int:
    """Who has more points once the player at the table scores; he himself if they are equal."""
    player = game.actor
    ahead = game.score[player] + points >= game.score[1 - player]
    return player if ahead else 1 - player


@rule("WSR-14.1 WPA-14.1", "Opening break", game=STRAIGHT_POOL_GAME, part=words.BREAK_PART)
@kernel
def rule_opening_break(rules: Any, game: Any, shot: Any, ruling: Any) -> None:
    """If the requirement is met but the cue ball is pocketed it is an ordinary foul."""
    ruling.part = words.BREAK_PART
    fouls = stroke_fouls(rules, game, shot, OBJECT_BALLS)
    if shot.interrupted == 0 and opening_break_fails(rules, game, shot):
        fouls |= 1 << words.BREAKING_FOUL
        rule_breaking_foul(rules, game, shot, ruling, fouls)
    elif fouls != 0:
        penalise(rules, game, shot, ruling, fouls, game.actor)
        menu = deflection_menu(rules, fouls)
        if menu != 0:
            offers(ruling, 1 - game.actor, menu)
    else:
        rule_score(rules, game, shot, ruling)


@rule("WSR-14.1 WPA-14.1", "Play", game=STRAIGHT_POOL_GAME, part=words.PLAY_PART)
@kernel
def rule_play(rules: Any, game: Any, shot: Any, ruling: Any) -> None:
    """Any ball may be hit first; a foul costs a point and voids what the stroke pocketed."""
    ruling.part = words.PLAY_PART
    fouls = stroke_fouls(rules, game, shot, OBJECT_BALLS)
    near = near_rail_used_up(rules, game, shot)
    if near:
        fouls |= 1 << words.NO_RAIL
    if fouls == 0:
        rule_score(rules, game, shot, ruling)
        return
    penalise(rules, game, shot, ruling, fouls, game.actor)
    if near and is_last_foul(rules, game, game.actor):
        # WSR-14.1: failing the frozen requirement on two fouls leaves the opponent no choice.
        ruling.menu = 0
        reracks(ruling, game.actor)
        ruling.result = words.NEW_FULL_RACK


@kernel
def rule_shot(rules: Any, game: Any, shot: Any, ruling: Any) -> None:
    """The page: opening break or play."""
    if game.stage == words.BREAK:
        rule_opening_break(rules, game, shot, ruling)
    else:
        rule_play(rules, game, shot, ruling)
