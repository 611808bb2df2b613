"""The draws of the bootstrap: how often every resample takes every unit, the same on every platform.

Draw j of resample b over n units is output ``b * n + j`` of SplitMix64, mapped to a unit by ``(x * n) >> 64``.
Source: Steele, Lea and Flood (2014), Fast splittable pseudorandom number generators (the generator);
Efron and Tibshirani (1993), An Introduction to the Bootstrap, §6.2 (units drawn with replacement).
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from scoring.base.errors import UsageError
from scoring.evidence.evidence import Floats
from scoring.evidence.runs import FEWEST_RUNS

__all__ = ["DRAWS", "RESAMPLES", "SEED", "indices", "run_weights", "splitmix64", "unit_runs", "weight_blocks"]

SEED = 20260101
RESAMPLES = 1000
DRAWS = "splitmix64/mulhi/1"  # generator, map and version, written into every row

Words = NDArray[np.uint64]

_GAMMA = 0x9E3779B97F4A7C15
_MASK = (1 << 64) - 1
_ROUNDS = ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB))
_HALF = np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)

_RUN = 32_768  # draws made at once: the working set stays in the second-level cache
_MANY = 1 << 17  # units above which half of an output too often settles no draw
_ROWS = 32  # resamples in a block, more where units are few
_BYTES = 48 << 20  # of a block of weights
_RAMP = np.arange(1, _RUN + 1, dtype=np.uint64) * np.uint64(_GAMMA)


def splitmix64(seed: int, start: int, size: int) -> Words:
    """Outputs ``start`` to ``start + size - 1`` of the generator with this seed: ``(size,)``, counted from 0.

    >>> splitmix64(1234567, 0, 2)
    array([6457827717110365317, 3203168211198807973], dtype=uint64)
    """
    out = np.empty(size, dtype=np.uint64)
    spare = np.empty(min(size, _RUN), dtype=np.uint64)
    for at in range(0, size, _RUN):
        run = out[at : at + _RUN]
        _mix(run, spare[: run.size], seed + (start + at) * _GAMMA)
    return out


def indices(units: int, resamples: int, seed: int, start_resample: int = 0) -> NDArray[np.int64]:
    """The unit of every draw: ``(resamples, units)``, beginning with resample ``start_resample``.

    >>> indices(7, 1, 20260101)
    array([[6, 1, 5, 5, 3, 3, 5]])
    """
    check_units(units)
    out = np.empty(resamples * units, dtype=np.uint64)
    _fill(out, start_resample * units, units, seed)
    return out.view(np.int64).reshape(resamples, units)


def weight_blocks(
    units: int, resamples: int, seed: int, begin: int = 0
) -> Iterator[tuple[int, NDArray[np.float32]]]:
    """Blocks of resamples: the place of the first, and their weights ``(rows, units)``: how often each is taken.

    Places count from 0, which is resample ``begin``.

    The array of weights is used again for the next block: copy what is to be kept.  Besides it (48 MB at
    most) little is needed.

    Raises:
        UsageError: there are 2**32 units or more.
    """
    check_units(units)
    if units == 0:
        return
    together = max(1, _RUN // units)  # small resamples are counted together, each in its own range
    rows = max(1, min(-(-_ROWS // together) * together, _BYTES // (4 * units)))
    weights = np.empty((rows, units), dtype=np.float32)
    drawn = np.empty(min(_RUN, together * units), dtype=np.uint64)
    one = np.float32(1.0)
    offsets = np.arange(together, dtype=np.uint64)[:, None] * np.uint64(units)
    for start in range(0, resamples, rows):
        stop = min(start + rows, resamples)
        for first in range(start, stop, together):
            count = min(together, stop - first)
            taken = weights[first - start : first - start + count].reshape(-1)
            taken[:] = 0.0
            for at in range(0, taken.size, _RUN):
                part = drawn[: min(_RUN, taken.size - at)]
                _fill(part, (begin + first) * units + at, units, seed)
                if count > 1:
                    np.add(part.reshape(count, units), offsets[:count], out=part.reshape(count, units))
                np.add.at(taken, part.view(np.int64), one)  # since numpy 1.25 twice as fast as bincount
        yield start, weights[: stop - start]


def unit_runs(units: int, resample: int, seed: int) -> Iterator[NDArray[np.int64]]:
    """The unit of every draw of one resample, some at a time; the array is used again for the next ones."""
    drawn = np.empty(min(_RUN, units), dtype=np.uint64)
    for at in range(0, units, _RUN):
        part = drawn[: min(_RUN, units - at)]
        _fill(part, resample * units + at, units, seed)
        yield part.view(np.int64)


def check_units(units: int) -> None:
    """Nothing, where the map to units is exact in 32-bit halves.

    Raises:
        UsageError: there are 2**32 units or more, or fewer than none.
    """
    if not 0 <= units < 1 << 32:
        most = (1 << 32) - 1
        msg = f"cannot draw from {units} units, at most {most}: sum the counts of units in groups"
        raise UsageError(msg)


def _fill(out: Words, start: int, units: int, seed: int) -> None:
    """Write the units of draws ``start``, ``start + 1``, ... into ``out``."""
    room = np.empty(min(out.size, _RUN), dtype=np.uint64)
    for at in range(0, out.size, _RUN):
        run = out[at : at + _RUN]
        spare = room[: run.size]
        state = seed + (start + at) * _GAMMA
        _mix(run, spare, state)
        if units > _MANY:
            _upper(run, spare, np.uint64(units))
        else:
            _upper_by_half(run, spare, units, state)


def _upper(run: Words, low: Words, n: np.uint64) -> None:
    """Replace each x by the upper word of the 128-bit product x * n, exact because n < 2**32."""
    np.bitwise_and(run, _LOW, out=low)
    np.multiply(low, n, out=low)
    np.right_shift(low, _HALF, out=low)
    np.right_shift(run, _HALF, out=run)
    np.multiply(run, n, out=run)
    np.add(run, low, out=run)
    np.right_shift(run, _HALF, out=run)


def _upper_by_half(run: Words, low: Words, units: int, state: int) -> None:
    """Replace each x, the outputs that follow this state, by the upper word of x * n, from its upper half alone.

    The lower half adds less than n to the middle word: without a carry from there the upper word stays, and the few
    outputs that may have one are made again in whole.
    """
    np.right_shift(run, _HALF, out=run)
    np.multiply(run, np.uint64(units), out=run)
    np.bitwise_and(run, _LOW, out=low)
    limit = (1 << 32) - units
    late = np.flatnonzero(low > np.uint64(limit)) if int(low.max()) > limit else ()
    np.right_shift(run, _HALF, out=run)
    for place in late:
        (output,) = splitmix64(state + int(place) * _GAMMA, 0, 1).tolist()
        run[place] = output * units >> 64


def _mix(out: Words, spare: Words, state: int) -> None:
    """Write the outputs that follow this state of the generator into ``out``."""
    np.add(_RAMP[: out.size], np.uint64(state & _MASK), out=out)
    for shift, factor in _ROUNDS:
        np.right_shift(out, np.uint64(shift), out=spare)
        np.bitwise_xor(out, spare, out=out)
        np.multiply(out, np.uint64(factor), out=out)
    np.right_shift(out, np.uint64(31), out=spare)
    np.bitwise_xor(out, spare, out=out)


STREAM = 0x72756E73_72756E73  # turns the seed of the units' draws into that of the runs' draws


def run_weights(runs: int, resamples: int, seed: int, begin: int = 0) -> Floats:
    """How often every resample takes every run: ``(resamples, runs)``; once each where there are fewer than three.

    The first of them is resample ``begin``.

    Draw j of resample b is output ``b * runs + j`` of SplitMix64, whose seed is that of the units but for a
    constant, mapped as units are; so systems with equally many runs share the draws.

    >>> run_weights(3, 2, 20260101)
    array([[1., 0., 2.],
           [1., 2., 0.]])
    """
    if runs < FEWEST_RUNS:
        return np.ones((resamples, runs))
    drawn = indices(runs, resamples, seed ^ STREAM, begin)
    return np.stack([(drawn == run).sum(axis=1) for run in range(runs)], axis=1).astype(np.float64)
