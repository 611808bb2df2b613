"""How documents are read: which fields hold the ids and the labels, and what names the columns of a table."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import ClassVar, TypedDict

from scoring.base.table_form import TableForm

__all__ = ["AS_USUAL", "USUAL", "DocumentForm", "ReadOptions"]

USUAL: Mapping[str, tuple[str, ...]] = {
    # The fields with the labels of a side where none is named: the first is that of our own files.
    "gold": ("gold", "y_true", "label"),
    "pred": ("pred", "y_pred", "label"),
}


class ReadOptions(TypedDict, total=False):
    """What a call may say of how its documents are read; see ``DocumentForm``."""

    id_field: str | None
    gold_field: str | None
    pred_field: str | None
    columns: Collection[str] | None
    header: bool | None


@dataclass(frozen=True)
class DocumentForm(TableForm):
    """A table whose fields of labels may be named too, None: by their usual names."""

    gold_field: str | None = None
    pred_field: str | None = None

    noun: ClassVar[str] = "document"
    example: ClassVar[str] = "id,gold,pred"
    by_hand: ClassVar[str] = 'columns = ["id", "label"] (--columns id,label)'
    beginnings: ClassVar[tuple[str, ...]] = ("gold:", "gold.", "score:", "score.", "scores:", "scores.")

    def field_of(self, role: str) -> str | None:
        """The field with the labels of a side (gold or pred), None where nobody named it."""
        return self.gold_field if role == "gold" else self.pred_field

    @property
    def names(self) -> set[str]:
        """The fields that are named or usual: a first line with one of them is a header."""
        own = {name for name in (self.gold_field, self.pred_field) if name is not None}
        return super().names | own | {"text", "scores", "score", *USUAL["gold"], *USUAL["pred"]}


AS_USUAL = DocumentForm()
