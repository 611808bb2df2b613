"""The written rule by which a score is judged, and what it needs to be applied to rows."""
