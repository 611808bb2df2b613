"""100,000 run cards, the first hundred by every figure each way: the plan names the index, and it takes at most 50 ms.

On SQLite, and on a PostgreSQL server of its own where Debian's programs are there.  Cards are of their real size in
SQLite; each query is run in full, with the cards, as ``onenlp leaderboard --top 100`` runs it.
"""

import hashlib
import random
import statistics
import sys
import tempfile
import time
from pathlib import Path

import sqlalchemy as sa

CARDS, SHOWN, RUNS, BAR = 100_000, 100, 9, 0.050
COLUMNS = ("composite_score", "chrf_plus_plus", "cost_per_entry_usd", "entries_per_minute", "cost_adjusted")


def fill(connection: sa.Connection) -> None:
    """Cards of twenty test sets, a tenth of them without the figure."""
    from scoring.store.tables import RUN_CARDS
    from tests.store.made import card

    rng, document = random.Random(1), card()
    for start in range(0, CARDS, 5000):
        values = [
            {
                "fingerprint_hash": hashlib.sha256(str(number).encode()).hexdigest(),
                "model_slug": f"model {number}",
                "dataset_id": f"set {number % 20}",
                "language_pair": "en-de",
                "run_card": document,
                **{name: rng.random() if rng.random() > 0.1 else None for name in COLUMNS},
            }
            for number in range(start, start + 5000)
        ]
        connection.execute(sa.insert(RUN_CARDS), values)


def measure(address: str, name: str) -> bool:
    """Print the slowest sort; whether one misses the bar or its index."""
    from scoring.store.cards import cards_by, chosen, ordered
    from scoring.store.database import Database
    from scoring.store.tables import RUN_CARDS

    database = Database.of(address)
    with database.writing() as connection:
        fill(connection)
    with database.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.exec_driver_sql("ANALYZE")
    missed = False
    with database.reading() as connection:
        explain = "EXPLAIN " if connection.dialect.name == "postgresql" else "EXPLAIN QUERY PLAN "
        for equal in ({}, {"dataset_id": "set 7"}):
            times = {}
            for column in COLUMNS:
                for lowest_first in (False, True):
                    taken = []
                    for _ in range(RUNS):
                        start = time.perf_counter()
                        found = list(
                            cards_by(connection, column, lowest_first=lowest_first, most=SHOWN, **equal)
                        )
                        taken.append(time.perf_counter() - start)
                    assert len(found) == SHOWN
                    index = f"idx_{'set_' if equal else ''}{column}_{'asc' if lowest_first else 'desc'}"
                    times[index] = statistics.median(taken)
                    query = ordered(
                        connection, chosen(sa.select(RUN_CARDS), equal), column, lowest_first=lowest_first
                    )
                    text = str(query.limit(SHOWN).compile(connection, compile_kwargs={"literal_binds": True}))
                    plan = " ".join(str(row[-1]) for row in connection.exec_driver_sql(explain + text))
                    if index not in plan:
                        print(f"{name}: {index} is not in the plan: {plan}")
                        missed = True
            slowest = max(times, key=times.__getitem__)
            of = f" of one test set in 20 ({CARDS // 20:,} cards)" if equal else ""
            print(
                f"{name}: the first {SHOWN}{of} in {1e3 * times[slowest]:.1f} ms at most ({slowest})",
                flush=True,
            )
            missed |= times[slowest] > BAR
    return missed


def main() -> int:
    """Print the times; 1 where a page takes more than 50 ms, or its plan has no index."""
    from tests.services.postgresql import cluster, programs

    print(f"{CARDS:,} cards")
    with tempfile.TemporaryDirectory() as folder:
        missed = measure(str(Path(folder, "scores.db")), "SQLite")
    if programs() is None:
        print("not measured on PostgreSQL: it is not installed")
        return int(missed)
    with cluster() as url:
        return int(measure(url, "PostgreSQL") or missed)


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
    sys.exit(main())
