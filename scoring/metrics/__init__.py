"""Metrics and tasks: what they are, and the catalogue of all that are known."""
