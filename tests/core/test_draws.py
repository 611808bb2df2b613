"""The generator against published outputs and a plain-Python reference; the map to units against whole numbers."""

import hashlib
from collections.abc import Iterator
from itertools import islice

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.base.errors import UsageError
from scoring.statistics import draws
from scoring.statistics.draws import DRAWS, RESAMPLES, SEED, indices, splitmix64, weight_blocks

MASK = 2**64 - 1


def reference(seed: int) -> Iterator[int]:
    """SplitMix64 one output at a time, in Python's whole numbers (Steele, Lea and Flood 2014)."""
    state = seed
    while True:
        state = (state + 0x9E3779B97F4A7C15) & MASK
        word = ((state ^ state >> 30) * 0xBF58476D1CE4E5B9) & MASK
        word = ((word ^ word >> 27) * 0x94D049BB133111EB) & MASK
        yield word ^ word >> 31


def reference_indices(seed: int, units: int, count: int) -> list[int]:
    return [word * units >> 64 for word in islice(reference(seed), count)]


def hexadecimal(words: str) -> list[int]:
    return [int(word, 16) for word in words.split()]


def decimal(words: str) -> list[int]:
    return [int(word) for word in words.split()]


@pytest.mark.parametrize(
    ("seed", "published"),
    [
        pytest.param(
            1234567,
            decimal(
                "6457827717110365317 3203168211198807973 9817491932198370423 4593380528125082431 "
                "16408922859458223821"
            ),
            id="Rosetta Code, Pseudo-random numbers/Splitmix64",
        ),
        pytest.param(
            1477776061723855037,
            decimal(
                "1985237415132408290 2979275885539914483 13511426838097143398 8488337342461049707 "
                "15141737807933549159 17093170987380407015"
            ),
            id="rand_xoshiro, tests of splitmix64.rs",
        ),
        pytest.param(
            0,
            hexadecimal(
                "e220a8397b1dcdaf 6e789e6aa1b965f4 06c45d188009454f f88bb8a8724c81ec 1b39896a51a8749b"
            ),
            id="state that seeds xoshiro(0)",
        ),
        pytest.param(MASK, hexadecimal("e4d971771b652c20 e99ff867dbf682c9"), id="largest seed"),
    ],
)
def test_outputs_are_the_published_ones(seed, published):
    assert splitmix64(seed, 0, len(published)).tolist() == published


@pytest.mark.parametrize(
    ("seed", "outputs"),
    [
        (1, [10451216379200822465, 13757245211066428519]),
        (42, [13679457532755275413, 2949826092126892291]),
        (SEED, [17486582413981831226, 3190848937081373894]),
    ],
)
def test_outputs_are_those_of_plain_python(seed, outputs):
    assert list(islice(reference(seed), 2)) == outputs
    assert splitmix64(seed, 0, 2).tolist() == outputs


def test_outputs_are_those_of_plain_python_across_the_ends_of_a_run():
    assert splitmix64(SEED, 0, 40_000).tolist() == list(islice(reference(SEED), 40_000))


@given(st.integers(0, MASK), st.integers(0, 2**40), st.integers(0, 50))
def test_any_output_can_be_had_without_those_before(seed, start, size):
    state = (seed + start * 0x9E3779B97F4A7C15) & MASK
    assert splitmix64(seed, start, size).tolist() == list(islice(reference(state), size))


@pytest.mark.parametrize(
    ("seed", "of_7", "of_2077"),
    [
        (0, "6 3 0 6 0 2 1 5 1 6", "1834 896 54 2016 220 679 361 1602 510 1977"),
        (1, "3 5 6 3 3 5 6 3 1 5", "1176 1548 2016 922 922 1584 1822 1086 593 1649"),
        (42, "5 1 1 2 0 6 1 5 2 4", "1540 332 578 714 78 1803 453 1662 706 1284"),
        (1234567, "2 1 3 1 6 2 4 1 3 5", "727 360 1105 517 1847 878 1226 571 909 1700"),
        (SEED, "6 1 5 5 3 3 5 4 1 1", "1968 359 1565 1601 1119 1020 1634 1312 503 574"),
        (MASK, "6 6 1 2 4 5 6 1 5 0", "1856 1895 455 885 1465 1712 1957 522 1598 25"),
    ],
)
def test_the_first_ten_draws_are_the_listed_ones(seed, of_7, of_2077):
    assert indices(7, 2, seed).ravel()[:10].tolist() == decimal(of_7)
    assert indices(2077, 1, seed)[0, :10].tolist() == decimal(of_2077)


@pytest.mark.parametrize(
    ("resample", "first"), [(1, [466, 435, 627, 644, 1186]), (999, [2068, 1108, 364, 2041, 58])]
)
def test_a_resample_can_be_had_without_those_before(resample, first):
    assert indices(2077, 1, SEED, resample)[0, :5].tolist() == first


def test_all_draws_of_the_default_resamples_have_the_published_digest():
    drawn = indices(2077, RESAMPLES, SEED)
    assert int(drawn.sum()) == 2155722271
    digest = hashlib.sha256(drawn.astype("<u4").tobytes()).hexdigest()
    assert digest == "02c2868c3c10c31aaa6947217fe97d5afd59866dfa59f5b50db782ea8934c874"


def test_the_map_takes_the_upper_word_of_the_product_not_the_upper_half_of_the_output():
    # The first draw on which (x * n) >> 64 and ((x >> 32) * n) >> 32 differ: 351369 and 351368.
    output = next(islice(reference(SEED), 834, None))
    assert (output >> 32) * 1_000_003 >> 32 == 351368
    assert indices(1_000_003, 1, SEED)[0, 834] == 351369


def test_the_lower_half_of_an_output_is_not_lost_where_units_are_few():
    # Draw 534,998 is the first of 8,000 units that the upper half alone would send to the unit before.
    output = next(islice(reference(SEED), 534_998, None))
    assert (output >> 32) * 8000 >> 32 == 3736
    assert output * 8000 >> 64 == 3737
    resample, place = divmod(534_998, 8000)
    assert indices(8000, 1, SEED, resample)[0, place] == 3737


@given(st.integers(0, MASK), st.integers(1, 2**32 - 1))
def test_the_map_is_exact_for_every_number_of_units(seed, units):
    drawn = np.empty(5, dtype=np.uint64)
    draws._fill(drawn, 0, units, seed)
    assert drawn.tolist() == reference_indices(seed, units, 5)


@pytest.mark.parametrize("units", [1, 2, 7, 100, 511, 512, 513, 2077, 16_384, 16_385, 40_000])
def test_weights_count_the_draws_of_each_unit(units):
    resamples = 101 if units < 5000 else 35
    seen = 0
    for start, weights in weight_blocks(units, resamples, SEED):
        assert start == seen
        assert weights.dtype == np.float32
        drawn = indices(units, len(weights), SEED, start)
        counted = [np.bincount(row, minlength=units) for row in drawn]
        assert np.array_equal(weights, np.array(counted))
        seen += len(weights)
    assert seen == resamples


def test_the_first_units_of_the_first_resample_are_taken_as_often_as_listed():
    _, weights = next(iter(weight_blocks(2077, RESAMPLES, SEED)))
    assert weights[0, :10].tolist() == [0, 1, 1, 1, 1, 0, 1, 1, 0, 2]


def test_a_block_may_be_the_array_of_the_block_before():
    blocks = weight_blocks(40_000, 100, SEED)
    first, second = next(blocks)[1], next(blocks)[1]
    assert np.shares_memory(first, second)


def test_no_units_give_no_weights():
    assert list(weight_blocks(0, 100, SEED)) == []


def test_more_units_than_the_map_can_take_are_refused():
    with pytest.raises(UsageError, match=r"4294967296 units, at most 4294967295"):
        next(iter(weight_blocks(2**32, 100, SEED)))


def test_a_row_names_generator_map_and_version():
    assert (SEED, RESAMPLES, DRAWS) == (20260101, 1000, "splitmix64/mulhi/1")
