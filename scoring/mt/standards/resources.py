"""What a language standard works with: the user's analyser, glosses and word lists, from folders named by language.

``FOLDER/CODE/analyser.hfstol`` (or ``.json``), ``FOLDER/CODE/glosses.json`` (or ``.tsv``), ``FOLDER/CODE/lists.json``,
``FOLDER/CODE/orthography.json``.
"""

import hashlib
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from scoring.base.errors import InputError
from scoring.base.files import is_folder, read_bytes
from scoring.base.strict_json import kind_of
from scoring.metrics.metric import NotAvailable
from scoring.mt import fst
from scoring.mt.document import decode, lines_of
from scoring.mt.standards.protocol import Analyser, Called, analyser_of
from scoring.mt.standards.readings import GIELLALT, Notation, WordReadings, no_others

__all__ = [
    "ANALYSERS",
    "FOLDERS",
    "Resources",
    "digest",
    "load_analyser",
    "load_glosses",
    "named_folders",
    "resources",
]

FOLDERS = "ONENLP_STANDARDS"  # the environment variable: folders, separated as in PATH
ANALYSERS = "ONENLP_FST"  # the environment variable: a folder of files CODE.hfstol
Glosses = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class Resources:
    """The resources of one language; ``folders`` that come later go before."""

    code: str
    folders: tuple[Path, ...] = ()
    unverified: bool = False  # whether facts that nobody has checked are used
    given: Any = None  # an analyser from Python or its file, before all others
    declared: Path | None = None  # the analyser's file by the language card
    also: tuple[str, ...] = ()  # other names by which files of the language are found, the run's own first
    accept_err: bool = False  # whether forms that the analyser calls an error count

    @property
    def codes(self) -> tuple[str, ...]:
        """The names by which files of the language are found."""
        return tuple(dict.fromkeys((*self.also[:1], self.code, *self.also[1:])))

    def path(self, *names: str) -> Path | None:
        """The file of one of these names that goes before the others; None where there is none."""
        for folder in reversed(self.folders):
            for name in names:
                for code in self.codes:
                    found = folder / code / name
                    if found.is_file():
                        return found
        return None

    @cached_property
    def analyser(self) -> Analyser | NotAvailable:
        """The analyser of the language."""
        if self.given is not None and not isinstance(self.given, str | os.PathLike):
            return analyser_of(self.given)
        found = self.analyser_path
        return self.lacks("analyser", "analyser.hfstol") if found is None else load_analyser(found)

    @property
    def analyser_path(self) -> Path | None:
        """The analyser's file: given, of a folder of standards, of ``ONENLP_FST``, or that of the card."""
        if self.given is not None:
            return Path(self.given) if isinstance(self.given, str | os.PathLike) else None
        own = self.path("analyser.hfstol", "analyser.json")
        folder = os.environ.get(ANALYSERS)
        named = [Path(folder, f"{code}.hfstol") for code in self.codes] if folder else []
        return own or next(
            (path for path in (*named, self.declared) if path is not None and path.is_file()), None
        )

    def readings(
        self,
        spellings: Callable[[str], Iterable[str]] = no_others,
        notation: Notation = GIELLALT,
    ) -> WordReadings | NotAvailable:
        """The readings of words by the analyser; a standard says which spellings that may know, and its notation."""
        analyser = self.analyser
        if isinstance(analyser, NotAvailable):
            return analyser
        return WordReadings(analyser, spellings, notation, with_errors=self.accept_err)

    @cached_property
    def glosses(self) -> Glosses | NotAvailable:
        """The glosses of each lemma."""
        found = self.path("glosses.json", "glosses.tsv")
        return self.lacks("glosses", "glosses.json") if found is None else load_glosses(found)

    def lacks(self, what: str, name: str) -> NotAvailable:
        """That a resource is missing, and where to put it."""
        return NotAvailable(
            f"there is no {what} of {self.code}"
            if what == "analyser"
            else f"there are no {what} of {self.code}",
            f"put {self.code}/{name} into a folder, and name it with --standards or {FOLDERS}",
        )

    @cached_property
    def signature(self) -> str:
        """Which analyser and glosses are meant."""
        analyser = self.analyser_path
        named = digest(analyser) if analyser is not None else "-" if self.given is None else "given"
        errors = "|err" if self.accept_err else ""
        return f"analyser:{named}{errors}|glosses:{digest(self.path('glosses.json', 'glosses.tsv'))}"

    @cached_property
    def analyser_digest(self) -> str:
        """What a signature says of the analyser: another one is another measure."""
        own = getattr(self.analyser, "digest", "")
        return str(own) or (digest(self.analyser_path) if self.analyser_path is not None else "given")


def digest(path: Path | None) -> str:
    """What a signature says of a file: the beginning of its SHA-256, ``-`` where there is none."""
    return "-" if path is None else hashlib.sha256(read_bytes(path, InputError)).hexdigest()[:8]


def resources(
    code: str,
    folders: Iterable[Path | str] = (),
    *,
    unverified: bool = False,
    given: object = None,
    declared: Path | None = None,
    also: tuple[str, ...] = (),
    accept_err: bool = False,
) -> Resources:
    """The resources of a language in the folders of ``ONENLP_STANDARDS`` and in these.

    Raises:
        InputError: a folder is not there.
    """
    return Resources(code, named_folders(folders), unverified, given, declared, also, accept_err)


def named_folders(folders: Iterable[Path | str] = ()) -> tuple[Path, ...]:
    """The folders of ``ONENLP_STANDARDS`` and these; a language without a standard has them checked as well.

    Raises:
        InputError: a folder is not there.
    """
    named = [Path(name) for name in os.environ.get(FOLDERS, "").split(os.pathsep) if name]
    found = (*named, *map(Path, folders))
    for folder in found:
        if not is_folder(folder):
            raise InputError(
                f"{folder}: there is no such folder of language standards; see {FOLDERS} and --standards"
            )
    return found


def load_analyser(path: Path) -> Analyser:
    """The analyser in a file: HFST's optimised lookup format, or JSON with the analyses of each form.

    Raises:
        InputError: the file cannot be read or is neither.
    """
    if path.suffix != ".json":
        return loaded(path)
    table = texts_by_key(path, "form", "analyses")
    return Called(lambda word: table.get(word, ()))


def loaded(path: Path) -> fst.Transducer:
    """The transducer of a file, read again only when the file has changed."""
    try:
        status = path.stat()
    except (OSError, ValueError):
        return fst.load(path)  # which says what is wrong
    return remembered(str(path), status.st_mtime_ns, status.st_size)


@lru_cache(maxsize=4)
def remembered(path: str, changed: int, size: int) -> fst.Transducer:  # noqa: ARG001 - they tell files apart
    """The transducer of a file as it stood at that time."""
    return fst.load(path)


def load_glosses(path: Path) -> Glosses:
    """The glosses of each lemma: JSON, or lines of a lemma, a tab and a gloss.

    Raises:
        InputError: the file cannot be read or has something else in it.
    """
    if path.suffix == ".json":
        return texts_by_key(path, "lemma", "glosses")
    found: dict[str, tuple[str, ...]] = {}
    for number, line in enumerate(lines_of(read_bytes(path, InputError), str(path)), 1):
        lemma, tab, gloss = line.partition("\t")
        if not line.strip():
            continue
        if not tab or not lemma.strip() or not gloss.strip():
            raise InputError(
                f"{path}:{number}: the line is something else, but a lemma, a tab and a gloss are needed"
            )
        found[lemma.strip()] = (*found.get(lemma.strip(), ()), gloss.strip())
    return found


def texts_by_key(path: Path, key: str, value: str) -> dict[str, tuple[str, ...]]:
    """A JSON object of lists of texts."""
    document = decode(read_bytes(path, InputError), str(path))[0][1]
    if not isinstance(document, dict):
        raise InputError(f"{path}: {type(document).__name__}, but an object of {value} by {key} is needed")
    for name, texts in document.items():
        if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
            raise InputError(f"{path}: {key} {name!r}: {kind_of(texts)}, but a list of texts is needed")
    return {name: tuple(texts) for name, texts in document.items()}
