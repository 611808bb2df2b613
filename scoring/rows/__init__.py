"""Rows: the only record of a score, the files that hold them, and the units kept beside them."""
