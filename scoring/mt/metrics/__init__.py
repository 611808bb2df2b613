"""The metrics of machine translation, one module each, in the order in which they are defined."""

from scoring.mt.definitions import DEFINITIONS

__all__ = ["ORDER"]

ORDER = tuple(DEFINITIONS)
