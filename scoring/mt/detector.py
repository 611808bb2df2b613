"""Which outputs of a run are flagged, and how well that tells right from wrong on this very run.

The bounds are quantiles of references that nothing was learnt from; they are tried on them, and on references that
belong to other sources.  Source: MT scoring specification, §2.4; docs/decisions/0047.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from scoring.evidence.evidence import Floats
from scoring.metrics.metric import NotAvailable
from scoring.mt.align import Segments
from scoring.mt.beside import SourcedText, sourced_texts
from scoring.mt.digests import entry_digest
from scoring.mt.repetition import repeated
from scoring.mt.trial import Trial
from scoring.mt.word_alignment import FOLDS, Codes, plain

__all__ = ["Detector", "detector", "not_told", "outputs"]

UNFIT = 0.03  # of right references, the share that goes worse with its source than the bound
STRANGE = 0.01  # of right references, the share whose spelling is stranger than the bound
AT_LEAST = 0.5  # of that bound: where references hardly have a new word, one is not strange
SHIFT = 7  # places in the order of length to the reference that stands for a wrong output


@dataclass(frozen=True)
class Detector:
    """The bounds of each fold, which come from all other folds; ``right`` is the first reference of each entry."""

    fold_of: Codes
    usual: float  # surprise at a word of a right reference
    least_fit: Floats
    most_strange: Floats
    right: tuple[SourcedText, ...]
    trial: Trial

    def is_flagged(self, place: int, text: SourcedText) -> bool:
        """Whether a text goes worse with its source than right references do, or is spelt more strangely."""
        return bool(text.fit < self.least_fit[self.fold_of[place]]) or self.is_strange(place, text)

    def is_strange(self, place: int, text: SourcedText) -> bool:
        """Whether a text is spelt more strangely than right references are: it may be in another language."""
        return bool(text.strangeness(self.usual) > self.most_strange[self.fold_of[place]])


def detector(segments: Segments) -> Detector:
    """What the run says of any output, made once."""
    return segments.once(learn)


def outputs(segments: Segments) -> list[SourcedText]:
    """The outputs beside their sources, read once."""
    return segments.once(read)


def not_told(segments: Segments) -> NotAvailable | None:
    """Why the run does not show that right is told from wrong; None where it does."""
    trial = detector(segments).trial
    if trial.passes:
        return None
    return NotAvailable(
        f"on this run's references right and wrong are not told apart: {trial.shares}; {trial.ends}",
        f"some {trial.enough:,} entries like these would do" if trial.enough else "",
    )


def read(segments: Segments) -> list[SourcedText]:
    """The outputs beside their sources."""
    return list(sourced_texts(segments).read(range(segments.units), segments.sources or (), segments.outputs))


def learn(segments: Segments) -> Detector:
    """The bounds by the right references, and how many right and wrong ones they flag."""
    places = segments.distinct
    chosen = [segments.entries[place] for place in places]
    sources, right = [entry.source or "" for entry in chosen], [entry.references[0] for entry in chosen]
    reader = sourced_texts(segments)
    folds = reader.table.fold_of[places]
    others = partners(list(map(plain, right)), folds.tolist(), list(map(entry_digest, chosen)))
    ours = tuple(reader.read(places, sources, right))
    theirs = reader.read(places, sources, [right[other] for other in others])
    usual = float(np.mean(np.concatenate([np.zeros(1), *(one.surprise for one in ours)])))
    seen, tried = measured(ours, usual), measured(theirs, usual)
    least = np.array([quantile(seen[folds != number, 0], UNFIT) for number in range(FOLDS)])
    most = np.array([quantile(seen[folds != number, 1], 1 - STRANGE) for number in range(FOLDS)])
    most = np.maximum(most, AT_LEAST)
    flagged_right, flagged_wrong = (
        int(((values[:, 0] < least[folds]) | (values[:, 1] > most[folds]) | (values[:, 2] > 0)).sum())
        for values in (seen, tried)
    )
    return Detector(
        reader.table.fold_of, usual, least, most, ours, Trial(flagged_right, flagged_wrong, len(places))
    )


def measured(texts: Iterable[SourcedText], usual: float) -> Floats:
    """Fit, strangeness, and whether it repeats itself, of each text: ``(texts, 3)``."""
    rows = [(one.fit, one.strangeness(usual), float(repeated(one.words).any())) for one in texts]
    return np.array(rows, dtype=np.float64).reshape(-1, 3)


def partners(texts: Sequence[Sequence[str]], folds: Sequence[int], digests: Sequence[bytes]) -> list[int]:
    """For each text one of about the same length from the same fold, so that nothing was learnt from it either."""
    found = list(range(len(texts)))
    for number in set(folds):
        own = [place for place, other in enumerate(folds) if other == number]
        own.sort(key=lambda place: (len(texts[place]), digests[place]))
        shift = min(SHIFT, len(own) // 2)
        for at, place in enumerate(own):
            found[place] = own[(at + shift) % len(own)]
    return found


def quantile(values: Floats, share: float) -> float:
    """A quantile of the values that are defined; NaN, beyond which nothing lies, of none."""
    defined = values[~np.isnan(values)]
    return float(np.quantile(defined, share)) if defined.size else np.nan
