"""The analyser of a run's target language, as every metric uses it: given, of the user's folders, or of the card.

Source: MT scoring specification, §2.2 and Appendix B.
"""

import os

from scoring.metrics.metric import NotAvailable
from scoring.mt.align import Segments
from scoring.mt.standards.finding import resources_of
from scoring.mt.standards.readings import WordReadings
from scoring.mt.standards.resources import ANALYSERS
from scoring.mt.standards.sameness import sameness

__all__ = ["analyser", "sign"]


def analyser(segments: Segments) -> WordReadings | NotAvailable:
    """The readings of words by the analyser of the target language.

    That is the one given (``analyser``), of a folder of standards, of ``ONENLP_FST``, or of its card's ``fst.file``.

    Raises:
        TransducerError: the file is no analyser, or is damaged.
        UsageError: the one given is neither a path nor an analyser.
    """
    found = sameness(segments).readings
    return missing(segments) if isinstance(found, NotAvailable) else found


def missing(segments: Segments) -> NotAvailable:
    """That there is none, and where one may be put."""
    card, language = segments.target_card, segments.run.dataset.target_language
    name = card.code if card is not None else language
    folder = os.environ.get(ANALYSERS)
    remedy = (
        "give its .hfstol file: --analyser FILE (analyser= in Python), --standards FOLDER with "
        f"{name}/analyser.hfstol in it, or {ANALYSERS}=FOLDER with {name}.hfstol in it"
    )
    declared = card.fst if card is not None else None
    if declared is None:
        return NotAvailable(
            f"no finite-state analyser is declared for {language!r}", f"{remedy}, or fst in its card"
        )
    where = f" ({ANALYSERS} is {folder}, which has no {name}.hfstol)" if folder else ""
    return NotAvailable(f"the analyser {declared.name} is not here{where}", remedy)


def sign(segments: Segments, metric: str, signature: str, used: WordReadings) -> None:
    """Leaves a metric's signature with the analyser's content in it, since another analyser is another measure."""
    errors = "|err" if used.with_errors else ""
    own = getattr(used.analyser, "digest", "") or resources_of(segments).analyser_digest
    segments.remarks.signatures[metric] = f"{signature}|{own}{errors}{sameness(segments).signature}"
