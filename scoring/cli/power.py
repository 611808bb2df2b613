"""``onenlp power``: the smallest drop that a test set can show under each rule, and the units a margin needs."""

import json
import math
import os
from argparse import ArgumentTypeError, Namespace
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from scoring.base.errors import UsageError
from scoring.base.wording import plural
from scoring.cli.measure_files import add_gold
from scoring.cli.options import Parser, add_key, files_of, names_in, real, whole
from scoring.cli.scores import add_tables, take_table
from scoring.metrics import catalog
from scoring.metrics.key import CLUSTER, READING, SCORES

if TYPE_CHECKING:
    from scoring.evaluation.power import Plan

__all__ = ["parser", "run"]

SCHEMA = "onenlp-power/1"
MARGIN = 0.5  # points
MOST_GATES = 1000
STANDARD = "-"
NOTHING = "-"
NEVER = "never"
HEADER = (
    "metric",
    "score",
    "units",
    "sees: published",
    "overlap",
    "paired",
    "needs: published",
    "overlap",
    "paired",
)


def parser() -> Parser:
    """The options of the command."""
    made = Parser(
        "onenlp power",
        "Say how small a drop a test set can show under each rule, with 80 % power, and how many units a wanted\n"
        "margin needs. Nothing is judged.",
        "",
    )
    add = made.add_argument
    add_gold(made)
    add("--pred", metavar="FILE", help="the prediction for the same text")
    add("--ref-pred", metavar="FILE", help="a reference system's prediction, paired with ours")
    add("--task", choices=catalog.task_names(), help="what the files hold (default: as they look)")
    for key in dict.fromkeys((*READING, CLUSTER, *SCORES)):
        if key.name != "scale":
            add_key(made, key)
    add_tables(made)
    add("--metrics", type=names_in, metavar="NAME,...", help="what to plan for (default: every metric)")
    add("--margin", type=margin, default=MARGIN, metavar="NUMBER",
        help=f"the drop to be seen, in points (default: {MARGIN:g})")  # fmt: skip
    add("--gates", type=gates, default=1, metavar="N",
        help="gates in the session, among which the level is divided (default: 1)")  # fmt: skip
    add("--json", metavar="FILE", help="write the figures as JSON; - is standard output")
    return made


def margin(text: str) -> float:
    """A drop above 0."""
    number = real(text)
    if number <= 0:
        msg = f"{text!r} is no drop; give a number above 0, as in 0.5"
        raise ArgumentTypeError(msg)
    return number


def gates(text: str) -> int:
    """A number of gates."""
    return whole(text, 1, MOST_GATES)


def run(options: Namespace) -> int:
    """Measures, and prints what can be seen."""
    from scoring.cli.delivery import write_entries
    from scoring.cli.measure_files import measured
    from scoring.cli.output import say
    from scoring.evaluation.power import plans
    from scoring.judging.settings import Settings

    take_table(options, "power")
    inputs = [path for path in (options.gold, options.pred, options.ref_pred) if path]
    inputs += files_of(options, READING)
    if options.json not in (None, STANDARD):
        for path in inputs:
            if os.path.realpath(options.json) == os.path.realpath(path):
                msg = f"--json {options.json} is also {path}, which it would replace; give another file"
                raise UsageError(msg)
    measures = measured(options)
    ours = measures.ours
    settings = Settings(checks=options.gates)
    found = plans(measures.metrics, ours, measures.opponent, settings)
    if options.json is not None:
        write_entries(options.json, document(found, ours.unit, options, settings.alpha))
    if options.json != STANDARD:
        say(page(found, ours.unit, options, settings.alpha))
    return 0


def page(found: "Sequence[Plan]", unit: str, options: Namespace, alpha: float) -> str:
    """The table, and below it what its figures mean."""
    from scoring.report.text import width

    cells = [HEADER, *(cells_of(plan, options.margin) for plan in found)]
    widths = [max(width(line[place]) for line in cells) for place in range(len(HEADER))]
    lines = []
    for line in cells:
        padded = [" " * (most - width(cell)) for cell, most in zip(line, widths, strict=True)]
        first, *others = zip(line, padded, strict=True)
        lines.append("  ".join(["".join(first), *(space + cell for cell, space in others)]))
    return "\n".join([*lines, "", *words(found, unit, options, alpha)]) + "\n"


def words(found: "Sequence[Plan]", unit: str, options: Namespace, alpha: float) -> list[str]:
    """What the figures of the table mean."""
    from scoring.evaluation.power import CORRELATIONS, needed

    level = f"{options.gates} gate{'s' if options.gates > 1 else ''} at alpha {alpha:.2g}"
    said = [
        "sees: the smallest drop that is noticed with 80 % power",
        f"needs: {plural(unit)} like these that show a drop of {options.margin:g}",
        f"paired: {level}; the other two rules do not depend on it",
        "-: no spread was seen",
    ]
    if not all(plan.measured for plan in found):
        high, low = CORRELATIONS
        said.append(
            f"paired is an estimate where it is a range (a~b): for a reference system that spreads alike and whose "
            f"scores correlate with these by {high:g} to {low:g}; --ref-pred measures it"
        )
    never = [p for p in found if p.spread and needed(p.spread, p.units, options.margin).published == math.inf]
    if never and never[0].spread:
        said.append(
            f"never: a published number has a slack of {never[0].spread.slack:g}, "
            f"so no number of {plural(unit)} shows a drop of {options.margin:g}"
        )
    return said


def cells_of(plan: "Plan", wanted: float) -> tuple[str, ...]:
    """The cells of one metric in the order of the header."""
    from scoring.evaluation.power import drops, needed
    from scoring.report.figures import figure

    scale = plan.metric.scale
    score = None if math.isnan(plan.score) else plan.score
    cells = [plan.metric.label, figure(score, scale), str(plan.units)]
    if plan.spread is None:
        return (*cells, *[NOTHING] * 6)
    seen, units = drops(plan.spread), needed(plan.spread, plan.units, wanted)
    cells += [figure(seen.published, scale), figure(seen.overlap, scale)]
    cells.append(between([figure(value, scale) for value in seen.paired]) if seen.paired else NOTHING)
    cells += [count(units.published), count(units.overlap)]
    cells.append(between([count(value) for value in units.paired]) if units.paired else NOTHING)
    return tuple(cells)


def between(ends: Sequence[str]) -> str:
    """``0.30~0.61``, or one figure where both ends are the same."""
    return "~".join(dict.fromkeys(ends))


def count(units: float | None) -> str:
    """A number of units in words."""
    if units is None:
        return NOTHING
    return NEVER if math.isinf(units) else f"{units:.0f}"


def document(found: "Sequence[Plan]", unit: str, options: Namespace, alpha: float) -> str:
    """The figures as JSON."""
    rows = [row_of(plan, options.margin) for plan in found]
    head = {"schema": SCHEMA, "margin": options.margin, "gates": options.gates, "alpha": alpha, "unit": unit}
    return json.dumps({**head, "rows": rows}, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def row_of(plan: "Plan", wanted: float) -> dict[str, Any]:
    """One metric as JSON types; null is not known, "never" that no number of units is enough."""
    from scoring.evaluation.power import Drops, drops, needed

    nothing = Drops(None, None, None)
    seen = drops(plan.spread) if plan.spread else nothing
    units = needed(plan.spread, plan.units, wanted) if plan.spread else nothing
    return {
        "metric": plan.metric.label,
        "score": None if math.isnan(plan.score) else plan.score,
        "units": plan.units,
        "paired_is": "measured" if plan.measured else "estimated",
        "sees": {"published": seen.published, "overlap": seen.overlap, "paired": seen.paired},
        "needs": {
            "published": as_json(units.published),
            "overlap": as_json(units.overlap),
            "paired": [as_json(value) for value in units.paired] if units.paired else None,
        },
    }


def as_json(units: float | None) -> int | str | None:
    """A number of units as JSON has it."""
    if units is None:
        return None
    return NEVER if math.isinf(units) else int(units)
