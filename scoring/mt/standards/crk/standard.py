"""Plains Cree: accepted variants (lint) and meaning, with the user's own analyser and glosses.

Source: MT scoring specification, §2.1, §2.3 and Appendix B; the word lists name theirs.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from importlib.resources import files

from scoring.metrics.metric import NotAvailable
from scoring.mt.run import Entry
from scoring.mt.standards.crk.variants import KINDS, Variants
from scoring.mt.standards.linter import LinterRules, lint
from scoring.mt.standards.lists import Lists, read_lists
from scoring.mt.standards.meanings import Meanings
from scoring.mt.standards.protocol import LINT, SEMANTIC, Verdicts, counts
from scoring.mt.standards.readings import Notation
from scoring.mt.standards.resources import Resources
from scoring.mt.standards.semantics import semantic

__all__ = ["PlainsCree", "standard"]

# The tags of GiellaLT that say what a word is, and not which form of it.
NOTATION = Notation(
    (
        "Sem/",
        "Gram/",
        "CmpN/",
        "Use/",
        "Dial/",
        "OLang/",
        "TV",
        "IV",
        *(f"v{number}" for number in range(1, 11)),
    )
)


class PlainsCree:
    """The standard of Plains Cree with the resources of a user."""

    name = "crk"

    def __init__(self, resources: Resources) -> None:
        """The standard; InputError where a file of the user's cannot be read."""
        self.resources = resources
        self.glosses = resources.glosses
        self.readings = resources.readings(Variants(self.lists).spellings, NOTATION)
        self.lacks_analyser = lacking(self.readings)
        self.lacks_meaning = "; ".join(filter(None, (self.lacks_analyser, lacking(self.glosses))))
        readings = None if isinstance(self.readings, NotAvailable) else self.readings
        self.rules: LinterRules = Variants(self.lists, readings, self.meanings).rules()

    @property
    def version(self) -> str:
        return f"2|lists:{self.lists.digest}|{self.resources.signature}"

    @cached_property
    def lists(self) -> Lists:
        """The user's word lists, else those of the product."""
        own = self.resources.path("lists.json")
        data = own or files("scoring.mt.standards.crk").joinpath("lists.json").read_bytes()
        return read_lists(data, str(own or "crk/lists.json"), KINDS, unverified=self.resources.unverified)

    @cached_property
    def meanings(self) -> Meanings | None:
        """What is known of the words; None where analyser or glosses are missing."""
        if isinstance(self.readings, NotAvailable) or isinstance(self.glosses, NotAvailable):
            return None
        return Meanings(self.readings, self.glosses)

    def compute(self, entry: Entry) -> Verdicts:
        """The lint verdict and the semantic verdict on an entry."""
        return {
            LINT: lint(entry.output, entry.references, self.rules, self.lacks_analyser),
            SEMANTIC: semantic(entry.output, entry.references, self.meanings, self.lacks_meaning, self.rules),
        }

    def aggregate(self, verdicts: Sequence[Verdicts]) -> Mapping[str, Mapping[str, int]]:
        """How often each verdict was given."""
        return counts(verdicts)


def lacking(resource: object) -> str:
    """Why a resource is missing and the way out; empty where it is there."""
    return f"{resource.reason} ({resource.remedy})" if isinstance(resource, NotAvailable) else ""


def standard(resources: Resources) -> PlainsCree:
    """The standard for these resources."""
    return PlainsCree(resources)
