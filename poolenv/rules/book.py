"""The rule book as a registry: which function implements which article of which book.

``@rule`` files a function under its clause ids; ``explain`` turns a ruling into words with clause
ids. The books' own list of clauses is ``clauses.toml``; ``printed.py`` prints the book.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

from poolenv.balls import ball_list
from poolenv.knobs import (
    EIGHT_BALL_GAME,
    KNOBS,
    NINE_BALL_GAME,
    REGION_NAMES,
    STRAIGHT_POOL_GAME,
    TEN_BALL_GAME,
)
from poolenv.rules import words

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True)
class Article:
    """One article: clause ids of all books that have it, a title, and the function behind it."""

    ids: tuple[str, ...]
    title: str
    function: Callable[..., Any]
    foul: int
    game: int
    part: int

    @property
    def text(self) -> str:
        """The paraphrase of the article: the function's docstring up to its first section."""
        paragraphs = (self.function.__doc__ or "").strip().split("\n\n")
        told = [" ".join(p.split()) for p in paragraphs]
        sections = (k for k, p in enumerate(told) if p.startswith(("Args:", "Returns:", "Raises:")))
        return " ".join(told[: next(sections, None)])

    @property
    def place(self) -> str:
        """Module and name of the function."""
        function = getattr(self.function, "py_func", self.function)
        return f"{function.__module__}.{function.__name__}"


#: All articles in the order in which the modules were read.
ARTICLES: list[Article] = []


def rule(
    ids: str, title: str, *, foul: int = 0, game: int = -1, part: int = -1
) -> Callable[[F], F]:
    """File a function in the book.

    Args:
        ids: clause ids, separated by spaces, of every book that has the article.
        title: the article's name as the books give it.
        foul: the foul that the article establishes, 0 if none.
        game: the game whose page it belongs to, -1 for the general rules.
        part: the part of that page (``words.BREAK_PART``, ...), so that a ruling can cite it.

    Returns:
        A decorator that leaves the function as it is.

    Raises:
        ValueError: if another function already has the same title under one of the ids.
    """

    def file(function: F) -> F:
        article = Article(tuple(ids.split()), title, function, foul, game, part)
        for other in ARTICLES:
            if other.title == title and set(other.ids) & set(article.ids):
                raise ValueError(f"{title!r} ({ids}) is already filed by {other.place}")
        ARTICLES.append(article)
        return function

    return file


#: How the ids of the books of single games end.
GAME_BOOKS = {
    EIGHT_BALL_GAME: "-8B",
    NINE_BALL_GAME: "-9B",
    TEN_BALL_GAME: "-10B",
    STRAIGHT_POOL_GAME: "-14.1",
}


def ids_for(ids: tuple[str, ...], prefixes: tuple[str, ...], game: int) -> list[str]:
    """The ids that belong to the books of an edition and to general rules or this game."""
    others = tuple(end for number, end in GAME_BOOKS.items() if number != game)
    return [i for i in ids if i.startswith(prefixes) and not i.endswith(others)]


def articles_of(game: int) -> list[Article]:
    """The general articles and those of one game."""
    return [a for a in ARTICLES if a.game in (-1, game)]


def _clauses_of(foul: int, game: int, prefixes: tuple[str, ...]) -> list[str]:
    """The ids behind a foul; those of other books only if the edition's own have none."""
    found = [a for a in articles_of(game) if a.foul == foul]
    own = [i for a in found for i in ids_for(a.ids, prefixes, game)]
    return list(dict.fromkeys(own or [i for a in found for i in a.ids]))


def _foul_words(fouls: int, game: int, prefixes: tuple[str, ...]) -> Iterator[str]:
    for k, name in enumerate(words.FOUL_NAMES):
        if k and fouls >> k & 1:
            yield f"{name} ({', '.join(_clauses_of(k, game, prefixes))})"


#: Articles behind results that no foul explains, by title.
_GROUNDS = {
    words.NO_SHOT: ("The game has begun",),
    words.SHOT_IN_PROGRESS: ("End of the stroke",),
    words.REPLAY: ("Balls that move by themselves", "Outside interference"),
    words.STALEMATE_WARNING: ("Stalemate announced and declared",),
}


def _grounds(ruling: Any) -> Iterator[str]:
    """Titles of the articles that a ruling follows besides its fouls and its page."""
    yield from _GROUNDS.get(int(ruling.result), ())
    if ruling.restore_all and ruling.result != words.REPLAY:
        yield "Outside interference"
    if ruling.restore:
        yield "The referee puts balls back"
    if any(ruling.warned):
        yield "Warnings"
    if ruling.clock:
        yield "Slow play"
    if ruling.suspended:
        yield "Calling and protesting"
    if int(ruling.menu) >> words.LEAVE & 1:
        yield "Ball moved without referee"
    if ruling.rack == words.FULL_RACK and not ruling.foul:
        # A lost position is played again like one in which nobody gets anywhere (UA-9).
        yield "Stalemate"
        if ruling.progress != 0:
            yield "Outside interference"
    general = ruling.part == words.GENERAL_PART and not ruling.foul
    if general and ruling.winner != words.NOBODY:
        yield "Concession"


def clauses(rules: Any, ruling: Any, prefixes: tuple[str, ...]) -> list[str]:
    """The clause ids that a ruling follows, those of the assessed foul first."""
    game = int(rules.game)
    fouls = [int(ruling.foul)] + [k for k in range(1, 33) if int(ruling.fouls) >> k & 1]
    found = [i for k in fouls if k for i in _clauses_of(k, game, prefixes)]
    for article in ARTICLES:
        if article.game == game and article.part == int(ruling.part):
            found += ids_for(article.ids, prefixes, game)
    grounds = set(_grounds(ruling))
    found += [i for a in ARTICLES if a.title in grounds for i in ids_for(a.ids, prefixes, game)]
    return list(dict.fromkeys(found))


def _side_words(rules: Any, ruling: Any) -> Iterator[str]:
    """What a ruling says besides foul, result and who is next."""
    for player, name in enumerate(words.PLAYER_NAMES):
        kinds = [w for bit, w in words.WARNING_NAMES.items() if int(ruling.warned[player]) & bit]
        if kinds:
            yield f"{name} is warned: {', '.join(kinds)}."
    if ruling.clock:
        yield "Both players are put on the clock."
    if ruling.suspended:
        yield "Play is suspended until the appeal is decided."
    if ruling.decide_break:
        decider = KNOBS["break_decider"].word(rules.break_decider).replace("_", " ")
        yield f"The break is decided by {decider}."


def explain(rules: Any, ruling: Any, prefixes: tuple[str, ...] = ("SK", "UA", "WSR", "WPA")) -> str:
    """A ruling in words, with the clauses it follows.

    Args:
        rules: record Rules of the row.
        ruling: record Ruling.
        prefixes: books to cite, the ``clauses`` of an edition.
    """
    if int(ruling.result) == words.SHOT_IN_PROGRESS:
        ids = ", ".join(clauses(rules, ruling, prefixes))
        reason = "The shot is in progress: no ruling before every ball is at rest."
        return f"{reason} [{ids}]" if ids else reason
    said = []
    game = int(rules.game)
    if ruling.foul:
        code = words.FOUL_NAMES[int(ruling.foul)]
        verb = "Foul" if ruling.is_foul else "No foul established"
        said.append(f"{verb}: {code}.")
        fouls = int(ruling.fouls) | 1 << int(ruling.foul)
        said.append("Found: " + ", ".join(_foul_words(fouls, game, prefixes)) + ".")
    if ruling.penalty >= 0:
        severity = KNOBS["unsportsmanlike_first"].word(ruling.penalty)
        said.append(f"Penalty by the table of offences: {severity}.")
    if ruling.loss:
        said.append(f"Loss of rack: {words.LOSS_NAMES[int(ruling.loss)]}.")
    if ruling.result:
        result = words.RESULT_NAMES[int(ruling.result)]
        who = "" if ruling.winner == words.NOBODY else f" {words.PLAYER_NAMES[int(ruling.winner)]}"
        said.append(f"Result: {result}{who}.")
    if ruling.spot:
        said.append(f"Spotted: {ball_list(int(ruling.spot))}.")
    if ruling.restore_all:
        said.append("All balls go back.")
    elif ruling.restore:
        said.append(f"Put back: {ball_list(int(ruling.restore))}.")
    if any(ruling.points):
        said.append(f"Points: A {int(ruling.points[0]):+d}, B {int(ruling.points[1]):+d}.")
    said += _side_words(rules, ruling)
    actor = words.PLAYER_NAMES[int(ruling.actor)]
    if ruling.menu:
        said.append(f"{actor} chooses: {', '.join(words.option_names(int(ruling.menu)))}.")
    elif not ruling.result or int(ruling.winner) == words.NOBODY:
        stays = " stays at the table" if ruling.continues else " is at the table"
        said.append(f"{actor}{stays}, cue ball {REGION_NAMES[int(ruling.region)]}.")
    cited = clauses(rules, ruling, prefixes)
    if cited:
        said.append(f"[{', '.join(cited)}]")
    return " ".join(said)
