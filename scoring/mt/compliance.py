"""Compliance: does the output keep the placeholders, quote as its language does, and leak no Latin letters?

A gate on structure, no measure of quality, and so not part of the composite.
Source: MT scoring specification, §2.5.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import regex

from scoring.metrics.metric import NotAvailable
from scoring.mt.addresses import running_text
from scoring.mt.align import Segments
from scoring.mt.languages.card import LanguageCard
from scoring.mt.placeholders import placeholders
from scoring.mt.quotes import wrong_marks
from scoring.mt.words import folded, sequence

__all__ = ["WEIGHTS", "ComplianceRules", "Violations", "index", "rules"]

WEIGHTS = {"placeholders": 0.6, "quotes": 0.2, "letters": 0.2}
LATIN = regex.compile(r"[\p{Script=Latin}\p{M}]*\p{Script=Latin}[\p{Script=Latin}\p{M}]*")
Violations = Counter[tuple[str, str]]


@dataclass(frozen=True)
class ComplianceRules:
    """What an output is held to: the marks that the language quotes with, and whether Latin letters leak into it."""

    pairs: tuple[tuple[str, str], ...]
    no_latin: bool
    allowed: frozenset[str]  # tokens of the glossary, without differences of case

    def violations(self, source: str, output: str) -> Violations:
        """What an output does against the rules, each with its kind and what it is about."""
        found: Violations = Counter()
        wanted, there = Counter(placeholders(source)), Counter(placeholders(output))
        found.update({("placeholders", f"missing {name}"): n for name, n in (wanted - there).items()})
        found.update({("placeholders", f"added {name}"): n for name, n in (there - wanted).items()})
        rest = running_text(output)
        found.update(("quotes", mark) for mark in wrong_marks(rest, self.pairs))
        if self.no_latin:
            leaked = (word for word in LATIN.findall(rest) if folded(word) not in self.allowed)
            found.update(("letters", word) for word in leaked)
        return found


def index(violations: Violations) -> float:
    """The weights of the kinds of which there is no violation: from 0 to 1."""
    broken = {kind for kind, _ in violations}
    return sum(weight for kind, weight in WEIGHTS.items() if kind not in broken)


def rules(segments: Segments) -> ComplianceRules | NotAvailable:
    """The rules for the target language of a run; not available without sources or a card that says what is needed."""
    if segments.sources is None:
        lacking = next(entry.id for entry in segments.entries if entry.source is None)
        return NotAvailable(f"entry {lacking!r} has no source to compare placeholders with")
    card: LanguageCard | None = segments.target_card
    code = segments.run.dataset.target_language
    lacks = [
        name for name in ("scripts", "has_case", "quotes") if card is None or getattr(card, name) is None
    ]
    if card is None or lacks or card.quotes is None:
        what = (
            f"the language card of {code!r} does not say {', '.join(lacks)}"
            if card
            else f"no language card {code!r}"
        )
        return NotAvailable(what, "add a language card: see ONENLP_LANGUAGE_CARDS")
    no_latin = not card.has_case and "Latn" not in (card.scripts or ())
    return ComplianceRules(card.quotes.pairs, no_latin, glossary_tokens(segments))


def glossary_tokens(segments: Segments) -> frozenset[str]:
    """The words of all source and target terms."""
    terms: Sequence[str] = [text for term, targets in segments.glossary.items() for text in (term, *targets)]
    return frozenset(token for term in terms for token in sequence(term))
