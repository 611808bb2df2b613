"""``onenlp convert-docs IN OUT``: writes the Docs of a ``.spacy`` file as CoNLL-U."""

import os
from argparse import Namespace
from pathlib import Path

from scoring.base.errors import InputError, UsageError
from scoring.cli.options import Parser

__all__ = ["parser", "run"]


def parser() -> Parser:
    """The options of the command."""
    made = Parser(
        "onenlp convert-docs",
        "Write the Docs of a .spacy file as CoNLL-U, for gates of the tasks ud and spans: words, sentences, tags,\n"
        "lemmas, features, trees where there are any, and entities as name=B-PER in the last column.",
        "",
    )
    made.add_argument("source", metavar="IN", help="Docs as spaCy's DocBin writes them, .spacy")
    made.add_argument("target", metavar="OUT", help="the file to write")
    return made


def run(options: Namespace) -> int:
    """Converts, and says what was written."""
    from scoring.base.files import read_bytes, write_atomically
    from scoring.base.spacy_file import docs_in
    from scoring.base.wording import plural
    from scoring.cli.output import say
    from scoring.ud import loads, to_conllu

    if os.path.realpath(options.source) == os.path.realpath(options.target):
        msg = f"OUT {options.target} is also IN, which it would replace; give another file"
        raise UsageError(msg)
    docs = docs_in(read_bytes(options.source, InputError), options.source)
    text = to_conllu(docs, options.source)
    found = loads(text, options.source)
    write_atomically(Path(options.target), text.encode(), InputError)
    trees = "" if found.has_heads else ", without trees: metrics such as LAS are not available"
    numbers = ((len(docs), "Doc"), (found.n_sentences, "sentence"), (found.n_words, "word"))
    said = ", ".join(f"{number} {one if number == 1 else plural(one)}" for number, one in numbers)
    say(f"{options.target}: {said}{trees}\n")
    return 0
