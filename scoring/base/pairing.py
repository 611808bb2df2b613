"""Bringing together what goes together, one to one, as often as it can be.

Source: Kuhn (1955), The Hungarian method for the assignment problem, by augmenting paths.
"""

from collections import deque
from collections.abc import Sequence

__all__ = ["by_cost", "paired"]


def paired(choices: Sequence[Sequence[int]]) -> dict[int, int]:
    """A largest matching: the place on the right of each place on the left that has one.

    ``choices`` are the places on the right with which each place on the left goes together; earlier ones are tried
    first.
    """
    owner: dict[int, int] = {}  # of places on the right
    holds: dict[int, int] = {}  # the same from the left
    for start in range(len(choices)):
        free, came = searched(start, choices, owner)
        while free is not None:
            place = came[free]
            before = holds.get(place)
            owner[free], holds[place] = place, free
            free = before
    return {place: other for other, place in owner.items()}


def by_cost(costs: Sequence[Sequence[int | None]]) -> list[list[int]]:
    """The choices for ``paired`` of a table of costs: cheaper places first, then nearer ones; None is no choice."""
    return [
        [
            other
            for _, _, other in sorted(
                (cost, abs(place - other), other) for other, cost in enumerate(row) if cost is not None
            )
        ]
        for place, row in enumerate(costs)
    ]


def searched(
    start: int, choices: Sequence[Sequence[int]], owner: dict[int, int]
) -> tuple[int | None, dict[int, int]]:
    """A place on the right without an owner that the start leads to, and from where each place was reached."""
    came: dict[int, int] = {}
    waiting = deque([start])
    while waiting:
        place = waiting.popleft()
        for other in choices[place]:
            if other in came:
                continue
            came[other] = place
            if other not in owner:
                return other, came
            waiting.append(owner[other])
    return None, came
