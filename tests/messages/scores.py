"""Scenarios of tables of scores that cannot be read, and of metrics that cannot be declared."""

import contextlib
from unittest import mock

from tests.messages.room import produces
from tests.plugin.data import marker, module

GOOD = "id,user,lang,mark,more\na,u1,de,1,2\nb,u1,de,0,3\nc,u2,en,1,4\n"
MARK = ("--metric", "M = mean(mark)")


def scores(room, name, content, *options):
    """What the command says of a table."""
    (room.path / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    return room.onenlp("scores", "--data", name, *(options or MARK))


def called(room, *calls):
    """What pytest prints of the calls, each in a gate of its own."""
    room.write(test_a__py=module("import pandas as pd", "import pytest", *(
        f"{marker(f'c{number}', None)}\ndef test_{number}(onenlp): onenlp.{call}"
        for number, call in enumerate(calls)
    )))  # fmt: skip
    return room.pytest("--onenlp-reference", "refs.json", "--onenlp-update")


@produces("Tables of scores")
def unreadable(room):
    for content in (
        "",
        "id,mark\n",
        "a,1\nb,0\n",
        "id,mark\na,1\n,0\n",
        "id,mark\na,1\na,0\n",
        "user,mark\na,1\n",
    ):
        yield scores(room, "t.csv", content)
    for content in ("[1]\n", '{"id": 1.5, "mark": 1}\n'):
        yield scores(room, "t.jsonl", content)
    yield scores(room, "t.parquet", b"PAR1")
    absent = mock.Mock(import_module=mock.Mock(side_effect=ImportError))
    with mock.patch("scoring.scores.arrow.importlib", absent):
        yield scores(room, "t.parquet", b"PAR1")
    twice = mock.Mock(ArrowException=OSError)
    table = twice.read_table.return_value
    table.column_names, table.column.return_value.to_pylist.return_value = ["a", "a"], []
    with mock.patch("scoring.scores.arrow.importlib", mock.Mock(import_module=mock.Mock(return_value=twice))):
        yield scores(room, "t.parquet", b"PAR1")
    metrics = "metrics={'M': 'count'}"
    yield called(
        room, f"check_table([], {metrics})", f"check_table({{'a': [1], 'b': []}}, {metrics})",
        f"check_table({{'a': 1}}, {metrics})", f"check_table(7, {metrics})",
        f"check_table(pd.DataFrame([[1, 2]], columns=['a', 'a']), {metrics})",
    )  # fmt: skip


@produces("Cells")
def cells(room):
    for cell in ("", "x", '"0,5"', "1e99"):
        yield scores(room, "t.csv", f"id,mark\na,1\nb,{cell}\n")
    yield scores(room, "t.csv", "id,mark\na,NaN\nb,\n")
    for missing in ("skip", "zero"):
        yield scores(room, "t.csv", "id,mark\na,1\nb,\n", *MARK, "--missing", missing)


@produces("Rows that do not match, clusters and slices")
def unmatched(room):
    room.write(other__csv=GOOD.replace("c,", "d,"), gap__csv=GOOD.replace("u2", ""))
    name = ("--component", "x")
    yield scores(room, "t.csv", GOOD, *MARK, "--ref-data", "other.csv")
    yield scores(room, "t.csv", GOOD, *MARK, *name, "--json", "rows.json")
    yield room.onenlp("scores", "--data", "other.csv", *MARK, *name, "--reference-file", "rows.json")
    yield scores(room, "t.csv", GOOD, *MARK, "--cluster", "usr")
    yield scores(room, "t.csv", GOOD, *MARK, "--slices", "length")
    yield room.onenlp("scores", "--data", "gap.csv", *MARK, "--cluster", "user")
    yield scores(
        room, "t.csv", GOOD.replace("a,u1,de", "a,u1,en"), *MARK, "--cluster", "user", "--slices", "lang"
    )


@produces("Declared metrics")
def undeclared(room):
    room.write(t__csv=GOOD)
    formulas = ("avg(mark)", "mean(mark", "mean()", "quantile(mark, 95)", "mean(mark)*2", "count count",
                "mean(mark)/count", "sum(mark)/sum(mark)", "mean(marks)")  # fmt: skip
    for formula in formulas:
        yield scores(room, "t.csv", GOOD, "--metric", f"M = {formula}")
    yield scores(room, "t.csv", GOOD, "--metric", "A = count", "--metric", "B = count()")
    yield scores(room, "t.csv", GOOD, "--metric", "A[x] = count")
    yield scores(room, "t.csv", GOOD, *MARK, "--better", "N=lower")
    yield called(
        room, "check_table('t.csv', metrics=['M'])", "check_labels('t.csv', 't.csv', metrics={'M': 'count'})",
        "check_table('t.csv', metrics={' x': 'count'})", "check_labels('t.csv', 't.csv', better='lower')",
        "check_task('scores', 't.csv', 't2.csv', metrics={'M': 'count'})",
        "check_scores('M', [1], metrics={'': 'count'})", "check_table('t.csv', metrics={' ': 'count'})",
    )  # fmt: skip
    head = '[[gate]]\ncomponent = "c"\nlanguage = "en"\ndataset = "d"\ntask = "scores"\n'
    metrics = 'metrics = { M = "count" }\n'
    for number, gate in enumerate(
        (metrics, f'gold = "t.csv"\ndata = "t.csv"\n{metrics}', 'data = "t.csv"\nmetrics = {}\n',
         f'data = "t.csv"\n{metrics}'.replace("M =", '"" ='))
    ):  # fmt: skip
        room.write(**{f"onenlp_{number}__toml": head + gate})
    room.write(onenlp_ud__toml=head.replace("scores", "ud") + 'data = "t.csv"\n' + metrics)
    yield room.pytest("--onenlp-reference", "refs.json", "--onenlp-update")


@produces("Scores of items")
def items(room):
    return called(
        room, "check_scores('M', [])", "check_scores('M', [1, 0], ids=['a'])",
        "check_scores('M', {'a': 1}, ids=['b'])", "check_scores('M', 7)",
    )  # fmt: skip


@produces("The command `onenlp scores`")
def wrong_usage(room):
    for words in (
        ["--metric", "mean(mark)"], [*MARK, "--better", "up"], [*MARK, "--scale", "percent"], [*MARK, *MARK],
        [*MARK, "--better", "lower", "--better", "higher"], [*MARK, "--better", "pass", "--better", "fail"],
    ):  # fmt: skip
        yield scores(room, "t.csv", GOOD, *words)
    yield room.onenlp("score", "--task", "scores")
    for words in (
        [*MARK, "--gold", "g", "--pred", "p"],
        ["--data", "t.csv", "--gold", "g"],
        ["--data", "t.csv"],
    ):
        with contextlib.suppress(SystemExit):
            yield room.onenlp("power", *words)
    yield room.onenlp("init", "--data", "t.csv", *MARK, "--better", "lower", "--better", "fail")
