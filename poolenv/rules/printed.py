"""The rule book as a reader sees it: articles in the order of the books, knobs, comparisons."""

from __future__ import annotations

import ast
import functools
import inspect
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePosixPath

from poolenv.knobs import GAME_NAMES, KNOBS, RUN_OUT
from poolenv.rules import words
from poolenv.rules.book import ARTICLES, Article, ids_for
from poolenv.rules.clauses import Clause, book_order, clauses
from poolenv.rules.edition import Edition, rules_rows

#: Ids of every book; an edition has its own selection.
EVERY_BOOK = ("SK", "UA", "WSR", "WPA")
GENERAL_RULES = -1
WIDTH = 100


def chapter_name(game: int) -> str:
    """What a chapter is called."""
    return "General rules" if game == GENERAL_RULES else GAME_NAMES[game].replace("_", "-")


def ids_of(article: Article, books: Sequence[str]) -> list[str]:
    """The ids of an article that belong to these books, in the order of the books."""
    order = book_order()
    ids = [i for i in article.ids if i.startswith(tuple(books))]
    return sorted(ids, key=lambda i: order[i])


def chapter(game: int, books: Sequence[str]) -> list[Article]:
    """The articles of one chapter that these books have, in their order.

    Args:
        game: number of the game, GENERAL_RULES for what holds in every game.
        books: prefixes of clause ids.
    """
    order = book_order()
    found = [a for a in ARTICLES if a.game == game and ids_of(a, books)]
    if game == GENERAL_RULES:
        return sorted(found, key=lambda a: min(order[i] for i in ids_of(a, books)))
    # A page is one clause of its book: it is read as it is written, helpers last.
    return sorted(found, key=lambda a: not a.place.startswith(f"poolenv.games.{GAME_NAMES[game]}."))


@functools.cache
def knobs_read(article: Article) -> tuple[str, ...]:
    """The knobs that an article's own function reads, in the order of the book of knobs."""
    function = getattr(article.function, "py_func", article.function)
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    read = {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == "rules"
    }
    return tuple(name for name in KNOBS if name in read)


def _wrapped(text: str, indent: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent=indent, subsequent_indent=indent)


def article_lines(article: Article, books: Sequence[str]) -> Iterator[str]:
    """Ids, title and foul of an article; its paraphrase; its knobs and its function."""
    code = f" [{words.FOUL_NAMES[article.foul]}]" if article.foul else ""
    yield f"  {', '.join(ids_of(article, books))}  {article.title}{code}"
    yield from _wrapped(article.text, "      ")
    knobs = knobs_read(article)
    turned = f"; knobs {', '.join(knobs)}" if knobs else ""
    yield from _wrapped(f"({article.place}{turned})", "      ")


def _clauses_without_article(books: Sequence[str]) -> list[Clause]:
    return [c for c in clauses().values() if c.id.startswith(tuple(books)) and not c.articles]


def book_lines(
    games: Iterable[int], books: Sequence[str] = EVERY_BOOK, edition: Edition | None = None
) -> Iterator[str]:
    """The rule book: general rules, the pages of the games, clauses without an article, knobs.

    Args:
        games: numbers of the games whose pages are printed.
        books: prefixes of clause ids: articles of other books are left out.
        edition: whose values of the knobs are told; None: the knobs and what they may be.
    """
    games = list(games)
    for game in (GENERAL_RULES, *games):
        articles = chapter(game, books)
        if articles:
            yield f"{chapter_name(game)}: articles"
            for article in articles:
                yield from article_lines(article, books)
            yield ""
    yield "Clauses without an article"
    for clause in _clauses_without_article(books):
        yield f"  {clause.id}  {clause.title}"
        why = clause.out_of_reach or f"Looked after by {clause.checked_by}."
        yield from _wrapped(why, "      ")
    for game in games if edition is not None else ():
        yield ""
        yield from knob_lines(game, edition)
    if edition is None:
        yield ""
        yield from knob_lines(None, None)


def knob_lines(game: int | None, edition: Edition | None) -> Iterator[str]:
    """The knobs with their clauses and meaning.

    Args:
        game: whose values are told; None: what the knobs may be.
        edition: the same.
    """
    if game is None or edition is None:
        yield "Knobs"
        for name, knob in KNOBS.items():
            yield f"  {name}: {knob.expected()}  ({', '.join(knob.clauses)})"
            yield from _wrapped(knob.doc, "      ")
        return
    yield f"Knobs of {chapter_name(game)}, {edition.title or edition.name}"
    rules = rules_rows([(edition, game, True)])[0]
    for name, knob in KNOBS.items():
        ids = ids_for(knob.clauses, edition.clauses, game) or knob.clauses
        yield f"  {name} = {knob.word(getattr(rules, name))}  ({', '.join(ids)})"
        yield from _wrapped(knob.doc, "      ")


def _articles_of_one(ours: Edition, theirs: Edition, games: Sequence[int]) -> Iterator[str]:
    """Articles that only the first of two editions has."""
    for game in (GENERAL_RULES, *games):
        for article in chapter(game, ours.clauses):
            if not ids_of(article, theirs.clauses):
                page = "" if game == GENERAL_RULES else f"  ({chapter_name(game)})"
                yield f"  {', '.join(ids_of(article, ours.clauses))}  {article.title}{page}"


def diff_lines(first: Edition, second: Edition, games: Iterable[int]) -> Iterator[str]:
    """What two editions do differently: articles that only one has, knobs that are turned.

    Args:
        first: an edition.
        second: the one it is compared with.
        games: numbers of the games to compare; a knob that differs in all of them alike is told
            once.
    """
    games = list(games)
    for ours, theirs in ((first, second), (second, first)):
        yield f"Articles of {_short(ours)} alone"
        yield from _articles_of_one(ours, theirs, games)
        yield ""
    rows = {g: rules_rows([(first, g, True), (second, g, True)]) for g in games}
    differing = {
        g: {
            name: (knob.word(rows[g][0][name]), knob.word(rows[g][1][name]))
            for name, knob in KNOBS.items()
            if rows[g][0][name] != rows[g][1][name]
        }
        for g in games
    }
    two_players = [g for g in games if g != RUN_OUT] or games
    alike = {
        name: values
        for name, values in differing[two_players[0]].items()
        if all(differing[g].get(name) == values for g in two_players)
    }
    names = f"{_short(first):>20} {_short(second):>20}"
    yield f"{'Knobs, in every game':28} {names}"
    yield from _differences(alike)
    for game in games:
        own = {n: v for n, v in differing[game].items() if alike.get(n) != v}
        if own:
            yield ""
            yield f"{f'Knobs, {chapter_name(game)}':28} {names}"
            yield from _differences(own)


def _short(edition: Edition) -> str:
    """The name of a shipped edition, the file of another."""
    shipped = edition.name.startswith("configs/")
    return PurePosixPath(edition.name).stem if shipped else edition.name


def _differences(values: dict[str, tuple[str, str]]) -> Iterator[str]:
    for name, (a, b) in values.items():
        yield f"{name:28} {a:>20} {b:>20}  {', '.join(KNOBS[name].clauses)}"
