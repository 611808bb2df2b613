"""The refusal of tagged text whose first column counts the tokens, where nobody said which column is the token."""

import re
from collections.abc import Sequence

from scoring.base.errors import InputError
from scoring.spans.columns import CONLLU, TagColumns, cells_of
from scoring.spans.text import TaggedText

__all__ = ["refuse_counted"]

TAG = re.compile(r"O|[BIESLU]-\S+")


def refuse_counted(text: TaggedText, columns: TagColumns, content: str) -> None:
    """Raises InputError where the first column counts 1, 2, 3 … in every sentence; says which options fit."""
    if columns.token is not None or columns.misc is not None or not counts(text.tokens or []):
        return
    lines = content.split("\n")
    rows = [
        cells_of(lines[text.line(at, place) - 1])
        for at, tokens in enumerate(text.tokens or [])
        for place in range(len(tokens))
    ]
    if len(rows[0]) < 3 and not any(len(tokens) > 1 for tokens in text.tokens or []):
        return  # a number in a sentence of its own may be its token
    place = f"{text.name}:{text.line(0, 0)}: the first column counts the tokens of every sentence, so it holds no token"
    raise InputError(f"{place}; {options_that_fit(rows)}")


def counts(sentences: Sequence[Sequence[str]]) -> bool:
    """Whether every sentence's first column is 1, 2, 3 …, or every one's 0, 1, 2 and so on."""
    if not sentences or sentences[0][0] not in ("0", "1"):
        return False
    first = int(sentences[0][0])
    return all(
        tokens[0] == str(first) and all(token == str(at) for at, token in enumerate(tokens, first))
        for tokens in sentences
    )


def options_that_fit(rows: Sequence[Sequence[str]]) -> str:
    """The options under which the rows can be read."""
    width = min(map(len, rows))
    if width == CONLLU == max(map(len, rows)):
        keys = sorted({part.partition("=")[0] for row in rows for part in row[-1].split("|")
                       if TAG.fullmatch(part.partition("=")[2])})  # fmt: skip
        if keys:
            return f"in CoNLL-U tags stand in MISC: give --misc-key {' or '.join(keys)} (misc_key)"
    if width < 3:
        return "there is no column of tokens beside it; write one"
    tags = [at for at in range(2, width) if all(TAG.fullmatch(row[at]) for row in rows)]
    if not tags:
        return "give --token-column and --tag-column (token_column, tag_column)"
    either = " or ".join(str(at + 1) for at in tags)
    return f"give --token-column 2 --tag-column {either} (token_column, tag_column)"
