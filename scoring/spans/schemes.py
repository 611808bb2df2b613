"""How tags make spans: the schemes by name, and the spans of many tags at once as if they were in IOB2.

Source: Tjong Kim Sang and Veenstra (1999), Representing Text Chunks, §2, for IOB1 and IOB2; Ratinov and Roth (2009),
§3, for BILOU, read strictly as seqeval does: a span is S, or B, any number of I, and E of one type.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypedDict

import numpy as np
from numpy.typing import NDArray

from scoring.base.errors import UsageError
from scoring.base.wording import nearest
from scoring.spans.columns import USUAL, TagColumns

__all__ = [
    "IOB2",
    "SCHEMES",
    "SEQEVAL",
    "Scheme",
    "SideReading",
    "TagOptions",
    "in_kinds",
    "letters_of",
    "reading_of",
]

Ints = NDArray[Any]
O, B, I, E, S = range(5)  # noqa: E741 - the schemes' own letters
BEGINS = {"O": O, "B": B, "I": I}
SCHEMES: Mapping[str, Mapping[str, int]] = {  # the letters of each, by what they do
    "iob2": BEGINS,
    "iob1": BEGINS,
    "bioes": {**BEGINS, "E": E, "S": S},
    "bilou": {**BEGINS, "L": E, "U": S},
    "plain": {},
    "seqeval": BEGINS,
}


@dataclass(frozen=True)
class Scheme:
    """How tags make spans.  ``outside`` are plain labels that are none; ``stated``: somebody named the scheme."""

    name: str = "iob2"
    outside: frozenset[str] = frozenset({"O"})
    alternatives: bool = False  # several tags may stand in a cell of gold
    stated: bool = False

    @property
    def strict(self) -> bool:
        """Whether a tag without a prefix is an error; seqeval's reading takes its first letter for one."""
        return self.name != "seqeval"


IOB2, SEQEVAL = Scheme(), Scheme("seqeval")


class TagOptions(TypedDict, total=False):
    """What may be said of how a side is read, as in a gate; see docs/reference/spans.md."""

    token_column: int | None
    tag_column: int | None
    misc_key: str | None
    pred_token_column: int | None
    pred_tag_column: int | None
    scheme: str | None
    outside: Iterable[str] | None
    alternatives: bool | None
    tag_names: Sequence[str] | Mapping[int, str] | None
    spans_key: str | None


@dataclass(frozen=True)
class SideReading:
    """How one side is read: its columns, its scheme, what numbers stand for, which group of spans Docs have."""

    columns: TagColumns = field(default_factory=TagColumns)
    scheme: Scheme = IOB2
    tag_names: tuple[str, ...] | None = None
    spans_key: str | None = None


def reading_of(how: Mapping[str, Any], role: str = "gold") -> SideReading:
    """The reading of gold, or of a prediction (the role ``pred``), that some options say.

    Raises:
        TypeError: there is no such option.
        UsageError: there is no such scheme, or two do not go together.
    """
    rest = {name: value for name, value in how.items() if value is not None}
    columns = TagColumns(
        rest.pop("token_column", None), rest.pop("tag_column", None), rest.pop("misc_key", None)
    )
    other = TagColumns(rest.pop("pred_token_column", None), rest.pop("pred_tag_column", None))
    if role == "pred" and other != USUAL:
        columns = other
    names, key = rest.pop("tag_names", None), rest.pop("spans_key", None)
    named, outside = rest.pop("scheme", None), rest.pop("outside", None)
    alternatives = bool(rest.pop("alternatives", False))
    if rest:
        strange = next(iter(rest))
        msg = f"unexpected keyword argument {strange!r}; {nearest(strange, TagOptions.__annotations__)}"
        raise TypeError(msg)  # as of any function
    if named is not None and named not in SCHEMES:
        msg = f"there is no scheme {named!r}; {nearest(str(named), SCHEMES)}"
        raise UsageError(msg)
    scheme = named or IOB2.name
    if outside is not None and scheme != "plain":
        msg = f'outside names plain labels that are no span, but the scheme is {scheme}; add scheme = "plain"'
        raise UsageError(msg)
    if alternatives and scheme not in ("iob2", "plain", "seqeval"):
        msg = f"alternatives is for the schemes iob2 and plain, but the scheme is {scheme}; turn the tags into IOB2"
        raise UsageError(msg)
    made = Scheme(scheme, frozenset({"O", *labels_in(outside)}), alternatives, stated=named is not None)
    return SideReading(columns, made, tags_in(names), key)


def labels_in(outside: object) -> Iterable[str]:
    """The labels that are no span; one may be given alone."""
    if outside is None:
        return ()
    labels = (
        [outside] if isinstance(outside, str) else list(outside) if isinstance(outside, Iterable) else [None]
    )
    if not all(isinstance(label, str) for label in labels):
        msg = f'outside is {outside!r:.60}, but a list of labels is needed, as in ["OTHER"]'
        raise UsageError(msg)
    return [str(label) for label in labels]


def tags_in(names: object) -> tuple[str, ...] | None:
    """The tags by number, of a list or of a dictionary as ``model.config.id2label``."""
    if names is None:
        return None
    if isinstance(names, Mapping):
        numbers = {int(key): value for key, value in names.items() if str(key).isdecimal()}
        names = [numbers.get(at) for at in range(len(names))]
    if (
        isinstance(names, str)
        or not isinstance(names, Sequence)
        or not all(isinstance(one, str) for one in names)
    ):
        msg = f'tag_names is {names!r:.60}, but the tags that numbers stand for are needed, as in ["O", "B-PER"]'
        raise UsageError(msg)
    return tuple(names)


def letters_of(scheme: Scheme, tag: str) -> int | None:
    """What a tag does in a scheme (O, B, I, E, S); None where its first letter is none of the scheme's."""
    if scheme.name == "plain":
        return O if tag in scheme.outside else I
    return SCHEMES[scheme.name].get(tag[:1])


def in_kinds(scheme: Scheme, letters: Ints, types: Ints, starts: Ints) -> Ints:
    """The letters O, B and I with which IOB2 has the same spans: ``(tokens,)``; sentences start at ``starts``."""
    decode = DECODERS.get(scheme.name)
    if decode is None or not letters.size:
        return letters
    same = np.zeros(letters.size, dtype=np.bool_)
    same[1:] = types[1:] == types[:-1]
    same[starts] = False
    return decode(letters, same)


def after(letters: Ints, chosen: Sequence[int]) -> NDArray[np.bool_]:
    """Whether the letter before is one of these."""
    found = np.zeros(letters.size, dtype=np.bool_)
    found[1:] = np.isin(letters[:-1], chosen)
    return found


def inner_opens(letters: Ints, same: NDArray[np.bool_]) -> Ints:
    """IOB1 and plain labels: I opens a span where no other of its type ends before it."""
    kinds = letters.copy()
    kinds[(letters == I) & ~(same & after(letters, (B, I)))] = B
    return kinds


def ended(letters: Ints, same: NDArray[np.bool_]) -> Ints:
    """BIOES and BILOU: what does not begin with B and end with E, and is no S, is no span."""
    linked = same & np.isin(letters, (I, E)) & after(letters, (B, I))
    firsts = np.flatnonzero(~linked)
    lasts = np.append(firsts[1:], letters.size) - 1
    begins, ends = letters[firsts], letters[lasts]
    good = ((begins == B) & (ends == E)) | ((begins == S) & (firsts == lasts))
    kinds = np.where(linked, I, B).astype(letters.dtype)
    kinds[~np.repeat(good, lasts - firsts + 1)] = O
    return kinds


DECODERS: Mapping[str, Callable[[Ints, NDArray[np.bool_]], Ints]] = {
    "iob1": inner_opens, "plain": inner_opens, "bioes": ended, "bilou": ended,
}  # fmt: skip
