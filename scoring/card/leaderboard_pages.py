"""A leaderboard as JSON, as Markdown and as one self-contained HTML page."""

import json
from collections.abc import Sequence
from typing import Any

from scoring.base.wording import printable
from scoring.card.entrant import SORTS
from scoring.card.leaderboard import TIER_MARK, Leaderboard, Place
from scoring.report.figures import figure, interval
from scoring.report.markdown import escaped
from scoring.report.pages import PageLink, render

__all__ = ["SCHEMA", "board_html", "board_json", "board_markdown", "title_of"]

SCHEMA = "onenlp-leaderboard/1"
OTHERS = ("composite", "cost", "speed")  # shown beside the figure that is ranked by


def title_of(board: Leaderboard) -> str:
    """What the board is of, in words."""
    of = " ".join(part for part in (board.dataset, board.language_pair) if part)
    way = "lower" if board.sort.lowest_first else "higher"
    return f"Leaderboard{f' of {of}' if of else ''} by {board.sort.label} ({way} is better)"


def count_said(board: Leaderboard) -> str:
    """How many cards there are, and how many of them stand on the board."""
    cards = f"{board.of} card{'s' * (board.of != 1)}"
    more = board.of - len(board.places)
    if not more:
        return f"{cards}."
    return f"{cards}; the first {len(board.places)} are shown, {more} more with a greater --top."


def board_json(board: Leaderboard) -> str:
    """The board as JSON; figures unrounded, a missing one null with its reason."""
    document = {
        "schema": SCHEMA,
        "sort": board.sort.name,
        "field": f"{board.sort.block}.{board.sort.field}",
        "better": str(board.sort.better),
        "dataset": board.dataset,
        "language_pair": board.language_pair,
        "cards": board.of,
        "tier_note": TIER_MARK,
        "warnings": list(board.warnings),
        "rows": [row_of(place) for place in board.places],
    }
    return json.dumps(document, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def row_of(place: Place) -> dict[str, Any]:
    """A place as a JSON object."""
    one, pairing = place.entrant, place.pairing
    return {
        "rank": place.rank,
        "shared": place.shared,
        "fingerprint": one.fingerprint,
        "model_slug": one.model_slug,
        "condition": one.condition,
        "dataset": one.dataset,
        "language_pair": one.language_pair,
        "value": one.value,
        "ci": list(one.ci) if one.ci else None,
        "reason": one.reason,
        "compared_by": place.by,
        "compared": place.said or None,
        "difference": None if pairing is None else {"value": pairing.difference, "ci": pairing.ci, "p": pairing.p},
        "figures": {name.replace("-", "_"): value for name, value in one.figures.items()},
        "quality_tier": one.tier,
        "tier_note": TIER_MARK,
        "profile": one.profile,
        "metrics": sorted(one.covered),
        "warnings": list(place.warnings),
        "caveats": list(one.caveats),
        "commit": one.commit,
        "date": one.date,
        "label": one.label,
    }  # fmt: skip


def board_markdown(board: Leaderboard) -> str:
    """The board as a Markdown page."""
    header, *rows = cells_of(board)
    lines = [
        f"# {escaped(title_of(board))}",
        "",
        *(f"> **Warning:** {escaped(one)}" for one in board.warnings),
    ]
    lines += [""] if board.warnings else []
    if rows:
        lines += [
            f"| {' | '.join(map(escaped, cells))} |" for cells in (header, ["---"] * len(header), *rows)
        ]
        lines += [""]
    return "\n".join([*lines, count_said(board)]) + "\n"


def cells_of(board: Leaderboard) -> list[list[str]]:
    """The table: a header, then the cells of each place."""
    others = [SORTS[name] for name in OTHERS if name != board.sort.name]
    header = [
        "Rank",
        "System",
        "Test set",
        "Pair",
        board.sort.label,
        "95% CI",
        "Tier",
        *(one.label for one in others),
    ]
    made = [[*header, "Notes"]]
    for place in board.places:
        one = place.entrant
        rank = "-" if place.rank is None else f"{place.rank}{'=' * place.shared}"
        made.append([
            rank, one.name, one.dataset, one.language_pair, figure(one.value, board.sort.scale),
            interval(one.ci, board.sort.scale), f"{one.tier} ({TIER_MARK})",
            *(figure(one.figures[other.name], other.scale) for other in others),
            notes_of(place),
        ])  # fmt: skip
    return made


def notes_of(place: Place) -> str:
    """What is to be known of a place, in one cell."""
    count = len(place.entrant.caveats)
    caveats = f"{count} caveat{'s' * (count != 1)} on its card" if count else ""
    return "; ".join(part for part in (place.said, *place.warnings, caveats) if part) or "-"


def board_html(board: Leaderboard, links: Sequence[PageLink] = ()) -> str:
    """The board as a page for a browser, which loads nothing; ``links`` lead to its siblings in a site."""
    header, *rows = ([printable(cell) for cell in line] for line in cells_of(board))
    return render(
        "leaderboard.html.j2", "scoring.card", title=printable(title_of(board)), header=header, rows=rows,
        warnings=[printable(one) for one in board.warnings], count=count_said(board), links=links,
    )  # fmt: skip
