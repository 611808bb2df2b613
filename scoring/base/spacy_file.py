"""The Docs in a ``.spacy`` file, which spaCy itself has to read."""

from typing import Any

from scoring.base.errors import InputError

__all__ = ["docs_in"]


def docs_in(content: bytes, name: str) -> list[Any]:
    """The Docs of the content of a ``.spacy`` file.

    Raises:
        InputError: spaCy is not installed, or the file is none of its own.
    """
    try:
        from spacy.tokens import DocBin
        from spacy.vocab import Vocab
    except ImportError:
        msg = f"{name}: a .spacy file is read by spaCy, which is not installed: pip install spacy"
        raise InputError(msg) from None
    try:
        return list(DocBin().from_bytes(content).get_docs(Vocab()))
    except Exception as fault:  # noqa: BLE001 - of zlib, msgpack or spaCy
        msg = f"{name}: spaCy cannot read it as a .spacy file: {type(fault).__name__}; write it with DocBin.to_disk"
        raise InputError(msg) from None
