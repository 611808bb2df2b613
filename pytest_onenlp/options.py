"""The plugin's options and ini keys: declared, and read once on configuring."""

from pathlib import Path
from typing import Any

import pytest

from pytest_onenlp.records.options import MOST_RESAMPLES, Options
from pytest_onenlp.records.values import is_finite, names_folder

__all__ = ["add_options", "read_options"]

CHOICES = {
    "better": ("fail", "pass"),
    "inconclusive": ("fail", "notice"),
    "rule": ("auto", "spec"),
    "family": ("session", "check"),
}


def add_options(parser: pytest.Parser) -> None:
    """Declares the command-line options and the ini keys."""
    add_command_line(parser)
    add_ini_keys(parser)


def add_command_line(parser: pytest.Parser) -> None:
    """Declares the options; none has an optional value, which would eat a path."""
    group = parser.getgroup("onenlp", "quality gates for NLP scores")
    group.addoption(
        "--onenlp-reference", action="append", metavar="PATH", dest="onenlp_reference",
        help="reference rows to judge by: a rows file, or a folder of them (repeatable)",
    )  # fmt: skip
    group.addoption(
        "--onenlp-update", action="store_true", dest="onenlp_update",
        help="record missing rows and those better than noise in the reference files; none within noise is rewritten",
    )  # fmt: skip
    group.addoption(
        "--onenlp-accept", action="append", metavar="GLOB", dest="onenlp_accept",
        help="record worse, stale and better rows whose name matches, with the reason given (repeatable)",
    )  # fmt: skip
    group.addoption("--onenlp-reason", metavar="TEXT", dest="onenlp_reason",
                    help="why --onenlp-accept accepts them; kept in the history of each row")  # fmt: skip
    group.addoption("--onenlp-off", action="store_true", dest="onenlp_off",
                    help="score and report, but judge nothing")  # fmt: skip
    group.addoption("--onenlp-strict", action="store_true", dest="onenlp_strict",
                    help="flagged rows and reference rows that no gate claims fail as well")  # fmt: skip
    group.addoption("--onenlp-prune", action="store_true", dest="onenlp_prune",
                    help="remove reference rows that no gate claims (in full runs only)")  # fmt: skip
    group.addoption(
        "--onenlp-require", metavar="all|N", dest="onenlp_require",
        help="fail unless every reference row, or N rows, were judged, whatever the cause",
    )  # fmt: skip
    group.addoption(
        "--onenlp-report", action="append", metavar="TYPE:DEST", dest="onenlp_report",
        help="write the rows of this run to a file: md, json, csv, html, or what another package adds (repeatable)",
    )  # fmt: skip
    group.addoption("--onenlp-resamples", type=int, metavar="N", dest="onenlp_resamples",
                    help="resamples of each interval, at least 100 (default: 1000)")  # fmt: skip
    group.addoption("--onenlp-seed", type=int, metavar="N", dest="onenlp_seed",
                    help="seed of the resampling (default: 20260101)")  # fmt: skip


def add_ini_keys(parser: pytest.Parser) -> None:
    """Declares the ini keys."""
    ini = parser.addini
    ini(
        "onenlp_reference",
        "reference rows: a file or folder, several on lines of their own",
        type="string",
        default="",
    )
    ini("onenlp_require", "all or N: how many reference rows have to be judged", type="string", default="")
    ini("onenlp_resamples", "resamples of each interval", type="int", default=1000)
    ini("onenlp_seed", "seed of the resampling", type="int", default=20260101)
    ini("onenlp_better", "fail or pass when a score is better than noise", type="string", default="fail")
    ini(
        "onenlp_rule",
        "auto (paired where units are stored) or spec (the overlap rule alone)",
        type="string",
        default="auto",
    )
    ini(
        "onenlp_family",
        "session or check: among which rows the level is divided",
        type="string",
        default="session",
    )
    ini("onenlp_slack", "points a published reference may be away", type="float", default=0.5)
    ini(
        "onenlp_min_effect", "smallest paired loss that fails, in the score's unit", type="float", default=0.0
    )
    ini(
        "onenlp_max_loss",
        "largest loss that may pass, in the score's unit (unset: the rules of noise)",
        type="float",
        default=None,
    )
    ini(
        "onenlp_inconclusive",
        "fail or notice when nobody can tell whether max_loss is kept",
        type="string",
        default="fail",
    )
    ini("onenlp_units", "store per-unit counts beside recorded rows", type="bool", default=True)
    ini("onenlp_show_text", "show the text of the units that lost most", type="bool", default=True)


def read_options(config: pytest.Config) -> Options:
    """Every option and ini key, checked now so that a wrong one is an error before any test runs.

    Raises:
        pytest.UsageError: names the option, its value and what is possible.
    """
    update, off, strict, prune = (
        bool(config.getoption(f"onenlp_{name}")) for name in ("update", "off", "strict", "prune")
    )
    accept, reason = read_acceptance(config)
    refuse_unasked(config, update=update, accept=bool(accept), prune=prune)
    refuse_contradictions(off=off, update=update, accept=bool(accept), strict=strict, prune=prune)
    given = config.getoption("onenlp_reference") or []
    references = read_references(config, given, update=update, writing=update or bool(accept) or prune)
    for name, asked in (("update", update), ("accept", accept), ("prune", prune)):
        if asked and not references:
            what = "prune" if name == "prune" else "record in"
            msg = (
                f"onenlp: --onenlp-{name} needs to know the file to {what}: add --onenlp-reference refs.json"
            )
            raise pytest.UsageError(msg)
    numbers = {name: number_option(config, name) for name in ("resamples", "seed")}
    if numbers["resamples"] > MOST_RESAMPLES:
        msg = f"onenlp: {numbers['resamples']} resamples are too many: at most {MOST_RESAMPLES} are drawn"
        raise pytest.UsageError(msg)
    if numbers["resamples"] < 100:
        msg = f"onenlp: {numbers['resamples']} resamples are too few for an interval: at least 100 are needed"
        raise pytest.UsageError(msg)
    if not 0 <= numbers["seed"] < 1 << 64:
        msg = f"onenlp: the seed {numbers['seed']} is not a whole number from 0 to 2**64 - 1"
        raise pytest.UsageError(msg)
    return Options(
        references=references,
        given=tuple(given),
        update=update,
        accept=accept,
        reason=reason,
        off=off,
        strict=strict,
        prune=prune,
        require=read_requirement(config),
        reports=read_reports(config, references),
        resamples=int(numbers["resamples"]),
        seed=int(numbers["seed"]),
        **{name: word_option(config, name) for name in CHOICES},
        slack=number_option(config, "slack"),
        min_effect=number_option(config, "min_effect"),
        max_loss=read_margin(config),
        units=bool(ini_value(config, "onenlp_units")),
        show_text=bool(ini_value(config, "onenlp_show_text")),
    )


def read_margin(config: pytest.Config) -> float | None:
    """The largest loss that may pass, a number above 0; None where none is set."""
    value = ini_value(config, "onenlp_max_loss")
    if value is not None and not (is_finite(value) and value > 0):
        msg = f"onenlp: onenlp_max_loss is {value}, but a number above 0 is needed"
        raise pytest.UsageError(msg)
    return None if value is None else float(value)


def read_acceptance(config: pytest.Config) -> tuple[tuple[str, ...], str]:
    """The globs of the rows to accept, and the reason; UsageError for the one without the other."""
    globs: list[str] = config.getoption("onenlp_accept") or []
    reason: str | None = config.getoption("onenlp_reason")
    if not globs and reason is None:
        return (), ""
    if not globs:
        msg = "onenlp: --onenlp-reason says why rows are accepted, but none are: add --onenlp-accept GLOB"
        raise pytest.UsageError(msg)
    if reason is None or not reason.strip():
        msg = "onenlp: --onenlp-accept needs a reason, which the rows' history keeps: add --onenlp-reason 'TEXT'"
        raise pytest.UsageError(msg)
    reason = reason.strip()
    if not reason.isprintable():
        msg = f"onenlp: --onenlp-reason {reason!r}: a reason is one line of text without control characters"
        raise pytest.UsageError(msg)
    if not all(glob.strip() for glob in globs):
        msg = "onenlp: --onenlp-accept is empty; name a row or a glob over rows, as in 'fast tagger/*/LAS'"
        raise pytest.UsageError(msg)
    return tuple(dict.fromkeys(globs)), reason


def refuse_unasked(config: pytest.Config, **asked: bool) -> None:
    """Raises UsageError where references would be written in every run, because the ini file or a variable says so."""
    typed = [str(argument) for argument in config.invocation_params.args]
    if hasattr(config, "workerinput") or any(argument.startswith("@") for argument in typed):
        return  # the controller has looked; or the arguments stand in a file
    for name in (name for name in asked if asked[name]):
        option = f"--onenlp-{name}"
        if not any(argument == option or argument.startswith(f"{option}=") for argument in typed):
            msg = (
                f"onenlp: {option} is in addopts of the ini file or in PYTEST_ADDOPTS, where it would write references "
                "in every run: take it out, and give it on the command line where it is meant"
            )
            raise pytest.UsageError(msg)


def read_requirement(config: pytest.Config) -> str | int | None:
    """How many rows have to be judged: all reference rows, a number of rows, or None."""
    given = config.getoption("onenlp_require", None)
    text = str(ini_value(config, "onenlp_require") if given is None else given).strip()
    if text in ("", "all"):
        return text or None
    if text.isascii() and text.isdecimal() and 0 < int(text) < 1 << 31:
        return int(text)
    msg = f"onenlp: onenlp_require is {text!r}, but it is all or a number of rows from 1 up"
    raise pytest.UsageError(msg)


def refuse_contradictions(*, off: bool, **asked: bool) -> None:
    """Raises UsageError where nothing is to be judged and something is to come of the verdicts."""
    name = next((name for name in asked if asked[name]), None)
    if off and name:
        msg = f"onenlp: --onenlp-off judges nothing, so --onenlp-{name} has nothing to go by; leave one of them out"
        raise pytest.UsageError(msg)


def read_references(
    config: pytest.Config, given: list[str], *, update: bool, writing: bool
) -> tuple[Path, ...]:
    """The reference files and folders: the command line's, else those of the ini file, from that file's folder."""
    sent = getattr(config, "workerinput", {}).get("onenlp")
    if sent:  # a worker may run in another folder
        return tuple(Path(path) for path in sent["references"])
    base = config.invocation_params.dir
    named = given
    if not given:
        base = config.inipath.parent if config.inipath else config.rootpath
        value = ini_value(config, "onenlp_reference")
        lines = value.splitlines() if isinstance(value, str) else value
        named = [line.strip() for line in lines if line.strip()]
    for name in named:
        refuse_name(base, name)
        if writing:
            refuse_links(Path(base, name), config.rootpath)
    places = [Path(base, name) for name in named]
    references = tuple({path.resolve(): as_named(path) for path in reversed(places)}.values())[::-1]
    for path in references:
        if path.exists():
            continue
        if not update:
            msg = (
                f"onenlp: there is no reference file {path}; to record one from this run add --onenlp-update"
            )
            raise pytest.UsageError(msg)
        if not path.parent.is_dir():
            msg = f"onenlp: {path} cannot be recorded, since there is no folder {path.parent}"
            raise pytest.UsageError(msg)
    return references


def as_named(path: Path) -> Path:
    """The path from the root on, with its last part as it is: beside a link there may be what belongs to it."""
    return path.parent.resolve() / path.name if path.name not in ("", "..") else path.resolve()


def refuse_name(base: Path, name: str) -> None:
    """Raises UsageError where a reference has no name, or the name of a folder that is none."""
    if not name.strip():
        msg = "onenlp: --onenlp-reference is empty; name a rows file or a folder of them, as in refs.json"
        raise pytest.UsageError(msg)
    if names_folder(name) and not Path(base, name).is_dir():
        msg = f"onenlp: {name} names a folder, but there is no folder {Path(base, name)}; make it first, or name a file"
        raise pytest.UsageError(msg)


def refuse_links(path: Path, root: Path) -> None:
    """Raises UsageError where a reference, or its units, would be written through a link out of the root folder."""
    from pytest_onenlp.records.links import leaves_root, with_units

    fault = next((fault for place in with_units(path) if (fault := leaves_root(place, root))), None)
    if fault:
        msg = f"onenlp: {fault}"
        raise pytest.UsageError(msg)


def ini_value(config: pytest.Config, key: str) -> Any:  # noqa: ANN401 - what the key's type makes of it
    """An ini value, whichever table it came from; a value of the wrong type is a usage error."""
    try:
        return config.getini(key)
    except (TypeError, ValueError, pytest.UsageError) as error:  # the last from pytest 9.2 on
        msg = f"onenlp: ini key {key}: {error}"
        raise pytest.UsageError(msg) from None


def number_option(config: pytest.Config, name: str) -> Any:  # noqa: ANN401 - int or float, as declared
    """A number from the command line, else the ini file, else the default."""
    given = config.getoption(f"onenlp_{name}", None)
    value = ini_value(config, f"onenlp_{name}") if given is None else given
    if not is_finite(value) or value < 0:
        msg = f"onenlp: onenlp_{name} is {value}, but a number of 0 or more is needed"
        raise pytest.UsageError(msg)
    return value


def word_option(config: pytest.Config, name: str) -> str:
    """One of a few words."""
    value = str(ini_value(config, f"onenlp_{name}"))
    if value not in CHOICES[name]:
        msg = f"onenlp: onenlp_{name} is {value!r}, but it is one of: {', '.join(CHOICES[name])}"
        raise pytest.UsageError(msg)
    return value


def read_reports(config: pytest.Config, references: tuple[Path, ...]) -> tuple[tuple[str, Path], ...]:
    """The type and absolute path of each report."""
    texts: list[str] = config.getoption("onenlp_report") or []
    if hasattr(config, "workerinput"):  # it only asks for the types: the controller writes
        return tuple((text.partition(":")[0], Path()) for text in texts)
    from pytest_onenlp.show.destinations import destinations

    return destinations(texts, config.invocation_params.dir, references, config.rootpath)
