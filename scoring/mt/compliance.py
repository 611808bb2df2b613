"""Compliance: does the output keep the placeholders, quote as its language does, and leak no Latin letters?

A gate on structure, no measure of quality, and so not part of the composite.
Source: MT scoring specification, §2.5.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import regex

from scoring.metrics.metric import NotAvailable
from scoring.mt.addresses import running_text
from scoring.mt.align import Segments
from scoring.mt.languages.card import LanguageCard
from scoring.mt.latin import LatinRules, latin_words, learn, prose, tolerated
from scoring.mt.placeholders import declared, is_plain, placeholders
from scoring.mt.quotes import NEUTRAL, quotation_marks, regular_marks, wrong_marks
from scoring.mt.run import Entry
from scoring.mt.words import folded, sequence

__all__ = [
    "COMPLIANCE_METRICS",
    "VERSION",
    "WEIGHTS",
    "ComplianceRules",
    "Violations",
    "accepted",
    "index",
    "rules",
]

COMPLIANCE_METRICS = ("compliance_index", "raw_compliance_index", "repair_effectiveness")
VERSION = "v2"
WEIGHTS = {"placeholders": 0.6, "quotes": 0.2, "letters": 0.2}
Violations = Counter[tuple[str, str]]


@dataclass(frozen=True)
class ComplianceRules:
    """What an output is held to: the marks that the language quotes with, and whether Latin letters leak into it.

    The references of an entry are at no fault: what one of them has or leaves out, an output may too.
    """

    marks: frozenset[str] | None  # None where nobody says what the language quotes with
    strict: bool  # whether these marks count alone, whatever the references have
    latin: LatinRules | None  # None where the language is written in Latin letters, or has capitals
    declared: "regex.Pattern[str] | None" = None  # placeholders that the card or the run declares

    def violations(self, source: str, output: str, references: Sequence[str]) -> Violations:
        """What an output does against the rules, each with its kind and what it is about."""
        found = self.unkept(source, output, references)
        found.update(("quotes", mark) for mark in self.misquoted(output, references))
        if self.latin is not None and latin_words(text := prose(self.undeclared(output))):
            there = (latin_words(prose(self.undeclared(one))) for one in references)
            accepted = {folded(word.text) for words in there for word in words}
            found.update(("letters", word) for word in self.latin.leaked(source, text, accepted))
        return found

    def misquoted(self, output: str, references: Sequence[str]) -> list[str]:
        """The quotation marks of an output that neither the language nor a reference of the entry has."""
        wrong = [] if self.marks is None else wrong_marks(self.quoted(output), self.marks)
        if not wrong or self.strict:
            return wrong
        own = {mark for text in references for mark in quotation_marks(self.quoted(text))}
        return [mark for mark in wrong if mark not in own]

    def undeclared(self, text: str) -> str:
        """The text without declared placeholders."""
        return self.declared.sub(" ", text) if self.declared else text

    def quoted(self, text: str) -> str:
        """The text in which quotation marks are looked for."""
        return running_text(self.undeclared(text))

    def counted(self, text: str) -> Counter[str]:
        """The placeholders of a text; declared ones are found first."""
        own = self.declared.findall(text) if self.declared else []
        return Counter([*own, *placeholders(self.undeclared(text))])

    def unkept(self, source: str, output: str, references: Sequence[str]) -> Violations:
        """The placeholders that an output lacks, and those that it has too often.

        It needs what source and references all keep, and may have what any of them has.
        """
        found: Violations = Counter()
        there = self.counted(output)
        kept = [self.counted(source), *map(self.counted, references)]
        for name in {name for counts in (there, *kept) for name in counts}:
            counts = [one[name] for one in kept]
            plain = is_plain(name) and not (self.declared and self.declared.fullmatch(name))
            least = 0 if plain and not references else min(counts)
            if there[name] < least:
                found["placeholders", f"missing {name}"] = least - there[name]
            elif there[name] > max(counts) and not plain:
                found["placeholders", f"added {name}"] = there[name] - max(counts)
        return found


def index(violations: Violations) -> float:
    """The weights of the kinds of which there is no violation: from 0 to 1."""
    broken = {kind for kind, _ in violations}
    return sum(weight for kind, weight in WEIGHTS.items() if kind not in broken)


def accepted(entry: Entry) -> tuple[str, ...]:
    """The texts that are right for an entry: its references and variants."""
    return (*entry.references, *entry.variants)


def rules(segments: Segments) -> ComplianceRules | NotAvailable:
    """The rules for the target language of a run, learnt once for all that are held to them.

    Not available without sources or a card that says what is needed.
    """
    return segments.once(learnt)


def learnt(segments: Segments) -> ComplianceRules | NotAvailable:
    """The rules: what card and run say, and what the references of the run have regularly."""
    if segments.sources is None:
        lacking = next(entry.id for entry in segments.entries if entry.source is None)
        return NotAvailable(f"entry {lacking!r} has no source to compare placeholders with")
    card: LanguageCard | None = segments.target_card
    strict = segments.run.strict or bool(card and card.strict)
    needed = ("scripts", "has_case", "quotes") if strict else ("scripts", "has_case")
    lacks = [name for name in needed if card is None or getattr(card, name) is None]
    if card is None or lacks:
        code = segments.run.dataset.target_language
        what = (
            f"the language card of {code!r} does not say {', '.join(lacks)}"
            if card
            else f"no language card {code!r}"
        )
        return NotAvailable(what, "add a language card: see ONENLP_LANGUAGE_CARDS")
    entries = [segments.entries[place] for place in segments.distinct]
    names = declared((*segments.run.placeholders, *card.placeholders))
    marks = frozenset(mark for pair in card.quotes.pairs for mark in pair) if card.quotes else None
    caseless = not card.has_case and "Latn" not in (card.scripts or ())
    held = ComplianceRules(marks, strict, None, names)
    if caseless:
        held = replace(held, latin=latin_rules(segments, entries, held))
    leave_remarks(segments, card, held)
    known = frozenset(marks or ()) | regular(entries, held)
    return held if strict or not known else replace(held, marks=known | NEUTRAL)


def leave_remarks(segments: Segments, card: LanguageCard, held: ComplianceRules) -> None:
    """Leaves with the segments what a reader of the figures should know of the rules."""
    notes = []
    if held.strict:
        segments.remarks.signatures |= {name: f"mt.{name}|{VERSION}|strict" for name in COMPLIANCE_METRICS}
    if card.quotes is None:
        notes.append(
            f"the language card of {card.code!r} names no quotation marks: those of the references count"
        )
    if held.latin is not None and (most := held.latin.tolerated):
        notes.append(
            f"references leave words of the source in Latin letters: up to {most} in an output are no leak"
        )
    segments.remarks.notes[COMPLIANCE_METRICS[0]] = tuple(notes)


def regular(entries: Iterable[Entry], held: ComplianceRules) -> frozenset[str]:
    """The quotation marks that the references of a run use regularly."""
    return regular_marks(
        {mark for text in entry.references for mark in quotation_marks(held.quoted(text))}
        for entry in entries
    )


def latin_rules(segments: Segments, entries: Sequence[Entry], held: ComplianceRules) -> LatinRules:
    """What the run says of Latin words."""
    card = segments.source_card
    found = learn(
        (entry.source or "" for entry in entries),
        (entry.references for entry in entries),
        (*card.words, *card.closed_class) if card is not None else (),
        glossary_tokens(segments),
    )
    left = (
        max(len(found.leaked(entry.source or "", prose(held.undeclared(text)))) for text in entry.references)
        for entry in entries
    )
    return replace(found, tolerated=tolerated(left))


def glossary_tokens(segments: Segments) -> frozenset[str]:
    """The words of all source and target terms."""
    terms: Sequence[str] = [text for term, targets in segments.glossary.items() for text in (term, *targets)]
    return frozenset(token for term in terms for token in sequence(term))
