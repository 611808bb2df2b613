"""COMET: a learned model's judgement of each output, the mean over entries; of several references the best counts.

Source: MT scoring specification, §2.3; Rei et al. (2020).
"""

import math
import os
from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy as np

from scoring.base.errors import UsageError
from scoring.evidence.evidence import Floats
from scoring.metrics.metric import NotAvailable, Validation
from scoring.mt.align import Segments
from scoring.mt.comet.kept import Kept, Text, folder_of, kept_scores, key
from scoring.mt.comet.models import caution, chosen, located, validation
from scoring.mt.comet.process import asked, python_of
from scoring.mt.definitions import counted_metric
from scoring.mt.encoders import fault_in_words

__all__ = ["COMET", "count"]

NAME = "comet_score"
Judge = Callable[[list[dict[str, str]]], Iterable[float]]


def count(segments: Segments) -> Floats | NotAvailable:
    """Each entry's score, 0 where it failed, and 1: ``(units, 2)``.

    ``comet_model`` is the name or path of a model, or a function from records (``src``, ``mt``, ``ref``) to scores.
    """
    if segments.sources is None:
        lacking = next(entry.id for entry in segments.entries if entry.source is None)
        return NotAvailable(f"entry {lacking!r} has no source, which COMET reads")
    pairs = [
        (place, (entry.source or "", entry.output, reference))
        for place, entry in enumerate(segments.entries)
        if not entry.failed
        for reference in entry.references
    ]
    texts = sorted({text for _, text in pairs})
    model = segments.given.get("comet_model")
    judged = by_function(model, texts, segments) if callable(model) else by_program(segments, texts)
    if isinstance(judged, NotAvailable):
        return judged
    scores = np.full(segments.units, -np.inf)
    for place, text in pairs:
        scores[place] = max(scores[place], judged[text])
    scores[np.isneginf(scores)] = 0.0
    return np.stack([scores, np.ones(segments.units)], axis=1)


def by_program(segments: Segments, texts: Sequence[Text]) -> Mapping[Text, float] | NotAvailable:
    """The scores of a model on this disk: kept ones, and those of the program for the rest."""
    asked_for = option(segments, "comet_model")
    name = chosen(asked_for, segments.target_card)
    python = python_of(option(segments, "comet_python"))
    model = located(name)
    if isinstance(model, NotAvailable):
        if isinstance(python, NotAvailable):
            both = f"{python.reason}, and {model.reason}" if asked_for else python.reason
            return NotAvailable(both, f"{python.remedy}; {model.remedy}")
        return model
    found = predicted(Kept(folder_of(option(segments, "comet_cache")), model), python, texts)
    if isinstance(found, NotAvailable):
        return found
    scores, unkept = found
    card, language = segments.target_card, segments.run.dataset.target_language
    warnings = [one for one in (caution(name, language, card), unkept) if one]
    say(segments, model.name, model.revision, validation(name, card))
    segments.remarks.comet_warning = "; ".join(warnings) or None
    return scores


def predicted(
    kept: Kept, python: str | NotAvailable, texts: Sequence[Text]
) -> tuple[dict[Text, float], str | None] | NotAvailable:
    """Every text's score, and what kept the new ones from being kept; scores that came before a fault are kept too."""
    scores = kept_scores(kept, texts)
    if len(scores) == len(texts):
        return scores, None
    if isinstance(python, NotAvailable):
        return python
    with kept.alone() as hindered:
        scores = kept_scores(kept, texts)  # another process may have predicted them meanwhile
        lacking = [text for text in texts if text not in scores]
        if not lacking:
            return scores, None
        answer = asked(python, kept.model, lacking)
        new = dict(zip(lacking, answer.scores, strict=False))
        unkept = hindered or kept.write({key(text): score for text, score in new.items()})
    return answer.fault or (scores | new, unkept)


def by_function(
    judge: Judge, texts: Sequence[Text], segments: Segments
) -> Mapping[Text, float] | NotAvailable:
    """The scores of a function of the user's."""
    name = str(getattr(judge, "model_id", getattr(judge, "__qualname__", type(judge).__qualname__)))
    records = [{"src": source, "mt": output, "ref": reference} for source, output, reference in texts]
    try:
        scores = [float(score) for score in judge(records)] if records else []
    except Exception as fault:  # noqa: BLE001 - whatever a stranger's function raises
        return NotAvailable(f"comet_model {name!r} failed: {fault_in_words(fault)}")
    if len(scores) != len(texts) or not all(map(math.isfinite, scores)):
        return NotAvailable(
            f"comet_model {name!r} returned {len(scores)} scores for {len(texts)} records, "
            f"{sum(map(math.isfinite, scores))} of them finite",
            "return a finite number for each record",
        )
    say(segments, name, str(getattr(judge, "revision", "own")), Validation.NOT_VALIDATED)
    language = segments.run.dataset.target_language
    segments.remarks.comet_warning = caution(name, language, segments.target_card)
    return dict(zip(texts, scores, strict=True))


def say(segments: Segments, model: str, revision: str, checked: Validation) -> None:
    """Leaves what belongs to the figure: its model, its signature, how far it is validated."""
    said = segments.remarks
    said.comet_model, said.validations[NAME] = model, checked
    said.signatures[NAME] = f"mt.{NAME}|v1|best reference|model:{model}|revision:{revision}"


def option(segments: Segments, name: str) -> str | None:
    """An option that is a text or a path."""
    given = segments.given.get(name)
    if given is None:
        return None
    if isinstance(given, str | os.PathLike) and os.fspath(given):
        return os.fspath(given)
    msg = f"{name} is {given!r:.60} ({type(given).__name__}), but a name or a path is needed"
    raise UsageError(msg)


COMET = counted_metric(NAME, count=count, columns=("scores", "entries"))
