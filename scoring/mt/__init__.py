"""Machine translation: the surface metrics of outputs against one or more references for each segment."""

from scoring.mt.surface.bleu import bleu
from scoring.mt.surface.chrf import chrf
from scoring.mt.surface.score import SurfaceScore
from scoring.mt.surface.ter import ter

__all__ = ["SurfaceScore", "bleu", "chrf", "ter"]
