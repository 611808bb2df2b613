"""Draws, resampling, intervals and significance; no module here knows a metric."""
