"""What verdicts are worth to a metric, and what a reader of the card should know of them.

Source: MT scoring specification, §2.1 and §2.3: the sum of the weights over the entries.
"""

from dataclasses import dataclass

import numpy as np

from scoring.evidence.evidence import Floats
from scoring.metrics.metric import NotAvailable
from scoring.mt.align import Segments
from scoring.mt.standards.finding import StandardFindings, judged
from scoring.mt.standards.protocol import LINT, SEMANTIC

__all__ = ["Worth", "from_standard", "notes_of", "tallied", "worth"]


@dataclass(frozen=True)
class Worth:
    """The weight of each entry's verdict, ``(units,)``, and whose verdicts they are."""

    weights: Floats
    signature: str


def worth(segments: Segments, kind: str) -> Worth | NotAvailable:
    """The weights that the first standard with this kind of verdict gives; an entry on which it raised is worth 0.

    Not available where the card names no standard, none has that kind, or a resource is missing.
    """
    card = segments.target_card
    code = segments.run.dataset.target_language
    if card is None or not card.eval_metrics:
        return NotAvailable(f"the language card of {code!r} names no language standard" if card
                            else f"no language card {code!r}")  # fmt: skip
    why: list[NotAvailable] = []
    for name, found in judged(segments).items():
        if isinstance(found, NotAvailable):
            why.append(found)
            continue
        given = [one[kind] for one in found.verdicts if kind in one]
        if not given:
            why.append(NotAvailable(f"standard {name!r} gives no {kind}"))
            continue
        missing = next((one.reason for one in given if one.weight is None), None)
        if missing is not None:
            why.append(NotAvailable(f"standard {name!r}: {missing}"))
            continue
        weights = [one[kind].weight if kind in one else 0.0 for one in found.verdicts]
        return Worth(np.array(weights, dtype=np.float64), found.signature)
    if not why:
        return NotAvailable("there are no entries")
    return NotAvailable("; ".join(one.reason for one in why), why[0].remedy)


def from_standard(segments: Segments) -> Floats | NotAvailable | None:
    """The weight of each entry's semantic verdict, and 1: ``(units, 2)``; None where the card names no standard."""
    if not judged(segments):
        return None
    found = worth(segments, SEMANTIC)
    if isinstance(found, NotAvailable):
        return found
    segments.remarks.signatures["semantic_score"] = f"mt.semantic_score|v1|standard:{found.signature}"
    return np.stack([found.weights, np.ones(segments.units)], axis=1)


def tallied(segments: Segments) -> dict[str, dict[str, int]]:
    """How often each verdict was given, by standard and kind, and on how many entries a standard raised."""
    found: dict[str, dict[str, int]] = {}
    for name, one in judged(segments).items():
        if isinstance(one, NotAvailable):
            continue
        try:
            kinds = one.standard.aggregate([verdicts for verdicts in one.verdicts if verdicts])
            found |= {f"{name}.{kind}": {str(value): int(number) for value, number in numbers.items()}
                      for kind, numbers in kinds.items()}  # fmt: skip
        except Exception as fault:  # noqa: BLE001 - a plugin's fault is said and stops nothing
            said = f"standard {name!r}: aggregate raised {type(fault).__name__}: {fault}"
            segments.remarks.uncounted[name] = said
        if one.errors:
            found[f"{name}.errors"] = {"raised": len(one.errors)}
    return found


def notes_of(segments: Segments) -> list[str]:
    """Sentences on standards that raised or could not be asked."""
    notes = []
    for name, one in judged(segments).items():
        if isinstance(one, NotAvailable):
            notes.append(one.reason)
        elif one.errors:
            notes.append(raised(name, one, segments))
        if name in segments.remarks.uncounted:
            notes.append(segments.remarks.uncounted[name])
    lint = worth(segments, LINT) if judged(segments) else None
    if isinstance(lint, NotAvailable) and any(entry.variants for entry in segments.entries):
        notes.append(f"equivalent matches are those of variants alone: {lint.reason}")
    return notes


def raised(name: str, one: StandardFindings, segments: Segments) -> str:
    """On how many entries a standard raised, and on which first."""
    place, fault = min(one.errors.items())
    return (
        f"standard {name!r} raised on {len(one.errors)} of {segments.units} entries, which it counts as 0; "
        f"first on {segments.ids[place]!r}: {fault}"
    )
