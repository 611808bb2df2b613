"""The task ``ud``: reading both sides, aligning their words, cutting them into gold sentences.

Source: Zeman et al. (2018), §5.
"""

import os
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any

from scoring.base.errors import InputError, UsageError
from scoring.base.files import read_bytes
from scoring.base.spacy_file import docs_in
from scoring.evidence.breakdown import Parts
from scoring.evidence.evidence import Bools
from scoring.metrics.crosscheck import Crosscheck
from scoring.metrics.metric import Metric, NotAvailable
from scoring.metrics.task import Task, family
from scoring.ud.agreement import parts
from scoring.ud.align import Pairs, align
from scoring.ud.contrast import contrast
from scoring.ud.corpus import Corpus
from scoring.ud.crosscheck import crosscheck
from scoring.ud.describe import describe
from scoring.ud.digests import sentence_digests
from scoring.ud.inventory import warnings_of
from scoring.ud.objects import from_docs, from_tokenlists
from scoring.ud.read import read
from scoring.ud.repeated import lost_features

__all__ = ["UD", "UniversalDependencies"]


class UniversalDependencies(Task[Corpus, Pairs]):
    """Universal Dependencies: CoNLL-U files, corpora, spaCy Docs or conllu TokenLists; a unit is a gold sentence."""

    name = "ud"
    keeps_gold = True
    forms = frozenset({"spaCy DocBin"})

    def metrics(self) -> Mapping[str, Metric[Any]]:
        """The 13 metrics by id, Tokens first."""
        return ud_metrics()

    def read(self, source: object, role: str) -> Corpus:
        """The corpus of a path, an open file, a corpus, spaCy Docs or TokenLists; ``role`` names the latter in errors.

        Raises:
            InputError: the source cannot be read or is not valid.
        """
        if isinstance(source, Corpus):
            return source
        if isinstance(source, str | os.PathLike) and os.fspath(source).endswith(".spacy"):
            path = os.fspath(source)
            return from_docs(docs_in(read_bytes(path, InputError), path), name=path)
        if isinstance(source, str | os.PathLike) or hasattr(source, "read"):
            return read(source)
        items = [source] if hasattr(source, "vocab") else source
        if isinstance(items, Iterable):
            items = list(items)
            if items and all(isinstance(item, Mapping) for item in items):
                return from_tokenlists([source], name=role)  # one TokenList is a list of tokens
            if all(hasattr(item, "metadata") for item in items):
                return from_tokenlists(items, name=role)
            if all(hasattr(item, "vocab") for item in items):
                return from_docs(items, name=role)
        msg = (
            f"cannot read {role} from {type(source).__name__}; "
            "give a path, an open file, a corpus, spaCy Docs or conllu TokenLists"
        )
        raise InputError(msg)

    def align(self, gold: Corpus, pred: Corpus, **options: object) -> Pairs:
        """The aligned words; raises AlignmentError where the texts differ, UsageError for any option."""
        if options:
            msg = f"task ud has no {', '.join(sorted(options))}; remove it"
            raise UsageError(msg)
        return align(gold, pred)

    def warnings(self, aligned: Pairs, metric: str) -> list[tuple[str, str]]:
        """``foreign_relations`` or ``foreign_tags`` where what the metric compares is of another scheme than gold."""
        return warnings_of(aligned, metric)

    def notes(self, aligned: Pairs) -> list[str]:
        """Multiword tokens that are numbered oddly, and features that token lists cannot hold."""
        return list(dict.fromkeys((*aligned.gold.notes, *aligned.pred.notes, *lost_features(aligned))))

    def crosscheck(self, aligned: Pairs) -> Crosscheck | NotAvailable:
        """The same metrics by udtools, run as a program."""
        return crosscheck(aligned)

    def unit_of(self, aligned: Pairs) -> str:  # noqa: ARG002 - the same for all data
        """A gold sentence."""
        return "sentence"

    def unit_ids(self, aligned: Pairs) -> list[str]:
        """The ``sent_id`` of every sentence where each has one of its own, else the ordinals from 1."""
        gold = aligned.gold
        ids = [sent_id for sent_id in gold.sent_ids if sent_id]
        if len(ids) == gold.n_sentences == len(set(ids)):
            return ids
        return [str(number) for number in range(1, gold.n_sentences + 1)]

    def unit_digests(self, aligned: Pairs) -> list[bytes]:
        """SHA-256 of what is scored of each gold sentence, the same for a file and for objects."""
        return sentence_digests(aligned.gold)

    def describe(self, aligned: Pairs, unit: int) -> dict[str, Any]:
        """A gold sentence with its id and text, and its gold and predicted words as rows of columns."""
        return {"id": self.unit_ids(aligned)[unit], **describe(aligned, unit)}

    def contrast(
        self, aligned: Pairs, metric: str, units: Sequence[int], *, show_text: bool, label: str | None = None
    ) -> list[dict[str, Any]]:  # fmt: skip
        """The words of some sentences that a metric counts as wrong, gold and predicted side by side."""
        del label  # the metrics of this task have none
        return contrast(aligned, metric, units, show_text=show_text)

    def parts(self, aligned: Pairs, metric: str, chosen: Bools | None = None) -> Parts | None:
        """The counts of a metric by relation, or by UPOS for tags and lemmas; None where it has none."""
        return parts(aligned, metric) if chosen is None else None  # there are no slices


@cache
def ud_metrics() -> Mapping[str, Metric[Any]]:
    """The metrics of the family, looked for once."""
    return MappingProxyType(family("scoring.ud.metrics"))


UD = UniversalDependencies()
