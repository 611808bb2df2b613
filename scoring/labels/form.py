"""How documents are read: which fields hold the ids and the labels, and what names the columns of a table."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, TypedDict

from scoring.base.errors import UsageError
from scoring.base.wording import nearest

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
class DocumentForm:
    """The fields of ids and of labels, None: by their usual names.

    ``columns`` name the columns of a table.  ``header`` says whether its first line does: None, it does, unless there
    are ``columns``; both, and the line is passed over for them.
    """

    id_field: str | None = None
    gold_field: str | None = None
    pred_field: str | None = None
    columns: tuple[str, ...] | None = None
    header: bool | None = None

    @classmethod
    def of(cls, how: Mapping[str, Any]) -> "DocumentForm":
        """The form that a call, a gate or a command asks for.

        Raises:
            UsageError: there is no such option, or a value of it is not what it has to be.
        """
        for name, value in how.items():
            if name not in cls.__dataclass_fields__:
                msg = f"documents are not read by {name!r}; {nearest(name, cls.__dataclass_fields__)}"
                raise UsageError(msg)
            if value is not None and (needed := lacking(name, value)):
                msg = f"{name} is {value!r}, but {needed} is needed"
                raise UsageError(msg)
        columns = how.get("columns")
        return cls(**{**how, "columns": None if columns is None else tuple(columns)})

    def field_of(self, role: str) -> str | None:
        """The field with the labels of a side (gold or pred), None where nobody named it."""
        return self.gold_field if role == "gold" else self.pred_field

    @property
    def names(self) -> set[str]:
        """The fields that are named or usual: a first line with one of them is a header."""
        own = {name for name in (self.id_field, self.gold_field, self.pred_field) if name is not None}
        return own | {"id", "text", "scores", "score", *USUAL["gold"], *USUAL["pred"]}


AS_USUAL = DocumentForm()


def lacking(name: str, value: object) -> str | None:
    """What the value of an option has to be, None where it is."""
    if name == "header":
        return None if isinstance(value, bool) else "True or False"
    if name != "columns":
        return None if isinstance(value, str) and value else "a name"
    names = value if isinstance(value, list | tuple) else ()
    good = names and all(isinstance(one, str) and one for one in names) and len(set(names)) == len(names)
    return None if good else 'a list of names, each once, as in ["id", "label"],'
