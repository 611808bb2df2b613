"""Language cards: what is known of a language, as data."""

from scoring.mt.languages.card import LanguageCard
from scoring.mt.languages.loader import Cards

__all__ = ["Cards", "LanguageCard"]
