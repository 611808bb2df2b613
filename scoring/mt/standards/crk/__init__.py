"""The standard of Plains Cree."""

from scoring.mt.standards.crk.standard import PlainsCree, standard

__all__ = ["PlainsCree", "standard"]
