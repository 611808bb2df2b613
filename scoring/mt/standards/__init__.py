"""Language standards: what counts as an accepted variant, and as the same meaning, in one language.

A standard is named in the language's card (``evalMetrics``).  Source: MT scoring specification, §1.4, Appendix B.
"""

from scoring.mt.standards.protocol import LINT, SEMANTIC, Analyser, Standard, WordVerdict, counts
from scoring.mt.standards.resources import Resources
from scoring.mt.standards.worth import from_standard

__all__ = ["LINT", "SEMANTIC", "Analyser", "Resources", "Standard", "WordVerdict", "counts", "from_standard"]
