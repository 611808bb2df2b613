"""The reference rows that a test is judged by: read once in each process, the same in all of them."""

import pytest

from pytest_onenlp.records.options import OPTIONS
from pytest_onenlp.records.reference_files import changed_since
from scoring.base.errors import RowsError
from scoring.rows.references import References

__all__ = ["references_of"]

REFERENCES = pytest.StashKey[References]()


def references_of(config: pytest.Config) -> References | None:
    """The reference rows of the session; None where none are configured or none judge.

    Raises:
        RowsError: a file is damaged, or is not what it was when the session began.
    """
    options = config.stash[OPTIONS]
    if not options.references or options.off:
        return None
    if REFERENCES not in config.stash:
        config.stash[REFERENCES] = References.load([path for path in options.references if path.exists()])
        sent = getattr(config, "workerinput", {}).get("onenlp")
        changed = changed_since(options.references, sent["fingerprints"]) if sent else None
        if changed:
            del config.stash[REFERENCES]
            msg = f"{changed} was changed while the tests ran, so its rows are not the same for all of them; run again"
            raise RowsError(msg)
    return config.stash[REFERENCES]
