"""Finite-state analysers in HFST's optimised lookup format (``.hfstol``), read and looked up in Python."""

from scoring.mt.fst.format import TransducerError
from scoring.mt.fst.lookup import Analysis, Transducer, load

__all__ = ["Analysis", "Transducer", "TransducerError", "load"]
