"""The pytest plugin: fails a test run when a score leaves the noise of its reference."""
