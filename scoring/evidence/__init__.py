"""Evidence: what a metric saw on each unit of a test set, scored under any per-unit weights."""
