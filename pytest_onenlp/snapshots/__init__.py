"""Results snapshots: a table of scores kept beside the test."""
