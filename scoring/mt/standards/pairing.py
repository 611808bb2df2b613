"""Bringing together what goes together, one to one, as often as it can be.

Source: Kuhn (1955), The Hungarian method for the assignment problem, by augmenting paths.
"""

from collections import deque
from collections.abc import Callable

__all__ = ["paired"]


def paired(left: int, right: int, cost: Callable[[int, int], int | None]) -> dict[int, int]:
    """A largest matching: the place on the right of each place on the left that has one.

    ``cost`` is None where two places do not go together; cheaper ones are tried first, then nearer ones.
    """
    edges: list[list[int]] = []
    for place in range(left):
        known = ((cost(place, other), abs(place - other), other) for other in range(right))
        edges.append(
            [
                other
                for _, _, other in sorted((price, far, to) for price, far, to in known if price is not None)
            ]
        )
    owner: dict[int, int] = {}
    for start in range(left):
        free, came = searched(start, edges, owner)
        while free is not None:
            place = came[free]
            before = next((other for other, own in owner.items() if own == place), None)
            owner[free] = place
            free = before
    return {place: other for other, place in owner.items()}


def searched(start: int, edges: list[list[int]], owner: dict[int, int]) -> tuple[int | None, dict[int, int]]:
    """A place on the right without an owner that the start leads to, and from where each place was reached."""
    came: dict[int, int] = {}
    waiting = deque([start])
    while waiting:
        place = waiting.popleft()
        for other in edges[place]:
            if other in came:
                continue
            came[other] = place
            if other not in owner:
                return other, came
            waiting.append(owner[other])
    return None, came
