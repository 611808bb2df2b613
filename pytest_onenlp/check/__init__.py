"""What a test calls: the fixture, its arguments, and what a check leaves behind."""
