"""The tokenizers of BLEU and TER, which are those of sacrebleu; by the rules of 13a many lines are split at once.

Source: Post (2018), "A Call for Clarity in Reporting BLEU Scores", §3: scores compare only with the same tokens.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib import import_module
from itertools import islice
from typing import Any

from scoring.base.errors import UsageError
from scoring.base.extras import install_line
from scoring.base.wording import nearest
from scoring.metrics.metric import NotAvailable

__all__ = [
    "TOKENIZERS",
    "tercom",
    "token_lists",
    "tokenizer",
    "tokenizer_missing",
    "tokenizer_name",
    "tokenizer_version",
]

Tokenizer = Callable[[str], str]
TOKENIZERS = {  # name: module and class in sacrebleu.tokenizers
    "13a": ("tokenizer_13a", "Tokenizer13a"),
    "intl": ("tokenizer_intl", "TokenizerV14International"),
    "zh": ("tokenizer_zh", "TokenizerZh"),
    "ja-mecab": ("tokenizer_ja_mecab", "TokenizerJaMecab"),
    "ko-mecab": ("tokenizer_ko_mecab", "TokenizerKoMecab"),
    "char": ("tokenizer_char", "TokenizerChar"),
    "none": ("tokenizer_none", "NoneTokenizer"),
}
FETCHED = ("spm", "flores", "spBLEU")  # SentencePiece models that sacrebleu fetches
TOGETHER = 2000  # lines
MARK = " \ue000 "  # of the private use area
ENTITIES = (("&quot;", '"'), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"))
RULES_13A = (
    (
        re.compile(r"([!-&(-+/:-@\[-`{-~])"),
        r" \1 ",
    ),  # signs of ASCII but apostrophe, comma, hyphen and period
    (re.compile(r"([^0-9])([.,])"), r"\1 \2 "),  # of numbers these two are a part
    (re.compile(r"([.,])([^0-9])"), r" \1 \2"),
    (re.compile(r"([0-9])(-)"), r"\1 \2 "),
)
SURROGATE = re.compile("[\ud800-\udfff]")
REMEDIES = {"ja-mecab": install_line("ja"), "ko-mecab": "pip install 'sacrebleu[ko]'"}


def tokenizer(name: str) -> Tokenizer:
    """The function from a line to its tokens with a space between them.

    Raises:
        UsageError: the name is unknown, or the tokenizer's dictionary is not installed; says what to install.
    """
    found = loaded(tokenizer_name(name))
    if isinstance(found, NotAvailable):
        msg = f"{found.reason}; {found.remedy}"
        raise UsageError(msg)
    return found


def token_lists(name: str) -> Callable[[Iterable[str]], Iterator[list[str]]]:
    """The function from lines to the tokens of each, as ``tokenizer`` gives them; 13a takes many lines at once.

    Raises:
        UsageError: the name is unknown, or the tokenizer's dictionary is not installed.
    """
    split = tokenizer(name)
    return split_13a if name == "13a" else lambda lines: (split(line).split() for line in lines)


def split_13a(lines: Iterable[str]) -> Iterator[list[str]]:
    """The tokens of each line by the rules of mteval-v13a, many lines at once: a third of the time of one by one.

    Its rules look at neighbours alone, and a mark between two spaces is none that they know.

    Source: NIST, mteval-v13a.
    """
    one_by_one = tokenizer("13a")
    left = iter(lines)
    while some := list(islice(left, TOGETHER)):
        text = MARK.join(some)
        if text.count(MARK[1]) >= len(some):  # a line has the mark
            yield from (one_by_one(line).split() for line in some)
            continue
        text = text.replace("<skipped>", "").replace("-\n", "").replace("\n", " ")
        if "&" in text:
            for name, sign in ENTITIES:
                text = text.replace(name, sign)
        text = f" {text} "
        for rule, tokens in RULES_13A:
            text = rule.sub(tokens, text)
        yield from (line.split() for line in text.split(MARK[1]))


def tokenizer_missing(name: str) -> NotAvailable | None:
    """Why a tokenizer cannot be used and what to install, None where it can; UsageError for an unknown name."""
    found = loaded(tokenizer_name(name))
    return found if isinstance(found, NotAvailable) else None


def tokenizer_name(name: object) -> str:
    """The name, which is a tokenizer's; UsageError says which there are."""
    if isinstance(name, str) and name in TOKENIZERS:
        return name
    hint = nearest(name, TOKENIZERS) if isinstance(name, str) else nearest("", TOKENIZERS)
    if isinstance(name, str) and name.startswith(FETCHED):
        hint = (
            f"its model would have to be fetched, and no metric uses the network; {nearest('', TOKENIZERS)}"
        )
    msg = f"there is no tokenizer {name!r}; {hint}"
    raise UsageError(msg)


def tokenizer_version(name: str) -> str:
    """What sacrebleu's signature calls the tokenizer: its name, and the version of a dictionary.

    Raises:
        UsageError: the name is unknown, or the tokenizer's dictionary is not installed.
    """
    tokenizer(name)
    return str(made(name).signature())


@cache
def made(name: str) -> Any:  # noqa: ANN401 - a class of sacrebleu's
    """A tokenizer of sacrebleu, made once."""
    module, kind = TOKENIZERS[name]
    return getattr(import_module(f"sacrebleu.tokenizers.{module}"), kind)()


@cache
def loaded(name: str) -> Tokenizer | NotAvailable:
    """A tokenizer, made once."""
    try:
        split: Tokenizer = made(name)
    except (ImportError, RuntimeError) as fault:
        if name not in REMEDIES:
            raise
        lines = str(fault).strip().splitlines() or [type(fault).__name__]
        return NotAvailable(f"the tokenizer {name} is not installed ({lines[0]})", REMEDIES[name])
    return (lambda line: split(readable(line))) if name in REMEDIES else split


def readable(line: str) -> str:
    """The line with U+FFFD for each lone surrogate, which MeCab cannot read and UTF-8 has no bytes for."""
    return SURROGATE.sub("\ufffd", line)


@cache
def tercom(*, normalized: bool, punct: bool, asian: bool, case_sensitive: bool) -> Tokenizer:
    """The tokenizer of TER (Snover et al. 2006) with these settings."""
    from sacrebleu.tokenizers.tokenizer_ter import TercomTokenizer

    split: Tokenizer = TercomTokenizer(
        normalized=normalized, no_punct=not punct, asian_support=asian, case_sensitive=case_sensitive
    )
    return split
