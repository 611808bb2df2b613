"""What a gate must end with: a verdict for every metric that its marker names, and why it ended otherwise."""

import pytest

from pytest_onenlp.check.outcome import ATTEMPT, Attempt, OneNLPRegression
from pytest_onenlp.marker.fields import ADDED_LATE, GATE, IDENTITY, MarkedGate
from pytest_onenlp.records.options import ONE_CHECK

__all__ = ["judged_whole", "lacking_verdict", "note_loss", "stated_reason", "unanswered"]


def judged_whole(item: pytest.Item) -> bool:
    """Whether a gate, however it ends, has judged all rows that can be its own: those that its marker names whole."""
    gate, attempt = item.stash.get(GATE, MarkedGate()), item.stash.get(ATTEMPT, Attempt(number=0))
    if item.stash.get(ONE_CHECK, False):  # it records every row before it raises
        return bool(attempt.judged)
    names_all = gate.metrics and all(key in gate.fields for key in IDENTITY)
    return bool(names_all) and all(name in attempt.judged for name in gate.metrics)


def lacking_verdict(item: pytest.Item) -> str | None:
    """What a gate that has run left unjudged, in words; None where every metric has its verdict."""
    if GATE not in item.stash:
        return ADDED_LATE
    lacking = lacking_of(item.stash.get(GATE, MarkedGate()), item.stash.get(ATTEMPT, Attempt(number=0)))
    if lacking and ATTEMPT in item.stash:
        item.stash[ATTEMPT].raised.append(lacking)
    return lacking


def lacking_of(gate: MarkedGate, attempt: Attempt) -> str | None:
    """What an attempt at the gate left unjudged, in words."""
    judged = attempt.judged
    lacking = [name for name in gate.metrics if name not in judged]
    if not judged:
        of_metrics = f" for {', '.join(lacking)}" if lacking else ""
        return f"judged nothing{of_metrics}: a test with the onenlp marker must call a check_… of the onenlp fixture"
    if lacking:
        return f"judged nothing for {', '.join(lacking)}, which the marker names: check it too"
    if attempt.floors:
        from pytest_onenlp.marker.settings import lost_floor

        return lost_floor(attempt.floors, judged)
    return None


def note_loss(item: pytest.Item, error: BaseException) -> None:
    """Notes that the test failed by a verdict: then its other rows may be recorded."""
    attempt = item.stash.get(ATTEMPT, None)
    if attempt is not None:
        attempt.lost = isinstance(error, OneNLPRegression)


def unanswered(item: pytest.Item, ended: str) -> str | None:
    """What the checks of a test that passed or skipped left behind without a verdict, in words; None where nothing."""
    attempt = item.stash.get(ATTEMPT, Attempt(number=0))
    if attempt.raised:
        return f"{ended}, but a check raised and nothing let the test fail: {attempt.raised[0]}"
    if attempt.running:
        return f"{ended} while a check was still running: wait for it, and read its result"
    return None


def stated_reason(error: BaseException | None) -> str | None:
    """Why a test skipped or failed, in one line, where whoever raised the error wrote it for a reader."""
    if isinstance(error, pytest.skip.Exception):
        return str(error)
    if isinstance(error, pytest.fail.Exception | OneNLPRegression):
        return next(iter(str(error).strip().splitlines()), "")
    return None
