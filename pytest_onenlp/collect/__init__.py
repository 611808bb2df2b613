"""What is a gate: the marker, gate files, and the settings of both."""
