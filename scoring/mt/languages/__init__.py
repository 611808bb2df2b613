"""Language cards: what is known of a language, as data."""

from scoring.mt.languages.card import Card
from scoring.mt.languages.loader import Cards

__all__ = ["Card", "Cards"]
