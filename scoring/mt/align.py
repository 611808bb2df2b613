"""A run made ready to be scored: entries by id, outputs, and the cards of both languages.

Source: MT scoring specification, §2; what an entry without an output counts for is said by each metric.
"""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

from scoring.base.errors import AlignmentError
from scoring.metrics.metric import Validation
from scoring.mt.digests import entry_digest
from scoring.mt.languages.card import LanguageCard
from scoring.mt.languages.loader import Cards
from scoring.mt.run import Entry, Run

__all__ = ["Remarks", "Segments", "align", "as_paths"]

Made = TypeVar("Made")


@dataclass
class Remarks:
    """What metrics say beside their figures when they are measured, by metric id where each may say it."""

    signatures: dict[str, str] = field(default_factory=dict)  # that the data or an engine has a part in
    sacrebleu: dict[str, str] = field(
        default_factory=dict
    )  # signatures of sacrebleu's own for the same figures
    validations: dict[str, Validation] = field(default_factory=dict)  # that hang on the engine
    notes: dict[str, tuple[str, ...]] = field(default_factory=dict)  # what a reader should know
    judgements: dict[str, str] = field(
        default_factory=dict
    )  # of a metric that learns from the run, on itself
    coverage: dict[str, tuple[int, int]] = field(default_factory=dict)  # judged and expected words
    uncounted: dict[str, str] = field(
        default_factory=dict
    )  # why a standard, by name, did not count its verdicts
    comet_model: str = ""
    comet_warning: str | None = None


@dataclass(frozen=True)
class Segments:
    """The entries of a run sorted by id; everything here is one item an entry, ``(units,)``.

    ``source_card`` and ``target_card`` are None for a language without a card.
    """

    run: Run
    entries: tuple[Entry, ...]
    source_card: LanguageCard | None
    target_card: LanguageCard | None
    given: Mapping[str, object] = field(default_factory=dict)  # engines and the like, by option
    remarks: Remarks = field(default_factory=Remarks, compare=False, repr=False)
    _made: dict[Callable[["Segments"], Any], Any] = field(default_factory=dict, compare=False, repr=False)

    def once(self, make: Callable[["Segments"], Made]) -> Made:
        """What the function makes of these segments, made the first time that it is asked for."""
        if make not in self._made:
            self._made[make] = make(self)
        made: Made = self._made[make]
        return made

    @property
    def units(self) -> int:
        return len(self.entries)

    @cached_property
    def ids(self) -> list[str]:
        return [entry.id for entry in self.entries]

    @cached_property
    def outputs(self) -> list[str]:
        """What is scored: the prediction, empty where the entry failed."""
        return [entry.output for entry in self.entries]

    @cached_property
    def references(self) -> list[tuple[str, ...]]:
        return [entry.references for entry in self.entries]

    @cached_property
    def sources(self) -> list[str] | None:
        """The sources; None where an entry has none, since a metric that needs them needs all."""
        found = [entry.source for entry in self.entries]
        return [text for text in found if text is not None] if None not in found else None

    @cached_property
    def distinct(self) -> list[int]:
        """The first entry of each content (source, references, variants), from which alone a run is learnt.

        So an entry that stands in a run twice changes nothing for the others.
        """
        first: dict[bytes, int] = {}
        for place, entry in enumerate(self.entries):
            first.setdefault(entry_digest(entry), place)
        return list(first.values())

    @property
    def glossary(self) -> Mapping[str, tuple[str, ...]]:
        return self.run.glossary or {}


def align(
    gold: Run,
    pred: Run,
    cards: Cards | None = None,
    *,
    language_cards: object = (),
    **given: object,
) -> Segments:
    """The entries of both sides brought together by id: gold's sources, references and variants, the prediction's rest.

    ``language_cards`` are folders of language cards, where no ``cards`` are given.

    Raises:
        AlignmentError: the sides differ in ids, or are of other languages.
    """
    if gold is not pred:
        refuse_others(gold, pred)
    theirs = pred.by_id
    entries = tuple(
        entry if gold is pred else joined(entry, theirs[name]) for name, entry in gold.by_id.items()
    )
    cards = cards or Cards.load(as_paths(language_cards), unverified=bool(given.get("unverified")))
    dataset = gold.dataset
    return Segments(
        pred, entries, cards.find(dataset.source_language), cards.find(dataset.target_language), given
    )


def as_paths(given: Any) -> list[Path | str]:  # noqa: ANN401 - a path, or several
    """The paths of an option that takes one or several."""
    return [Path(given)] if isinstance(given, str | os.PathLike) else list(given)


def refuse_others(gold: Run, pred: Run) -> None:
    """Raises AlignmentError where the prediction is not of the gold entries."""
    ours, theirs = gold.by_id, pred.by_id
    for names, here, there in ((ours, "gold", theirs), (theirs, "the prediction", ours)):
        alone = [name for name in names if name not in there]
        if alone:
            other = "the prediction" if here == "gold" else "gold"
            more = f" and {len(alone) - 3} more" if len(alone) > 3 else ""
            shown = ", ".join(map(repr, alone[:3]))
            msg = f"{here} has entries that {other} has not: {shown}{more} ({len(ours)} and {len(theirs)} entries)"
            raise AlignmentError(msg)
    for side in ("source_language", "target_language"):
        one, other = getattr(gold.dataset, side), getattr(pred.dataset, side)
        if one != other:
            msg = f"{side} of gold is {one!r}, that of the prediction {other!r}"
            raise AlignmentError(msg)


def joined(gold: Entry, pred: Entry) -> Entry:
    """The entry to score: what gold says of the segment, and what came back."""
    return Entry(
        id=gold.id, source=gold.source, references=gold.references, variants=gold.variants,
        difficulty=gold.difficulty, provenance=gold.provenance, morphology=gold.morphology,
        prediction=pred.prediction, raw_prediction=pred.raw_prediction, error=pred.error,
        latency_seconds=pred.latency_seconds, usage=pred.usage, cost_usd=pred.cost_usd,
    )  # fmt: skip
