"""What everything stands on: errors, limits, files, wording."""
