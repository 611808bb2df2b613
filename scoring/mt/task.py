"""The task ``mt``: reading runs, matching entries by id; a unit is an entry.

Source: MT scoring specification, §2.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.base.errors import UsageError
from scoring.evidence.evidence import Evidence
from scoring.metrics.crosscheck import Crosscheck
from scoring.metrics.key import OF_ROWS, SLICES, TEXTS, TOKENIZE, Key, Kind
from scoring.metrics.metric import Metric, NotAvailable
from scoring.metrics.task import Task
from scoring.mt.align import Segments, align
from scoring.mt.columns import Column
from scoring.mt.compliance import COMPLIANCE_METRICS
from scoring.mt.contrast import contrast
from scoring.mt.crosscheck import crosscheck
from scoring.mt.describe import describe
from scoring.mt.digests import entry_digest
from scoring.mt.family import metrics
from scoring.mt.form import TextForm
from scoring.mt.keys import ENGINE_KEYS
from scoring.mt.metrics.overall import Composite, profile_of
from scoring.mt.parallel import TextGold, with_outputs
from scoring.mt.run import Run
from scoring.mt.standards.finding import folders_of
from scoring.mt.standards.resources import named_folders
from scoring.mt.texts import gold_parts, read_gold, read_outputs

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
    help="the target's finite-state analyser, .hfstol or .json (default: one of --standards, else CODE.hfstol in the "
    "folder ONENLP_FST)", metavar="FILE",
    needed="a path, or what mt.fst.load returned,", accepts=lambda value: hasattr(value, "analyses"),
)  # fmt: skip


class MachineTranslation(Task[Run | TextGold | Column, Segments]):
    """Machine translation: runs with sources, references and predictions, one record a segment; or texts of each."""

    name = "mt"
    keeps_gold = True
    forms = frozenset({"JSON Lines", "JSON array"})
    keys = (SLICES, TOKENIZE, ENCODER, COMET_MODEL, ANALYSER, *ENGINE_KEYS, *TEXTS, *OF_ROWS)
    # What these count in an entry hangs on the other entries of the run.
    learnt = frozenset(
        {"code_switching_rate", "hallucination_rate", "consistency_score", "composite", *COMPLIANCE_METRICS}
    )

    def metrics(self) -> Mapping[str, Metric[Any]]:
        """The metrics by id."""
        return metrics()

    def reading(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Its keys, and the language of the rows, which may name those of texts: ``en-de``."""
        return super().reading(given) | ({"language": given["language"]} if given.get("language") else {})

    def gold_source(self, gold: object, pred: object, how: Mapping[str, Any]) -> object:
        """What gold is read from: a run or a table, else the texts that ``ref`` and ``source`` name.

        A run in memory needs no other gold, since it has references.

        Raises:
            UsageError: there is nothing, or there is both.
        """
        texts = next((name for name in ("ref", "source") if how.get(name) is not None), None)
        if texts is None and gold is None and isinstance(pred, Run | Mapping):
            return pred
        if texts is not None and gold is not None:
            msg = f"{texts} is given in place of gold, but gold is there too; keep one"
            raise UsageError(msg)
        if how.get("ref") is None and gold is None:
            msg = (
                "there is nothing to compare with: give ref (and source), a text for each segment, or gold, a run with "
                "references, which may be the file of pred too"
            )
            raise UsageError(msg)
        return gold if texts is None else gold_parts(TextForm.of(how))

    def read(self, source: object, role: str) -> Run | TextGold | Column:
        """One side (``role`` gold or pred) as ``read_as`` reads it where no key says how."""
        return self.read_as(source, role)

    def read_as(self, source: object, role: str, /, **how: Any) -> Run | TextGold | Column:  # noqa: ANN401 - each key has its own type
        """The run or the texts of a path, an open file, a list, records, or what ``mt.read_run`` returned.

        Raises:
            ScoringError: the source cannot be read, or is neither.
        """
        form = TextForm.of(how)
        return read_gold(source, form) if role == "gold" else read_outputs(source, form)

    def align(
        self, gold: Run | TextGold | Column, pred: Run | TextGold | Column, **options: object
    ) -> Segments:
        """The entries of both sides, matched by id, or by place where texts have none.

        Raises:
            AlignmentError: the sides do not have the same entries or languages.
            InputError: a folder of language standards or cards is not there.
        """
        if isinstance(gold, Column) or isinstance(pred, TextGold):
            msg = "gold has to be read as gold, and the prediction as pred"
            raise UsageError(msg)
        theirs = with_outputs(gold, pred) if isinstance(pred, Column) else pred
        ours = gold.run if isinstance(gold, TextGold) else gold
        named_folders(folders_of(options))  # of a language without a standard, too
        return align(ours, theirs, **options)  # type: ignore[arg-type]  # checked where it is used

    def default_names(self, gold: Run | TextGold | Column) -> Mapping[str, str]:
        """The language pair and the test set that a run names; of texts, how the first file of references is called."""
        if isinstance(gold, Column):
            return {}
        dataset = gold.run.dataset if isinstance(gold, TextGold) else gold.dataset
        return {"language": dataset.pair.replace("/", "-"), "dataset": dataset.id.replace("/", "-")}

    def same_field(self, gold: Run | TextGold | Column, pred: Run | TextGold | Column) -> bool:
        """Whether both are plain texts, or one column; a run holds references and outputs in one file by design."""
        return isinstance(gold, TextGold) and isinstance(pred, Column) and pred.field in gold.fields

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
