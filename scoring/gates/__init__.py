"""Gate files, and the one list of their keys."""
