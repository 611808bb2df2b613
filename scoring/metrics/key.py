"""A key of gates, of the marker and of the command: its name, what its value is, and one check of a value in Python.

Light, because help and gate files read keys before anything is scored.
"""

import math
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum, auto

from scoring.metrics.declared import BETTER_WORDS, SCALE_WORDS

__all__ = [
    "CLUSTER",
    "COLUMN",
    "COLUMNS",
    "DISJOINT",
    "FORMULAS",
    "HEADING",
    "LABELS",
    "OF_ROWS",
    "READING",
    "SCORES",
    "SLICES",
    "TABLE",
    "TAGGED",
    "TEXTS",
    "THRESHOLD",
    "TOKENIZE",
    "Key",
    "Kind",
]


FORMULAS = '{ WER = "sum(errors)/sum(words)" }'
COLUMN = "a whole number from 1 up, or from -1 down to count from the end,"


class Kind(Enum):
    """What the value of a key is."""

    NAME = auto()
    NAMES = auto()  # a list of them
    NUMBER = auto()
    AMOUNT = auto()  # a number from 0 up
    MARGIN = auto()  # a number above 0
    WHOLE = auto()  # a whole number from 0 up
    COUNT = auto()  # a whole number from ``least`` up
    WORD = auto()  # one of a few
    FLAG = auto()  # true or false
    COLUMN = auto()  # a whole number but 0: from 1, or from the end
    FLOOR = auto()  # a number, or numbers by metric
    METRICS = auto()  # names, or formulas by name
    BETTER = auto()  # what a better score does, or how metrics improve
    BY_METRIC = auto()  # one of a few words, or such words by metric
    FILE = auto()  # a path from the gate file's folder, or one of ``words``; in Python the thing itself too
    FILES = auto()  # one as FILE, or a list of them
    MODEL = auto()  # a name, or a path as FILE; in Python the thing itself too


@dataclass(frozen=True)
class Key:
    """One key.  Those of a task are in its ``keys``; ``align`` takes their values by name.

    ``reads`` says that it is about how a source is read: ``read_as`` takes its value, not ``align``.  ``needed`` says
    what a FILE or MODEL may be in Python, and ``accepts`` whether a thing that is no path is that.  ``is_gold`` says
    that what it names is the gold data, in place of ``gold``.  ``short`` are options of the command that stand for a
    value.
    """

    name: str
    kind: Kind
    help: str = ""  # of the command's option
    metavar: str = "VALUE"
    example: str = ""  # of a list
    least: int = 0  # of a whole number
    most: int | None = None
    words: tuple[str, ...] = ()
    needed: str = "a path"
    accepts: Callable[[object], bool] = bool
    reads: bool = False
    is_gold: bool = False
    short: tuple[tuple[str, str], ...] = ()

    @property
    def range_needed(self) -> str:
        """What a whole number has to be."""
        return f"a whole number from {self.least} " + ("up" if self.most is None else f"to {self.most}")

    def lacks(self, value: object) -> str | None:
        """What a value in Python has to be; None where it is."""
        return CHECKS[self.kind](self, value)


def name_needed(_: Key, value: object) -> str | None:
    return None if isinstance(value, str) and value.strip() else "a name"


def names_needed(key: Key, value: object) -> str | None:
    names = value if isinstance(value, list | tuple | set | frozenset) else ()
    good = names and all(isinstance(name, str) and name for name in names)
    return None if good else f"a list with at least one name, as in {key.example},"


def number_needed(_: Key, value: object) -> str | None:
    return None if is_finite(value) else "a number"


def amount_needed(_: Key, value: object) -> str | None:
    return None if is_finite(value) and float(value) >= 0 else "a number of 0 or more"  # type: ignore[arg-type]  # finite


def margin_needed(_: Key, value: object) -> str | None:
    return None if is_finite(value) and float(value) > 0 else "a number above 0"  # type: ignore[arg-type]  # finite


def whole_needed(key: Key, value: object) -> str | None:
    good = isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= (key.most or value)
    return None if good else f"a whole number from 0 to {key.most}"


def count_needed(key: Key, value: object) -> str | None:
    good = (
        isinstance(value, int) and not isinstance(value, bool) and key.least <= value <= (key.most or value)
    )
    return None if good else key.range_needed


def word_needed(key: Key, value: object) -> str | None:
    return None if value in key.words else " or ".join(repr(word) for word in key.words)


def flag_needed(_: Key, value: object) -> str | None:
    return None if isinstance(value, bool) else "True or False"


def column_needed(_: Key, value: object) -> str | None:
    good = isinstance(value, int) and not isinstance(value, bool) and value != 0
    return None if good else COLUMN


def floor_needed(_: Key, value: object) -> str | None:
    floors = list(value.values()) if isinstance(value, Mapping) else [value]
    good = floors and all(is_finite(floor) for floor in floors)
    return None if good else 'a number, or numbers by metric, as in {"LAS": 80.0},'


def metrics_needed(key: Key, value: object) -> str | None:
    if not isinstance(value, Mapping):
        return names_needed(key, value)
    texts = [*value, *value.values()]
    good = texts and all(isinstance(one, str) and one.strip() for one in texts)
    return None if good else f"a table of formulas by name, as in {FORMULAS},"


def better_needed(key: Key, value: object) -> str | None:
    if isinstance(value, Mapping):
        good = value and all(one in BETTER_WORDS or is_finite(one) for one in value.values())
        return None if good else 'higher, lower or an ideal value by metric, as in {"WER": "lower"},'
    return None if value in (*key.words, *BETTER_WORDS) else " or ".join(map(repr, key.words))


def by_metric_needed(key: Key, value: object) -> str | None:
    values = list(value.values()) if isinstance(value, Mapping) else [value]
    good = values and all(one in key.words for one in values)
    return None if good else f"{', '.join(map(repr, key.words))}, or one of them by metric"


def file_needed(key: Key, value: object) -> str | None:
    if isinstance(value, str | os.PathLike):
        return None if os.fspath(value) else key.needed
    return None if key.accepts(value) else key.needed


def is_source(value: object) -> bool:
    """Whether a value can be read from, or is a list: what is in it is seen when it is read."""
    return hasattr(value, "read") or (isinstance(value, Iterable) and not isinstance(value, bytes | Mapping))


CHECKS: Mapping[Kind, Callable[[Key, object], str | None]] = {
    Kind.NAME: name_needed, Kind.NAMES: names_needed, Kind.NUMBER: number_needed, Kind.AMOUNT: amount_needed,
    Kind.MARGIN: margin_needed,
    Kind.WHOLE: whole_needed, Kind.COUNT: count_needed, Kind.WORD: word_needed, Kind.FLAG: flag_needed,
    Kind.FLOOR: floor_needed, Kind.COLUMN: column_needed, Kind.METRICS: metrics_needed, Kind.BETTER: better_needed,
    Kind.BY_METRIC: by_metric_needed,
    Kind.FILE: file_needed, Kind.FILES: file_needed, Kind.MODEL: file_needed,
}  # fmt: skip


def is_finite(value: object) -> bool:
    """Whether the value is a finite number, and one that a float can hold; a bool is none."""
    try:
        return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
    except OverflowError:
        return False


# Keys of our own tasks which their commands show in their help, so that help loads no task.
# Labels and slices are cut out by whoever measures, so ``align`` does not take them.
LABELS = Key("labels", Kind.NAMES, "rows for these labels alone, too", "NAME,...", example='["PER", "LOC"]')
SLICES = Key(
    "slices", Kind.NAMES, "rows for the units with each value of a field of gold, or with one value, too",
    "FIELD,FIELD=VALUE,...", example='["domain", "genre=news"]',
)  # fmt: skip
CLUSTER = Key(
    "cluster",
    Kind.NAME,
    "what is resampled: sentence or document (default: document where gold has them)",
    "UNIT",
)
DISJOINT = Key("disjoint_labels", Kind.FLAG, "score also where gold and prediction have no label in common")
THRESHOLD = Key(
    "threshold", Kind.NUMBER, "the score from which on a label is predicted (default: 0.5)", "NUMBER"
)
# What names the columns of a table.
HEADING = (
    Key("columns", Kind.NAMES, "the columns of a table whose first line does not name them", "NAME,...",
        example='["id", "text", "label"]', reads=True),
    Key("header", Kind.FLAG, "whether the first line of a table names its columns (default: it does)", reads=True),
)  # fmt: skip
# How a table of documents is read.
TABLE = (
    Key("id_field", Kind.NAME, "the field with the ids (default: id)", "NAME", reads=True),
    Key("gold_field", Kind.NAME, "gold's field with the labels (default: gold, y_true or label)", "NAME", reads=True),
    Key("pred_field", Kind.NAME, "pred's field (default, of labels: pred, y_pred or label; of a translation: pred, "
        "prediction, hypothesis, hyp, mt or output)", "NAME", reads=True),
    *HEADING,
)  # fmt: skip
# How a table of scores is read, and what its cells mean.
SCORES = (
    Key("id", Kind.NAME, "the column with the ids (default: id)", "NAME", reads=True),
    *HEADING,
    Key("missing", Kind.WORD, "what an empty cell means: leave the row out, or 0 (default: an error)",
        words=("skip", "zero")),
    Key("scale", Kind.BY_METRIC, "the unit of the scores (default: ratio)", words=SCALE_WORDS),
)  # fmt: skip
# How tagged text and documents with spans are read.
COLUMNS = (
    Key("token_column", Kind.COLUMN, "the column of the token, from 1, or from the end: -1 is the last (default: 1)",
        "N", reads=True),
    Key("tag_column", Kind.COLUMN, "the column of the tag (default: -1)", "N", reads=True),
    Key("misc_key", Kind.NAME, "CoNLL-U whose tags stand in this key of its last column, as name=B-PER", "NAME",
        reads=True),
)  # fmt: skip
TAGGED = (
    *COLUMNS,
    Key("pred_token_column", Kind.COLUMN, "the column of the token in predictions that have other columns than gold",
        "N", reads=True),
    Key("pred_tag_column", Kind.COLUMN, "the column of the tag in such predictions", "N", reads=True),
    Key("scheme", Kind.WORD, "how tags make spans; plain: neighbouring equal labels are one span (default: iob2)",
        words=("iob2", "iob1", "bioes", "bilou", "plain", "seqeval"), short=(("--plain-labels", "plain"),), reads=True),
    Key("outside", Kind.NAMES, "plain labels that are no span, beside O", "LABEL,...", example='["OTHER"]', reads=True),
    Key("alternatives", Kind.FLAG, "accept any of several tags in a cell of gold, as in B-person,B-group", reads=True),
    Key("tag_names", Kind.NAMES, "the tags that whole numbers in gold and prediction stand for, in order", "TAG,...",
        example='["O", "B-PER"]', reads=True),
    Key("spans_key", Kind.NAME, "the group of spans of Docs, doc.spans[NAME] (default: doc.ents)", "NAME", reads=True),
)  # fmt: skip
# How a translation's BLEU is counted.
TOKENIZE = Key(
    "tokenize", Kind.WORD, "the tokenizer of BLEU (default: that of the target's card, else 13a)",
    words=("13a", "intl", "zh", "ja-mecab", "ko-mecab", "char", "none"),
)  # fmt: skip
# How a translation is read that is no run: texts, a segment a line, or columns of a table.
A_TEXT = "a path, an open file or a list of texts"
TEXTS = (
    Key("ref", Kind.FILES, "the references of a translation, a segment a line or a column of a table (repeatable)",
        "FILE", needed=f"{A_TEXT} for each translator, as in ref=[texts],", example='["a.txt", "b.txt"]',
        accepts=is_source, reads=True, is_gold=True),
    Key("source", Kind.FILE, "the sources of a translation, a segment a line or a column of a table", "FILE",
        needed=f"{A_TEXT},", accepts=is_source, reads=True),
    Key("source_language", Kind.NAME, "the language of the sources (default: the first of --language en-de)", "CODE",
        reads=True),
    Key("target_language", Kind.NAME, "the language of the references (default: the second of --language en-de)",
        "CODE", reads=True),
    Key("ref_field", Kind.NAMES, "the columns of a table with the references (default: ref, reference or references)",
        "NAME,...", example='["ref_a", "ref_b"]', reads=True),
    Key("source_field", Kind.NAME, "the column of a table with the sources (default: source or src)", "NAME",
        reads=True),
)  # fmt: skip
OF_ROWS = tuple(
    key for key in TABLE if key.name in ("id_field", "pred_field", "columns")
)  # of tables of any kind
READING = (*TABLE, *TAGGED, *TEXTS, TOKENIZE, DISJOINT)  # what any command takes that measures two files
