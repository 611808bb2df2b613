"""Reading runs: JSON, JSON Lines with a header in the first line, or plain data."""

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.base.errors import InputError
from scoring.base.files import content_of
from scoring.base.strict_json import leaves
from scoring.mt.document import convert, decode, place, refuse_unfit
from scoring.mt.run import Run

__all__ = ["is_run", "loads_run", "read_run", "run_in", "run_of"]

LEAST = 1e-30  # of what is not 0: below it quotients overflow


def read_run(source: object) -> Run:
    """The run in a file: a path, or a file open for reading; or the one that a dictionary of plain data is.

    Raises:
        InputError: the file cannot be read or is not a run; names file, entry and field.
    """
    if isinstance(source, Run):
        return source
    if isinstance(source, Mapping):
        return run_of(source, "<run>")
    ways = "give a path, an open file, a run as a dictionary, or what mt.read_run returned"
    return loads_run(*content_of(source, "a run ", ways=ways))


def loads_run(data: bytes | str, name: str = "<run>") -> Run:
    """The run in JSON text, or in JSON Lines: a header, then an entry a line.

    Raises:
        InputError: it is not a run; names file, line or entry, and field.
    """
    return run_in(decode(data, name), name)


def is_run(documents: Sequence[tuple[int, Any]]) -> bool:
    """Whether JSON documents with their lines look like a run: by the entries of one object, or by a header."""
    first = documents[0][1]
    if not isinstance(first, dict):
        return False
    return isinstance(first.get("dataset"), dict) or (len(documents) == 1 and "entries" in first)


def run_in(documents: Sequence[tuple[int, Any]], name: str) -> Run:
    """The run that JSON documents with their lines are.

    Raises:
        InputError: as ``loads_run``.
    """
    if len(documents) == 1 and isinstance(documents[0][1], dict) and "entries" in documents[0][1]:
        return run_of(documents[0][1], name)
    header, *rest = documents
    if not isinstance(header[1], dict) or "dataset" not in header[1] or "entries" in header[1]:
        msg = (
            f'{name}: no header: a run is one JSON object with "dataset" and "entries", or JSON Lines whose first '
            'line is {"dataset": {…}, …} and whose other lines are an entry each'
        )
        raise InputError(msg)
    return run_of({**header[1], "entries": [entry for _, entry in rest]}, name, [line for line, _ in rest])


def run_of(document: Mapping[str, Any], name: str, lines: Sequence[int] = ()) -> Run:
    """A run from plain data; ``lines`` are those of its entries in the file."""
    refuse_unfit(document, name)
    run = convert(document, Run, name, lines)
    refuse_tiny(document, name)
    check(run, name, lines)
    return run


def refuse_tiny(document: Mapping[str, Any], name: str) -> None:
    """Raises InputError for an amount that is next to nothing and yet not 0, naming entry and field."""
    for path, value in leaves(document, "$"):
        if (
            isinstance(value, float)
            and 0 < value < LEAST
            and not path.endswith((".difficulty", ".provenance"))
        ):
            msg = f"{name}: {place(path, document)} is {value}, but 0 or at least {LEAST} is needed; was it measured?"
            raise InputError(msg)


def check(run: Run, name: str, lines: Sequence[int] = ()) -> None:
    """Raises InputError for what the types do not say: ids that are not unique, blank references, an odd glossary."""
    places: dict[str, int] = {}
    for number, entry in enumerate(run.entries, 1):
        where = f"{name}:{lines[number - 1]}" if lines else name
        if entry.id in places:
            msg = f"{where}: entries {places[entry.id]} and {number} both have the id {entry.id!r}; give each its own"
            raise InputError(msg)
        places[entry.id] = number
        for field, texts in (("references", entry.references), ("variants", entry.variants)):
            blank = next((place for place, text in enumerate(texts) if not text.strip()), None)
            if field == "references" and blank is not None:
                msg = f"{where}: entry {entry.id!r}: references[{blank}] is blank; a reference has text"
                raise InputError(msg)
    for term, targets in (run.glossary or {}).items():
        if not term.strip() or not targets or not all(target.strip() for target in targets):
            msg = (
                f"{name}: glossary {term!r}: {list(targets)!r}, but a source term needs at least one accepted target "
                'term, as in {"dog": ["chien"]}'
            )
            raise InputError(msg)
