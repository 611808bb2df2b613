"""What the session has found wrong and has to say, gathered while it ends."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from pytest_onenlp.shadow import ShadowedError

__all__ = ["Findings", "error_in_words"]


@dataclass
class Findings:
    """Faults, for which the session fails although no test did, notes, and whether rows were recorded."""

    faults: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    recorded: bool | None = None  # None before

    @contextmanager
    def telling(self, what: str) -> Iterator[None]:
        """Makes a fault of the run of any exception: what the tests found must still be said, without a traceback."""
        try:
            yield
        except Exception as error:  # noqa: BLE001 - whatever it is, it is one message
            self.faults.append(f"{what}: {error_in_words(error)}")


def error_in_words(error: Exception) -> str:
    """An error as the end of a sentence: its message alone where it was written for users, else with its kind."""
    # By name: where the user's own module hides ``scoring``, its errors cannot be imported.
    for_users = any(kind.__name__ == "ScoringError" for kind in type(error).__mro__)
    return str(error) if for_users or isinstance(error, ShadowedError) else f"{type(error).__name__}: {error}"
