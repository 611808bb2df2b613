"""The analyser of a run's target language: declared by its card, found among the user's files.

Source: MT scoring specification, §2.2 and Appendix B.
"""

import os
from functools import lru_cache
from pathlib import Path

from scoring.base.errors import UsageError
from scoring.metrics.metric import NotAvailable
from scoring.mt.align import Segments
from scoring.mt.fst import Transducer, load
from scoring.mt.wordforms import FormAnalyser

__all__ = ["FOLDER", "analyser", "sign"]

FOLDER = "ONENLP_FST"  # the environment variable: a folder of files CODE.hfstol


def analyser(segments: Segments) -> FormAnalyser | NotAvailable:
    """The analyser of the target language: as given (``analyser``), of ``ONENLP_FST``, or of its card's ``fst.file``.

    Raises:
        TransducerError: the file is no analyser, or is damaged.
        UsageError: the one given is neither a path nor a transducer.
    """
    return segments.once(looked_for)


def looked_for(segments: Segments) -> FormAnalyser | NotAvailable:
    """The analyser, looked for."""
    with_errors = bool(segments.given.get("accept_err"))
    given = segments.given.get("analyser")
    if isinstance(given, Transducer):
        return FormAnalyser(given, with_errors=with_errors)
    if given is not None and not isinstance(given, str | os.PathLike):
        msg = f"analyser is {type(given).__name__}; give the path of a .hfstol file, or what mt.fst.load returned"
        raise UsageError(msg)
    path = Path(given) if given is not None else place(segments)
    return path if isinstance(path, NotAvailable) else FormAnalyser(loaded(path), with_errors=with_errors)


def place(segments: Segments) -> Path | NotAvailable:
    """The file of the analyser, as the environment or the card has it."""
    card, language = segments.target_card, segments.run.dataset.target_language
    names = list(dict.fromkeys([language, *([card.code] if card is not None else [])]))
    folder = os.environ.get(FOLDER)
    for name in names if folder else ():
        path = Path(folder or "", f"{name}.hfstol")
        if path.is_file():
            return path
    declared = card.fst if card is not None else None
    if declared is not None and declared.file is not None:
        path = Path(declared.file).expanduser()
        if path.is_file():
            return path
    remedy = (
        "give its .hfstol file: --analyser FILE (analyser= in Python), "
        f"or {FOLDER}=FOLDER with {names[-1]}.hfstol in it"
    )
    if declared is None:
        return NotAvailable(
            f"no finite-state analyser is declared for {language!r}", f"{remedy}, or fst in its card"
        )
    where = f" ({FOLDER} is {folder}, which has no {names[-1]}.hfstol)" if folder else ""
    return NotAvailable(f"the analyser {declared.name} is not here{where}", remedy)


def loaded(path: Path) -> Transducer:
    """The transducer of a file, read again only when the file has changed."""
    try:
        status = path.stat()
    except (OSError, ValueError):
        return load(path)  # which says what is wrong
    return remembered(str(path), status.st_mtime_ns, status.st_size)


@lru_cache(maxsize=4)
def remembered(path: str, changed: int, size: int) -> Transducer:  # noqa: ARG001 - they tell files apart
    """The transducer of a file as it stood at that time."""
    return load(path)


def sign(segments: Segments, metric: str, signature: str, used: FormAnalyser) -> None:
    """Leaves a metric's signature with the analyser's content in it, since another analyser is another measure."""
    errors = "|err" if used.with_errors else ""
    segments.remarks.signatures[metric] = f"{signature}|{used.transducer.digest}{errors}"
