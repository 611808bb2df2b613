"""Finding the language standards that a card names, and asking them about each entry; a fault is that entry's alone.

Source: MT scoring specification, §1.4 and Appendix B; a standard comes with the product or by entry point.
"""

import importlib
import pkgutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from scoring.base.errors import ScoringError
from scoring.base.wording import nearest, printable
from scoring.metrics.metric import NotAvailable
from scoring.mt.align import Segments, as_paths
from scoring.mt.standards.protocol import Standard, Verdicts, WordVerdict
from scoring.mt.standards.resources import Resources, resources

__all__ = ["GROUP", "StandardFindings", "folders_of", "installed", "judged", "resources_of", "standards_of"]

GROUP = "onenlp.standards"
PACKAGE = "scoring.mt.standards"


@dataclass(frozen=True)
class StandardFindings:
    """What a standard said of each entry, ``(units,)``; an entry on which it raised has no verdicts, but an error."""

    standard: Standard
    verdicts: tuple[Verdicts, ...]
    errors: Mapping[int, str] = field(default_factory=dict)  # by place of the entry

    @property
    def signature(self) -> str:
        """The standard's name and version."""
        return f"{self.standard.name}/{self.standard.version}"


@cache
def installed() -> Mapping[str, Callable[[], Any]]:
    """How to load each standard that is installed: those of entry points go before those of the product."""
    root = importlib.import_module(PACKAGE)
    own = {
        info.name: partial(pkgutil.resolve_name, f"{PACKAGE}.{info.name}:standard")
        for info in pkgutil.iter_modules(root.__path__)
        if info.ispkg
    }
    return own | {entry.name: entry.load for entry in entry_points(group=GROUP)}


def judged(segments: Segments) -> Mapping[str, StandardFindings | NotAvailable]:
    """What each standard of the target language's card says, made once."""
    return segments.once(all_asked)


def all_asked(segments: Segments) -> Mapping[str, StandardFindings | NotAvailable]:
    """Each standard's verdicts; none where there is no entry to judge."""
    return {name: asked(name, segments) for name in (standards_of(segments) if segments.units else ())}


def standards_of(segments: Segments) -> Mapping[str, Standard | NotAvailable]:
    """The standards that the target language's card names, made once."""
    return segments.once(all_named)


def all_named(segments: Segments) -> Mapping[str, Standard | NotAvailable]:
    """Each standard that the card names."""
    card = segments.target_card
    names = card.eval_metrics if card is not None else ()
    return {name: standard_named(name, segments) for name in dict.fromkeys(names)}


def asked(name: str, segments: Segments) -> StandardFindings | NotAvailable:
    """The verdicts of one standard on all entries."""
    standard = standards_of(segments)[name]
    if isinstance(standard, NotAvailable):
        return standard
    verdicts: list[Verdicts] = []
    errors: dict[int, str] = {}
    for place, entry in enumerate(segments.entries):
        try:
            verdicts.append(verdicts_of(standard.compute(entry)))
        except Exception as fault:  # noqa: BLE001 - whatever a plugin does is that entry's error
            verdicts.append({})
            errors[place] = fault_line(fault)
    if len(errors) == segments.units:
        return NotAvailable(f"standard {name!r} raised on every entry: {errors[0]}")
    return StandardFindings(standard, tuple(verdicts), errors)


def standard_named(name: str, segments: Segments) -> Standard | NotAvailable:
    """The standard of that name: given from Python, by entry point, or of the product."""
    given = segments.given.get("standards")
    own = resources_of(segments)
    try:
        if isinstance(given, Mapping) and name in given:
            found = given[name]
        elif name in installed():
            found = installed()[name]()
        else:
            return NotAvailable(
                f"there is no language standard {name!r}; {nearest(name, installed())}",
                f"install the package that has it (entry point {GROUP})",
            )
        # What is found is a standard, or makes one of the language's resources.
        ready: Standard = found if hasattr(found, "compute") and not isinstance(found, type) else found(own)
        _ = ready.name, ready.version, ready.compute, ready.aggregate
    except ScoringError:
        raise  # a file of the user's: the message says which
    except Exception as fault:  # noqa: BLE001 - a plugin's fault stops no run
        return NotAvailable(f"standard {name!r} cannot be made: {fault_line(fault)}")
    return ready


def resources_of(segments: Segments) -> Resources:
    """The resources of the target language of a run, found once."""
    return segments.once(found_resources)


def found_resources(segments: Segments) -> Resources:
    """The resources of the target language, of the folders and the analyser that were given."""
    card, language = segments.target_card, segments.run.dataset.target_language
    given = segments.given
    names = (language, *(card.names if card is not None else ()))
    declared = Path(card.fst.file).expanduser() if card is not None and card.fst and card.fst.file else None
    return resources(
        card.code if card is not None else language, folders_of(given), unverified=bool(given.get("unverified")),
        given=given.get("analyser"), declared=declared, also=names, accept_err=bool(given.get("accept_err")),
    )  # fmt: skip


def folders_of(given: Mapping[str, Any]) -> list[Path | str]:
    """The folders of standards that were given: ``standards_folders``, or ``standards`` where that names folders."""
    named = given.get("standards")
    folders = [] if named is None or isinstance(named, Mapping) else as_paths(named)
    return [*as_paths(given.get("standards_folders") or ()), *folders]


def verdicts_of(verdicts: object) -> Verdicts:
    """The verdicts as they should be; TypeError where they are not."""
    if not isinstance(verdicts, Mapping) or not all(
        isinstance(one, WordVerdict) for one in verdicts.values()
    ):
        raise TypeError(f"compute returned {type(verdicts).__name__}, but verdicts by kind are needed")
    return verdicts


def fault_line(fault: Exception) -> str:
    """A fault in one line."""
    return printable(f"{type(fault).__name__}: {fault}")[:300]
