"""What a gate may say: the fields of its marker, their values, and the settings that they make."""
