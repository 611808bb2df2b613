"""What every room speaks of: options, recorded rows, gates, the view of the session, reference files."""
