"""How often gates are red though nothing has changed, and how often they see a loss: the tables, as Markdown.

    python -m tests.simulation.gates --data ../shared/data --sets 1000

False alarms are counted on ``--sets`` simulated test sets a cell, losses on a third of that, and series of versions
are a sixth.  The seed sets all figures; a table or a cell has the same whether others are made or not.
"""

import argparse
import sys
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path

from scoring.statistics import resampling
from scoring.statistics.draws import SEED
from scoring.statistics.resampling import Weights
from tests.simulation.series import Line, table
from tests.simulation.systems import Systems, pud, wmt17
from tests.simulation.trials import Judge, Plan, Tally, overlap, paired, planted, published, run, session

PAIRS = (("uedin-nmt", "C-3MA"), ("LMU-nmt-reranked", "FBK"), ("LIUM-NMT", "KIT"), ("SYSTRAN", "online-A"),
         ("PROMT-Rule-based", "online-F"))  # fmt: skip
SIZES = {"PUD": (200, 500, 1000), "WMT17": (200, 500, 1000, 3004)}
FEW = (0.2, 0.02)  # of the units: what a small change to a system changes
LOSSES = (0.5, 1.0, 2.0)
LINES = (Line(500, 0.2), Line(500, 1.0), Line(2000, 0.2))
VERSIONS = 50
OF_PAIRS = {"sessions", "series"}  # tables of WMT17 alone
PARTS = {"visible": 3, "losses": 3, "series": 6}  # of the test sets, for tables that need less or take longer


def share(result: Tally, count: int) -> str:
    """A count in percent of the test sets, with its interval."""
    return "{:.1f} [{:.1f}, {:.1f}]".format(*result.percent(count))


def plans(systems: Systems) -> list[Plan]:
    """Every size with all units changed, and 1,000 units of which few are."""
    sizes = next(found for start, found in SIZES.items() if systems.name.startswith(start))
    return [*(Plan(size) for size in sizes), *(Plan(1000, changed=part) for part in FEW)]


def named(systems: Systems, plan: Plan) -> list[str]:
    """The first cells of a line."""
    return [systems.name, str(plan.units), f"{100 * plan.changed:.0f} %"]


def markdown(title: str, heads: Sequence[str], lines: Iterable[Sequence[str]]) -> None:
    """Writes a table, a line as soon as it is known."""
    out = sys.stdout
    out.write(f"\n## {title}\n\n| {' | '.join(heads)} |\n|{'---|' * len(heads)}\n")
    for line in lines:
        out.write(f"| {' | '.join(line)} |\n")
        out.flush()


def unchanged(data: Sequence[Systems], sets: int, seed: int) -> Iterable[Sequence[str]]:
    """False alarms of each rule: worse with an interval, and better beside it."""
    judges = (overlap, published, paired(rows=1), paired())
    for systems in data:
        for plan in plans(systems):
            results = run(systems, plan, sets, judges, seed)
            cells = [f"{share(one, one.worse)}; {one.percent(one.better)[0]:.1f}" for one in results]
            yield [*named(systems, plan), *cells, share(results[-1], results[-1].unadjusted)]


def sessions(gates: Sequence[Systems], sets: int, seed: int) -> Iterable[Sequence[str]]:
    """Sessions with any red row: with the level divided among the gates, among none, and without families."""
    for times, units in ((1, 1000), (4, 200)):
        many = [*gates] * times
        divided, each = session(many, Plan(units), sets, (len(many), 1), seed)
        rows = sum(len(gate.metrics) for gate in many)
        shares = share(divided, divided.worse), share(each, each.worse), share(each, each.unadjusted)
        yield [str(len(many)), str(rows), str(units), *shares]


def visible(data: Sequence[Systems], sets: int, seed: int) -> Iterable[Sequence[str]]:
    """A loss as large as the row says it sees, where the two systems are that far apart, and how often it was seen."""
    judges: dict[str, Judge] = {
        "overlap": overlap,
        "published": published,
        "paired": paired(rows=1),
        "paired, family": paired(),
        "paired, family, 10 gates": paired(10),
    }
    for systems in data:
        for plan in plans(systems):
            for rule, judge in judges.items():
                found = planted(systems, plan, judge, sets, seed)
                if found is not None:
                    loss, result = found
                    figures = f"{result.mde:.2f}", f"{loss:.2f}", share(result, result.main)
                    yield [*named(systems, plan), rule, *figures]


def losses(data: Sequence[Systems], sets: int, seed: int) -> Iterable[Sequence[str]]:
    """How often each rule sees a loss of the main metric of a given size."""
    judges = (overlap, published, paired(rows=1))
    for systems in data:
        for plan in plans(systems):
            for loss in LOSSES:
                losing = plan.losing(systems, systems.metrics[0].id, loss)
                if losing is not None:
                    results = run(systems, losing, sets, judges, seed)
                    yield [*named(systems, plan), f"{loss:g}", *(share(one, one.main) for one in results)]


def series(gates: Sequence[Systems], sets: int, seed: int) -> Iterable[Sequence[str]]:
    """Series of unchanged versions of one system, and what becomes of the reference under each policy."""
    for line in LINES:
        yield from table(gates[0], line, sets, VERSIONS, seed)


def keep_weights() -> None:
    """From here on, the weights of each number of units are drawn once: all test sets of a size have the same."""
    draw = resampling.weight_blocks

    @lru_cache(maxsize=4)
    def kept(units: int, resamples: int, seed: int) -> list[tuple[int, Weights]]:
        return [(start, weights.copy()) for start, weights in draw(units, resamples, seed)]

    resampling.weight_blocks = kept


def main(arguments: Sequence[str] | None = None) -> None:
    """Writes the tables to standard output."""
    where = ["data", "units", "changed"]
    rules = ["overlap", "published", "paired"]
    tables = {
        "unchanged": (unchanged, [*where, *rules, "paired, family", "no family"]),
        "sessions": (sessions, ["gates", "rows", "units", "session", "check", "no family"]),
        "visible": (visible, [*where, "rule", "row says", "true loss", "seen"]),
        "losses": (losses, [*where, "true loss", *rules]),
        "series": (
            series,
            ["data", "units", "anew", "reference", "red runs", "ever red", "most", "lucky", "climbs"],
        ),
    }
    parser = argparse.ArgumentParser(
        prog="python -m tests.simulation.gates", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("tables", nargs="*", metavar="TABLE", help=f"all, or some of {', '.join(tables)}")
    parser.add_argument(
        "--data", type=Path, default=Path("../shared/data"), help="the folder with ud/ and mt/"
    )
    parser.add_argument("--sets", type=int, default=1000, help="simulated test sets a cell")
    parser.add_argument("--seed", type=int, default=SEED, help="of the test sets; gates keep their own")
    options = parser.parse_args(arguments)
    if unknown := set(options.tables) - set(tables):
        parser.error(f"there is no table {', '.join(sorted(unknown))}, only {', '.join(tables)}")
    wanted = options.tables or list(tables)
    keep_weights()
    gates = wmt17(options.data, PAIRS if "sessions" in wanted else PAIRS[:1])
    data = [pud(options.data), gates[0]] if set(wanted) - OF_PAIRS else []
    for name in wanted:
        make, heads = tables[name]
        sets = options.sets // PARTS.get(name, 1)
        title = f"{name}: {sets} test sets a cell, seed {options.seed}, {datetime.now(UTC):%Y-%m-%d}"
        markdown(title, heads, make(gates if name in OF_PAIRS else data, sets, options.seed))


if __name__ == "__main__":
    main()
