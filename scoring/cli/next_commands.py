"""The commands that a page and a message give for a row: what measures it alone, and what to run next."""

import shlex
from collections.abc import Mapping, Sequence

from scoring.rows.records import Row
from scoring.rows.verdict import Verdict

__all__ = ["measuring", "next_commands"]


def measuring(row: Row, record: Sequence[str], alone: Sequence[str]) -> str:
    """The command that measures the metric of a row alone."""
    words = ["onenlp", *record, "--component", row.component, "--language", row.language,
             "--dataset", row.dataset, *alone]  # fmt: skip
    return shlex.join(words)


def next_commands(
    rows: Sequence[Row], record: Sequence[str], alone: Mapping[str, Sequence[str]]
) -> dict[str, str]:
    """What to run next for rows that fail: their units one by one where they are worse, else a new reference."""
    outputs = {
        Verdict.WORSE: "--entries units.jsonl", Verdict.MISSING: "--json refs.json",
        Verdict.BETTER: "--json refs.json", Verdict.STALE: "--json refs.json",
    }  # fmt: skip
    return {
        row.key: f"{measuring(row, record, alone[row.key])} {outputs[row.verdict]}"
        for row in rows
        if row.verdict in outputs
    }
