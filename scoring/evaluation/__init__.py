"""From data to judged rows: measure, slice, resample, judge, and say why a score got worse."""
