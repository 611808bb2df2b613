"""The task ``mt``: reading runs, matching entries by id; a unit is an entry.

Source: MT scoring specification, §2.
"""

import os
from collections.abc import Mapping, Sequence
from typing import Any

from scoring.base.errors import InputError, UsageError
from scoring.evidence.evidence import Evidence
from scoring.metrics.crosscheck import Crosscheck
from scoring.metrics.key import SLICES, Key, Kind
from scoring.metrics.metric import Metric, NotAvailable
from scoring.metrics.task import Task
from scoring.mt.align import Segments, align
from scoring.mt.contrast import contrast
from scoring.mt.crosscheck import crosscheck
from scoring.mt.describe import describe
from scoring.mt.digests import entry_digest
from scoring.mt.family import metrics
from scoring.mt.metrics.overall import Composite, profile_of
from scoring.mt.read import read_run
from scoring.mt.run import Run

__all__ = ["MT", "MachineTranslation"]

FIELDS = ("difficulty", "provenance")
A_MODEL = "the name or path of a model, or a function,"
ENCODER = Key(
    "encoder", Kind.MODEL, help="the sentence-transformers model of the semantic score", metavar="NAME_OR_PATH",
    needed=A_MODEL, accepts=callable,
)  # fmt: skip
COMET_MODEL = Key(
    "comet_model", Kind.MODEL, help="the COMET model (default: the target card's, else Unbabel/wmt22-comet-da)",
    metavar="NAME_OR_PATH", needed=A_MODEL, accepts=callable,
)  # fmt: skip
ANALYSER = Key(
    "analyser", Kind.FILE,
    help="the target's finite-state analyser, .hfstol (default: CODE.hfstol in the folder ONENLP_FST)", metavar="FILE",
    needed="a path, or what mt.fst.load returned,", accepts=lambda value: hasattr(value, "analyses"),
)  # fmt: skip


class MachineTranslation(Task[Run, Segments]):
    """Runs of machine translation: sources, references and predictions, one record a segment."""

    name = "mt"
    forms = frozenset({"JSON Lines"})
    keys = (SLICES, ENCODER, COMET_MODEL, ANALYSER)
    # What these count in an entry hangs on the other entries of the run.
    learnt = frozenset({"code_switching_rate", "hallucination_rate", "consistency_score", "composite"})

    def metrics(self) -> Mapping[str, Metric[Any]]:
        """The metrics by id."""
        return metrics()

    def read(self, source: object, role: str) -> Run:
        """The run of a path, an open file, or what ``mt.read_run`` returned; ``role`` (gold, pred) names it in errors.

        Raises:
            InputError: the source cannot be read or is not a run.
        """
        if isinstance(source, Run | str | os.PathLike) or hasattr(source, "read"):
            return read_run(source)
        msg = f"cannot read {role} from {type(source).__name__}; give a path, a file, or what mt.read_run returned"
        raise InputError(msg)

    def align(self, gold: Run, pred: Run, **options: object) -> Segments:
        """The entries of both sides, matched by id.

        Raises:
            AlignmentError: the sides do not have the same entries or languages.
        """
        return align(gold, pred, **options)  # type: ignore[arg-type]  # checked where it is used

    def same_field(self, gold: Any, pred: Any) -> bool:  # noqa: ANN401, ARG002 - runs
        """A run holds sources, references and outputs in one file by design."""
        return False

    def crosscheck(self, aligned: Segments) -> Crosscheck | NotAvailable:
        """chrF++, BLEU and TER by sacrebleu."""
        return crosscheck(aligned)

    def unit_of(self, aligned: Segments) -> str:  # noqa: ARG002 - always the same
        """What is resampled: the entry."""
        return "entry"

    def unit_ids(self, aligned: Segments) -> list[str]:
        """The id of every entry."""
        return aligned.ids

    def unit_digests(self, aligned: Segments) -> list[bytes]:
        """SHA-256 of each entry's source, references and variants."""
        return [entry_digest(entry) for entry in aligned.entries]

    def signatures(
        self, aligned: Segments, evidence: Mapping[str, Evidence | NotAvailable]
    ) -> dict[str, str]:
        """The signatures of metrics whose tokenizer or parts depend on the run's languages and on what is available."""
        found = {name: said for name, said in aligned.remarks.signatures.items() if name in evidence}
        blended = evidence.get("composite")
        if isinstance(blended, Composite):
            found["composite"] = f"mt.composite|v1|{profile_of(aligned)}|{'+'.join(blended.names)}"
        return found

    def slices(self, aligned: Segments, field: str) -> list[str]:
        """The difficulty or provenance of each entry as text; UsageError for another field, or where one has none."""
        if field not in FIELDS:
            msg = f"task mt has no field {field!r} to slice by; its fields are {' and '.join(FIELDS)}"
            raise UsageError(msg)
        values = [getattr(entry, field) for entry in aligned.entries]
        if None in values:
            msg = f"entry {aligned.ids[values.index(None)]!r} has no {field} to slice by"
            raise UsageError(msg)
        return [str(value) for value in values]

    def describe(self, aligned: Segments, unit: int) -> dict[str, Any]:
        """An entry as a person reads it: id, source, references and output."""
        return describe(aligned.entries[unit])

    def contrast(
        self, aligned: Segments, metric: str, units: Sequence[int], *, show_text: bool = True,
        label: str | None = None,
    ) -> list[dict[str, Any]]:  # fmt: skip
        """Some entries with references and output side by side; nothing of them where no text is to be shown."""
        del metric, label  # the whole entry, whichever metric; there are no labels
        return contrast([aligned.entries[unit] for unit in units], show_text=show_text)


MT = MachineTranslation()
