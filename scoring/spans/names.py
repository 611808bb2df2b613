"""Whole numbers as tags: a column of a data set that stores them, with the list of tags that they stand for."""

from collections.abc import Sequence
from dataclasses import replace

from scoring.base.errors import InputError
from scoring.spans.text import TaggedText

__all__ = ["IGNORED", "named_tags"]

IGNORED = "-100"  # what training libraries put where a token has no tag, as at the second piece of a word


def named_tags(text: TaggedText, names: Sequence[str] | None) -> TaggedText:
    """The text with a tag for each number; without names as it is.

    Raises:
        InputError: a tag is no number, or there is no name for it; says where.
    """
    if names is None:
        return text
    tags = (
        {tag: tag for tag in names}
        | {str(number): tag for number, tag in enumerate(names)}
        | {IGNORED: IGNORED}
    )
    made = []
    for at, sentence in enumerate(text.sentences):
        numbers = [str(tag) for tag in sentence]
        made.append([tags.get(number, "") for number in numbers])
        if "" in made[-1]:
            place = made[-1].index("")
            msg = (
                f"{text.place(at, place)}: the tag is {sentence[place]!r}, but tag_names has the numbers 0 to "
                f"{len(names) - 1} (and {IGNORED} is left out)"
            )
            raise InputError(msg)
    return replace(text, sentences=made, ignores=any(IGNORED in sentence for sentence in made))
