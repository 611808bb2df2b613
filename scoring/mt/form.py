"""How translations are read that are no runs: where sources and references are, which languages, which columns.

Their keys are ``TEXTS`` in ``scoring.metrics.key``.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scoring.base.errors import UsageError
from scoring.base.wording import nearest

__all__ = ["AS_USUAL", "USUAL", "TextForm"]

USUAL: Mapping[str, tuple[str, ...]] = {
    # The columns of a table where none is named: ours, and those of the programs that score translations.
    "ref": ("ref", "reference", "references"),
    "source": ("source", "src"),
    "pred": ("pred", "prediction", "hypothesis", "hyp", "mt", "output"),
}
# A language pair as rows are named by it: en-de, eng_Latn-deu_Latn.  The second of pt-BR and zh-Hans is no language.
PAIR = re.compile(r"([a-z]{2,3}(?:_\w+)?)-([a-z]{2,3}(?:_\w+)?)", re.ASCII)


@dataclass(frozen=True)
class TextForm:
    """The values of the keys; None where one is not given.  ``language`` is that of the rows."""

    ref: object = None
    source: object = None
    source_language: str | None = None
    target_language: str | None = None
    ref_field: Sequence[str] | None = None
    source_field: str | None = None
    pred_field: str | None = None
    id_field: str | None = None
    columns: Sequence[str] | None = None
    language: str | None = None
    dataset: str | None = field(default=None)

    @classmethod
    def of(cls, how: Mapping[str, Any]) -> "TextForm":
        """The form that a gate, a call or a command asks for; UsageError for an option that there is none of."""
        for name in how:
            if name not in cls.__dataclass_fields__:
                msg = f"translations are not read by {name!r}; {nearest(name, cls.__dataclass_fields__)}"
                raise UsageError(msg)
        return cls(**how)

    def fields(self, role: str) -> tuple[str, ...]:
        """The columns that are named for ``ref``, ``source`` or ``pred``; none where nobody named one."""
        if role == "ref":
            return tuple(self.ref_field or ())
        named = self.source_field if role == "source" else self.pred_field
        return () if named is None else (named,)

    @property
    def languages(self) -> tuple[str, str]:
        """The languages of sources and references, which texts do not say themselves.

        Raises:
            UsageError: neither the keys nor the language of the rows name both.
        """
        pair = PAIR.fullmatch(self.language or "")
        source = self.source_language or (pair[1] if pair else None)
        target = self.target_language or (pair[2] if pair else None)
        if source is None or target is None:
            lacking = [
                name
                for name, code in (("source_language", source), ("target_language", target))
                if code is None
            ]
            is_none = "" if self.language is None else f"; language {self.language!r} names no pair"
            msg = (
                f"texts do not say what languages they are in: give {' and '.join(lacking)}, "
                f'or both as language = "en-de" (--language en-de){is_none}'
            )
            raise UsageError(msg)
        return source, target


AS_USUAL = TextForm()
