"""Documents as they were given: a table of which a field, or several, hold the labels of a side."""

from dataclasses import dataclass

from scoring.base.errors import InputError
from scoring.base.table import DataTable
from scoring.labels.form import USUAL

__all__ = ["LabelDocuments"]


@dataclass(frozen=True, eq=False)
class LabelDocuments(DataTable):
    """The documents of one side; see ``DataTable``."""

    noun: str = "document"
    example: str = "id,gold,pred"

    @classmethod
    def of(cls, table: DataTable) -> "LabelDocuments":
        """The rows of a table as documents."""
        return cls(**vars(table))

    def side(self, role: str, named: str | None) -> str | None:
        """The field with the labels of a side: the one that is named, else that of a usual name; None where none is.

        Raises:
            InputError: there is no field of the name, or there are several usual ones and not the first.
        """
        if named is not None:
            self.column(named, f"{role}_field")
            return named
        usual = [name for name in USUAL[role] if name in self.columns]
        if len(usual) > 1 and usual[0] != role:
            key = f"{role}_field"
            msg = (
                f"{self.name}: the labels of {role} may be in {' or '.join(map(repr, usual))}; "
                f"name the field: {key} (--{key.replace('_', '-')})"
            )
            raise InputError(msg)
        return usual[0] if usual else None
