"""How a table is read: which column holds the ids, and what names its columns."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from scoring.base.errors import UsageError
from scoring.base.wording import nearest

__all__ = ["TableForm"]


@dataclass(frozen=True)
class TableForm:
    """What names the columns of a table, and which one holds the ids; None: the one of the usual name.

    ``columns`` name the columns.  ``header`` says whether the first line does: None, it does, unless there are
    ``columns``; both, and the line is passed over for them.
    """

    id_field: str | None = None
    columns: tuple[str, ...] | None = None
    header: bool | None = None

    noun: ClassVar[str] = "row"  # what a row is, in messages
    example: ClassVar[str] = "id,mark"  # a first line
    by_hand: ClassVar[str] = 'columns = ["id", "mark"] (--columns id,mark)'  # the way out where there is none
    beginnings: ClassVar[tuple[str, ...]] = ()  # of names that no cell of a row has

    @classmethod
    def of(cls, how: Mapping[str, Any]) -> Self:
        """The form that a call, a gate or a command asks for.

        Raises:
            UsageError: there is no such option, or a value of it is not what it has to be.
        """
        for name, value in how.items():
            if name not in cls.__dataclass_fields__:
                msg = f"{cls.noun}s are not read by {name!r}; {nearest(name, cls.__dataclass_fields__)}"
                raise UsageError(msg)
            if value is not None and (needed := lacking(name, value)):
                msg = f"{name} is {value!r}, but {needed} is needed"
                raise UsageError(msg)
        columns = how.get("columns")
        return cls(**{**how, "columns": None if columns is None else tuple(columns)})

    @property
    def first_is_header(self) -> bool:
        """Whether the first line is no row."""
        return self.columns is None if self.header is None else self.header

    @property
    def names(self) -> set[str]:
        """The columns that are named or usual: a first line with one of them is a header."""
        return {"id"} if self.id_field is None else {"id", self.id_field}


def lacking(name: str, value: object) -> str | None:
    """What the value of an option has to be, None where it is."""
    if name == "header":
        return None if isinstance(value, bool) else "True or False"
    if name != "columns":
        return None if isinstance(value, str) and value else "a name"
    names = value if isinstance(value, list | tuple) else ()
    good = names and all(isinstance(one, str) and one for one in names) and len(set(names)) == len(names)
    return None if good else 'a list of names, each once, as in ["id", "label"],'
