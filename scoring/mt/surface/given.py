"""Outputs and references as they were given, checked: nothing is cut, dropped or read as something else.

Source: the record-per-segment input of the machine-translation specification; ``None`` is no empty string.
"""

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain

from scoring.base.errors import AlignmentError, InputError, UsageError

__all__ = ["NORMAL_FORMS", "TextSegments", "segments"]

NORMAL_FORMS = ("NFC", "NFD", "NFKC", "NFKD")


@dataclass(frozen=True, eq=False)
class TextSegments:
    """One output and one or more references for each segment."""

    outputs: list[str]
    references: list[list[str]]

    @property
    def nrefs(self) -> str:
        """The number of references of each segment, ``var`` where it differs: the ``nrefs`` of a signature."""
        numbers = {len(texts) for texts in self.references}
        return str(numbers.pop()) if len(numbers) == 1 else "var"

    def note(self) -> tuple[str, ...]:
        """A note where outputs differ from a reference only in how accented letters are written."""
        texts = chain(self.outputs, chain.from_iterable(self.references))
        if unicodedata.is_normalized("NFC", "\n".join(texts)):
            return ()
        number = sum(map(differ_in_form_alone, self.outputs, self.references))
        if not number:
            return ()
        these = "segment differs" if number == 1 else "segments differ"
        note = (
            f"{number} of {len(self.outputs)} {these} from a reference in Unicode normal form alone; code points are "
            "compared as they are: normal_form='NFC' compares them in one form"
        )
        return (note,)


def segments(hypotheses: object, references: object, normal_form: str | None = None) -> TextSegments:
    """The segments of outputs and, for each of them, the list of its references.

    Raises:
        InputError: a side is no list, an output or reference is no string, or a segment has no reference.
        AlignmentError: there are not as many lists of references as outputs.
        UsageError: the normal form is unknown.
    """
    given, lists = items_of(hypotheses, "hypotheses"), items_of(references, "references")
    if len(given) != len(lists):
        msg = (
            f"hypotheses has {len(given)} items, references {len(lists)}: references[i] is the list of all references "
            "of segment i (not one list for each translator)"
        )
        raise AlignmentError(msg)
    outputs = texts_of(given, "hypotheses")
    checked = [reference_list(number, given) for number, given in enumerate(lists)]
    if normal_form is not None:
        if normal_form not in NORMAL_FORMS:
            msg = f"normal_form is {normal_form!r}; it is one of: {', '.join(NORMAL_FORMS)}, or None for as written"
            raise UsageError(msg)
        outputs = [normalized(normal_form, text) for text in outputs]
        checked = [[normalized(normal_form, text) for text in texts] for texts in checked]
    return TextSegments(outputs, checked)


def items_of(given: object, name: str) -> list[object]:
    """The items of a list; a string is one text rather than a list of letters."""
    if isinstance(given, str | bytes) or not isinstance(given, Iterable):
        msg = f"{name} is {given!r:.60} ({type(given).__name__}), but a list with an item for each segment is needed"
        raise InputError(msg)
    return list(given)


def reference_list(number: int, given: object) -> list[str]:
    """The references of a segment."""
    if isinstance(given, str | bytes) or not isinstance(given, Iterable):
        msg = (
            f"references[{number}] is {given!r:.60} ({type(given).__name__}), but a list of the references of that "
            'segment is needed, as in ["the cat"]'
        )
        raise InputError(msg)
    texts = texts_of(given, f"references[{number}]")
    if not texts:
        msg = f"references[{number}] is empty: the segment has no reference; leave the segment out, or give it one"
        raise InputError(msg)
    return texts


def texts_of(given: Iterable[object], name: str) -> list[str]:
    """The items, all of which are strings."""
    texts: list[str] = []
    for at, text in enumerate(given):
        if not isinstance(text, str):
            msg = (
                f"{name}[{at}] is {text!r:.60} ({type(text).__name__}), but a string is needed; an empty output is '', "
                "and a segment with fewer references than others has a shorter list"
            )
            raise InputError(msg)
        texts.append(text)
    return texts


def normalized(form: str, text: str) -> str:
    """The text in a Unicode normal form."""
    return text if text.isascii() else unicodedata.normalize(form, text)  # type: ignore[arg-type]  # checked before


def differ_in_form_alone(output: str, references: Sequence[str]) -> bool:
    """Whether an output equals no reference as written, but one of them in NFC."""
    if output in references:
        return False
    composed = normalized("NFC", output)
    return any(normalized("NFC", text) == composed for text in references)
