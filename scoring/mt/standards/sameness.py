"""One notion of the same word for every metric: a variant for the linter of a language's standard is no other word.

A language without a standard, or whose standard says nothing of words, has words as they are written, but for a capital
at the beginning.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field

from scoring.metrics.metric import NotAvailable
from scoring.mt.align import Segments
from scoring.mt.run import Entry
from scoring.mt.standards.finding import resources_of, standards_of
from scoring.mt.standards.linter import AS_WRITTEN, LinterRules, grouped, same
from scoring.mt.standards.protocol import Standard
from scoring.mt.standards.readings import Reading, WordReadings
from scoring.mt.wordforms import forms

__all__ = ["Sameness", "sameness"]


@dataclass(frozen=True)
class Sameness:
    """What a run's target language says of its words.  ``signature`` names the standard whose rules these are."""

    rules: LinterRules
    readings: WordReadings | NotAvailable
    signature: str = ""
    _expected: dict[str, list[str]] = field(default_factory=dict, compare=False, repr=False)

    def expected(self, entry: Entry) -> list[str]:
        """The words of an entry's references and variants, as they are written and as they may be joined."""
        if entry.id not in self._expected:
            groups = (group for text in (*entry.references, *entry.variants) for group in self.groups(text))
            words = dict.fromkeys(word for joined, parts in groups for word in (joined, *parts))
            self._expected[entry.id] = list(words)
        return self._expected[entry.id]

    def groups(self, text: str) -> list[tuple[str, tuple[str, ...]]]:
        """The words of a text as they may be joined, each with the words that it is made of."""
        return grouped(forms(text), self.rules.joined)

    def counterparts(self, word: str, others: Iterable[str]) -> list[str]:
        """Those of the other words that are the same word; none where the standard fails, which it then says itself."""
        try:
            return [other for other in others if same(word, other, self.rules)]
        except Exception:  # noqa: BLE001 - whatever a plugin does is the error of its own verdict
            return []

    def is_among(self, word: str, others: Collection[str]) -> bool:
        """Whether a word is the same as one of the others."""
        return word in others or bool(self.counterparts(word, others))

    def read(self, word: str, others: Sequence[str]) -> tuple[Reading, ...]:
        """The readings of a word, and those of the other words that are the same."""
        if isinstance(self.readings, NotAvailable):
            return ()
        every = [word, *self.counterparts(word, others)]
        return tuple(dict.fromkeys(one for form in every for one in self.readings.of(form)))


def sameness(segments: Segments) -> Sameness:
    """What is the same word in the target language of a run, by the first standard of its card that says so."""
    return segments.once(looked_up)


def looked_up(segments: Segments) -> Sameness:
    """Rules and readings, looked up."""
    standards = [one for one in standards_of(segments).values() if not isinstance(one, NotAvailable)]
    ruling = [one for one in standards if isinstance(getattr(one, "rules", None), LinterRules)]
    reading = [one for one in standards if isinstance(getattr(one, "readings", None), WordReadings)]
    used: list[Standard] = list(dict.fromkeys([*ruling[:1], *reading[:1]]))
    return Sameness(
        rules=getattr(ruling[0], "rules", AS_WRITTEN) if ruling else AS_WRITTEN,
        readings=reading[0].readings if reading else resources_of(segments).readings(),  # type: ignore[attr-defined]  # as asked for
        signature="".join(f"|standard:{one.name}/{one.version}" for one in used),
    )
