"""The suite: `from tests.shared import …` works in every test."""
