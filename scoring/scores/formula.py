"""What a declared metric says of the columns of a table: ``mean(mark)``, ``sum(errors)/sum(words)``, ``f1(a, b, c)``.

A column whose name is not made of letters, digits, ``_``, ``.``, ``@``, ``:`` and ``-`` stands in quotes.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NoReturn

from scoring.base.errors import UsageError
from scoring.base.wording import nearest

__all__ = ["COUNT", "Formula", "Term", "parse"]

KNOWN = ("mean", "sum", "ratio", "f1", "median", "quantile", "count")
SHAPES = (
    "mean(a), sum(a), sum(a + b)/sum(c), ratio(a, b), f1(correct, predicted, gold), median(a), "
    "quantile(a, 0.95), count, count(a)"
)
TOKEN = re.compile(
    r"""\s*(?:(?P<sign>[()/+,])|(?P<quoted>"[^"]+"|'[^']+'|`[^`]+`)|(?P<word>[\w.@:-]+))\s*""", re.UNICODE
)
PLAIN = re.compile(r"[^\W\d][\w.@:-]*")
NUMBER = re.compile(r"\d*\.?\d+|\d+\.", re.ASCII)
COUNT = "items"  # what a count is called among sums


@dataclass(frozen=True)
class Term:
    """What is added up over the rows: the columns, or with ``counts`` the rows that have them."""

    columns: tuple[str, ...] = ()
    counts: bool = False

    @property
    def text(self) -> str:
        """As a formula has it: ``sum(a+b)``, ``count``."""
        inner = "+".join(map(spelt, self.columns))
        if not self.counts:
            return f"sum({inner})"
        return f"count({inner})" if inner else "count"


@dataclass(frozen=True)
class Formula:
    """A formula: ``kind`` is mean, sum, ratio, f1 or quantile, made of ``terms``; ``at`` is that of a quantile."""

    kind: str
    terms: tuple[Term, ...]
    at: float | None = None

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns that it needs, each once."""
        return tuple(dict.fromkeys(column for term in self.terms for column in term.columns))

    @property
    def text(self) -> str:
        """The one spelling of all that mean the same."""
        names = [spelt(column) for column in self.columns]
        if self.kind == "quantile":
            return f"median({names[0]})" if self.at == 0.5 else f"quantile({names[0]}, {self.at!r})"
        if self.kind == "mean":
            return f"mean({names[0]})"
        if self.kind == "f1":
            return f"f1({', '.join(spelt(term.columns[0]) for term in self.terms)})"
        return "/".join(term.text for term in self.terms)

    @property
    def is_share(self) -> bool:
        """Whether its score is a share of something, which in points is times 100."""
        return self.kind in ("ratio", "f1")


def parse(text: str, name: str) -> Formula:
    """The formula of the metric of that name.

    Raises:
        UsageError: it is none; says at which character, and what may stand there.
    """
    return Reader(text, name).formula()


def spelt(column: str) -> str:
    """A column as a formula names it."""
    if PLAIN.fullmatch(column):
        return column
    return next(f"{sign}{column}{sign}" for sign in "\"'`" if sign not in column)


class Reader:
    """Reads one formula from left to right."""

    def __init__(self, text: str, name: str) -> None:
        self.text, self.name, self.place = text, name, 0

    def fail(self, what: str) -> NoReturn:
        msg = f"the formula of {self.name}, {self.text!r}, {what}; formulas are {SHAPES}"
        raise UsageError(msg)

    def peek(self) -> tuple[str, str]:
        """The kind and text of what comes next; both empty at the end."""
        if not self.text[self.place :].strip():
            return "", ""
        match = TOKEN.match(self.text, self.place)
        if match is None:
            self.fail(f"has {self.text[self.place :].lstrip()[0]!r} at character {self.here}")
        return str(match.lastgroup), match[str(match.lastgroup)]

    @property
    def here(self) -> int:
        """The character that comes next, from 1."""
        rest = self.text[self.place :]
        return self.place + len(rest) - len(rest.lstrip()) + 1

    def take(self) -> tuple[str, str]:
        found = self.peek()
        match = TOKEN.match(self.text, self.place)
        self.place = match.end() if match else len(self.text)
        return found

    def expect(self, sign: str) -> None:
        where, (_, found) = self.here, self.take()
        if found != sign:
            self.fail(
                f"has {repr(found) if found else 'its end'} at character {where}, where {sign!r} is needed"
            )

    def formula(self) -> Formula:
        """The whole text."""
        kind, terms, at = self.function()
        if self.peek()[1] == "/":
            self.take()
            where = self.here
            other, below, _ = self.function()
            if kind != "sum" or other != "sum":
                self.fail("divides other things than sums and counts")
            if below == terms:
                self.fail(
                    f"divides {below[0].text} by itself, which is 1 whatever the data (character {where})"
                )
            kind, terms = "ratio", (*terms, *below)
        if self.peek()[1]:
            self.fail(f"goes on with {self.peek()[1]!r} at character {self.here}, where it should end")
        return Formula(kind, terms, at)

    def function(self) -> tuple[str, tuple[Term, ...], float | None]:
        """A function and what is in its brackets: its kind, terms and quantile."""
        where, (group, name) = self.here, self.take()
        if group != "word" or name not in KNOWN:
            hint = nearest(name, KNOWN) if group == "word" else "name one"
            self.fail(
                f"has {repr(name) if name else 'its end'} at character {where}, which is no function ({hint})"
            )
        if name == "count" and self.peek()[1] != "(":
            return "sum", (Term(counts=True),), None
        self.expect("(")
        made = READERS[name](self)
        self.expect(")")
        return made

    def column(self) -> str:
        """The name of a column."""
        where, (group, found) = self.here, self.take()
        if group == "quoted":
            return found[1:-1]
        if group != "word" or not PLAIN.fullmatch(found):
            self.fail(
                f"has {repr(found) if found else 'its end'} at character {where}, where the name of a column is "
                "needed (in quotes if it is not one word)"
            )
        return found

    def added(self) -> tuple[Term, ...]:
        """Columns with plus signs between them, as one term."""
        columns = [self.column()]
        while self.peek()[1] == "+":
            self.take()
            columns.append(self.column())
        return (Term(tuple(columns)),)

    def listed(self, number: int) -> tuple[Term, ...]:
        """So many columns with commas between them, a term each."""
        terms = [Term((self.column(),))]
        while len(terms) < number:
            self.expect(",")
            terms.append(Term((self.column(),)))
        return tuple(terms)

    def counted(self) -> tuple[Term, ...]:
        """A column of which the cells are counted, or none, as in ``count()``."""
        return (Term(() if self.peek()[1] == ")" else (self.column(),), counts=True),)

    def share(self) -> float:
        """The place of a quantile, from 0 to 1."""
        self.expect(",")
        where, (_, found) = self.here, self.take()
        if not NUMBER.fullmatch(found) or not 0 <= float(found) <= 1:
            said = repr(found) if found else "its end"
            self.fail(f"has {said} at character {where}, where a number from 0 to 1 is needed")
        return float(found)


READERS: Mapping[str, Callable[[Reader], tuple[str, tuple[Term, ...], float | None]]] = {
    "mean": lambda read: ("mean", read.listed(1), None),
    "sum": lambda read: ("sum", read.added(), None),
    "ratio": lambda read: ("ratio", read.listed(2), None),
    "f1": lambda read: ("f1", read.listed(3), None),
    "median": lambda read: ("quantile", read.listed(1), 0.5),
    "quantile": lambda read: ("quantile", read.listed(1), read.share()),
    "count": lambda read: ("sum", read.counted(), None),
}
