"""What a language standard is, and what it says of an entry.

Source: MT scoring specification, §2.1, §2.3 and Appendix B.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from scoring.base.errors import UsageError
from scoring.mt.run import Entry

__all__ = ["LINT", "SEMANTIC", "Analyser", "Standard", "Verdicts", "WordVerdict", "analyser_of", "counts"]

LINT = "lint_verdict"  # EXACT, EQUIVALENT, MISS, NO_OUTPUT: equivalent_match_rate
SEMANTIC = "semantic_verdict"  # semantic_score
WITHHELD = "null"  # under which verdicts without a value are counted


@dataclass(frozen=True)
class WordVerdict:
    """A verdict and what it is worth, from 0 to 1.

    ``weight`` is None where a resource is missing: the reason says which.  ``value`` is None where nothing can be said
    without it.
    """

    value: str | None
    weight: float | None
    reason: str = ""
    details: Mapping[str, Any] = field(default_factory=dict)  # of plain JSON types, for the line of the entry

    def __post_init__(self) -> None:
        if self.weight is None and not self.reason:
            raise UsageError(f"verdict {self.value} has no weight, so it needs a reason")
        if self.weight is not None and (self.value is None or not 0 <= self.weight <= 1):
            raise UsageError(
                f"verdict {self.value} has the weight {self.weight!r}, but one from 0 to 1 is needed"
            )


Verdicts = Mapping[str, WordVerdict]  # by LINT, SEMANTIC, or a name of the standard's own


class Standard(Protocol):
    """A language standard.  ``version`` is part of the signature: it changes when a verdict could.

    It may have ``rules`` (``LinterRules``) and ``readings`` (``WordReadings``), by which every metric of the language
    then goes: which words are the same, and how an analyser's answers are read.
    """

    @property
    def name(self) -> str: ...

    @property
    def version(self) -> str: ...

    def compute(self, entry: Entry) -> Verdicts:
        """The verdicts on one entry; one that failed has an empty ``output``."""

    def aggregate(self, verdicts: Sequence[Verdicts]) -> Mapping[str, Mapping[str, int]]:
        """How often each verdict was given, by kind of verdict; ``counts`` does that."""


class Analyser(Protocol):
    """A morphological analyser, as ``scoring.mt.fst.load`` returns one."""

    def analyses(self, word: str) -> tuple[str, ...]:
        """The analyses of a word, nothing where it is no form of the language."""


@dataclass(frozen=True)
class Called:
    """A function as an analyser."""

    function: Callable[[str], Sequence[str]]

    def analyses(self, word: str) -> tuple[str, ...]:
        return tuple(self.function(word))


def analyser_of(found: Any) -> Analyser:  # noqa: ANN401 - the user's own
    """The analyser as given, or a function of a word as one; UsageError for anything else."""
    if hasattr(found, "analyses"):
        analyser: Analyser = found
        return analyser
    if callable(found):
        return Called(found)
    raise UsageError(
        f"an analyser is {type(found).__name__}, but a function of a word, or .analyses, is needed"
    )


def counts(verdicts: Sequence[Verdicts]) -> dict[str, dict[str, int]]:
    """How often each verdict was given, by kind.

    >>> counts([{LINT: WordVerdict("EXACT", 1.0)}, {LINT: WordVerdict("MISS", 0.0)}, {LINT: WordVerdict("EXACT", 1.0)}])
    {'lint_verdict': {'EXACT': 2, 'MISS': 1}}
    """
    kinds = list(dict.fromkeys(kind for one in verdicts for kind in one))
    return {
        kind: dict(sorted(Counter(one[kind].value or WITHHELD for one in verdicts if kind in one).items()))
        for kind in kinds
    }
