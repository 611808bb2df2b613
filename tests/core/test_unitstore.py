"""Stored units: the same arrays give the same bytes, and damage of any kind is one clear error."""

import io
import pickle
import zipfile

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays_of

from scoring.base.errors import RowsError
from scoring.evidence.breakdown import Averaging, Parts
from scoring.rows.records import Identity
from scoring.rows.units import StoredUnits, UnitSet, arrays_sha256, dumps, loads, path_of, read, write

HERE = "refs.units/0.npz"
LAS = {"counts": np.array([[1, 2, 3], [4, 5, 6]], dtype=np.int16)}
MEDIAN = {"readings": np.array([[0.25], [1e-300]])}
UNITS = UnitSet("g" * 64, ("s1", "s2 with spaces", "žluťoučký"), {"LAS": LAS, "Span F1[PER|x]": MEDIAN})


def stored(*units) -> StoredUnits:
    found = StoredUnits()
    for one in units:
        found.record(one)
    return found


def same(ours, theirs) -> bool:
    """Whether two stores hold the same ids and the same arrays of the same types."""
    names = {(label, name) for label, arrays in ours.arrays.items() for name in arrays}
    if ours.ids != theirs.ids or names != {
        (label, name) for label, found in theirs.arrays.items() for name in found
    }:
        return False
    pairs = [(ours.arrays[label][name], theirs.arrays[label][name]) for label, name in names]
    return all(a.dtype == b.dtype and a.shape == b.shape and np.array_equal(a, b, equal_nan=a.dtype.kind == "f")
               for a, b in pairs)  # fmt: skip


def fault(data, path=HERE) -> str:
    with pytest.raises(RowsError) as caught:
        loads(data, path)
    message = str(caught.value)
    assert message.startswith(f"{path}: the stored units are damaged")
    assert message.endswith("remove its rows from the reference file and record them again")
    assert "\n" not in message
    return message


def test_units_survive_their_file(tmp_path):
    path = tmp_path / "refs.units" / "0.npz"
    write(path, stored(UNITS))
    assert same(read(path), stored(UNITS))


def test_ids_that_are_the_ordinals_are_stored_as_none():
    assert loads(dumps(stored(UnitSet("g", (), {"LAS": LAS}))), HERE).ids == {"g": ()}


def test_the_same_units_give_the_same_bytes_in_any_order():
    other = UnitSet(UNITS.gold_sha256, UNITS.ids, dict(reversed(UNITS.arrays.items())))
    assert dumps(stored(UNITS)) == dumps(stored(other))


def test_a_file_that_is_read_and_written_stays_as_it_is():
    once = dumps(stored(UNITS))
    assert dumps(loads(once, HERE)) == once


def test_numpy_reads_the_file_without_this_package(tmp_path):
    write(tmp_path / "0.npz", stored(UNITS))
    with np.load(tmp_path / "0.npz", allow_pickle=False) as packed:
        assert sorted(packed.files) == [
            "arrays|LAS|counts",
            "arrays|Span F1[PER|x]|readings",
            f"ids|{'g' * 64}",
        ]


def test_arrays_laid_out_by_columns_survive_their_file():
    by_columns = UnitSet("g", (), {"LAS": {"counts": np.asfortranarray(LAS["counts"])}})
    assert np.array_equal(loads(dumps(stored(by_columns)), HERE).arrays["LAS"]["counts"], LAS["counts"])


def test_recording_one_metric_keeps_the_units_of_the_others():
    uas = {"counts": np.array([[7, 8, 9]], dtype=np.int16)}
    found = loads(dumps(stored(UNITS, UnitSet("g" * 64, UNITS.ids, {"UAS": uas}))), HERE)
    assert set(found.arrays) == {"LAS", "Span F1[PER|x]", "UAS"}
    assert np.array_equal(found.arrays["LAS"]["counts"], LAS["counts"])


def test_recording_a_metric_again_puts_all_its_arrays_in_the_place_of_the_old():
    found = stored(UNITS, UnitSet("g" * 64, UNITS.ids, {"LAS": MEDIAN}))
    assert set(found.arrays["LAS"]) == {"readings"}


def test_recording_does_not_keep_hold_of_the_callers_arrays():
    mine = {"LAS": dict(LAS)}
    found = stored(UnitSet("g", (), mine))
    mine["LAS"]["more"] = np.zeros(1)
    assert set(found.arrays["LAS"]) == {"counts"}


def test_units_lie_beside_their_rows_under_the_digest_of_the_test_set(tmp_path):
    identity = Identity("fast tagger", "en", "UD English-EWT test")
    assert path_of(tmp_path / "refs.json", identity) == tmp_path / "refs.units" / f"{identity.digest}.npz"


def test_a_missing_file_is_none_and_no_error(tmp_path):
    assert read(tmp_path / "none.npz") is None


def test_a_folder_that_cannot_be_made_is_an_error(tmp_path):
    (tmp_path / "refs.units").write_text("a file in its place")
    with pytest.raises(RowsError, match=r"refs\.units"):
        write(tmp_path / "refs.units" / "0.npz", stored(UNITS))


# --- damage


def packed(**members) -> bytes:
    """A zip file with these members, as bytes."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return buffer.getvalue()


def npy(header: str, content: bytes = b"") -> bytes:
    text = header.encode().ljust(117) + b"\n"
    return b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text + content


OBJECTS = "{'descr': '|O', 'fortran_order': False, 'shape': (1,), }"
PETABYTES = "{'descr': '<f8', 'fortran_order': False, 'shape': (1000000000000000,), }"
NOTHING = "{'descr': '<f8', 'fortran_order': False, 'shape': (0,), }"


def counts(header: str, content: bytes = b"") -> bytes:
    """A units file whose one array has this header and content."""
    return packed(**{"arrays|LAS|counts.npy": npy(header, content)})


class Planted:
    def __reduce__(self):
        return (pytest.fail, ("a stored file was unpickled",))


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b"not a zip file at all", id="text"),
        pytest.param(dumps(stored(UNITS))[:-30], id="cut at the end"),
        pytest.param(dumps(stored(UNITS))[30:], id="cut at the start"),
        pytest.param(pickle.dumps(Planted()), id="a pickle"),
        pytest.param(packed(**{"arrays|LAS|counts.npy": pickle.dumps(Planted())}), id="a pickle in the zip"),
        pytest.param(counts(OBJECTS, pickle.dumps(Planted())), id="an array of objects"),
        pytest.param(packed(**{"arrays|LAS|counts.npy": b"text"}), id="a member that is no array"),
        pytest.param(packed(**{"arrays|LAS|counts": b"text"}), id="a member of another kind"),
        pytest.param(counts(PETABYTES), id="a header that promises petabytes"),
        pytest.param(counts("{'descr': '<f8', 'shape': (-1,), "), id="a broken header"),
        pytest.param(packed(**{"elsewhere.npy": npy(NOTHING)}), id="an array without a metric"),
    ],
)  # fmt: skip
def test_a_damaged_file_is_one_clear_error(data):
    fault(data)


def test_a_zip_bomb_is_refused_before_it_is_unpacked():
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for number in range(2):  # each just below the limit
            with archive.open(f"arrays|LAS|{number}.npy", "w", force_zip64=True) as member:
                for _ in range(513):
                    member.write(bytes(1 << 20))
    assert len(buffer.getvalue()) < 16 << 20
    assert "unpack" in fault(buffer.getvalue())


@given(st.data())
@settings(max_examples=300)
def test_no_damage_to_a_file_is_worse_than_an_error(data):
    whole = bytearray(dumps(stored(UNITS)))
    for _ in range(data.draw(st.integers(1, 3))):
        whole[data.draw(st.integers(0, len(whole) - 1))] ^= data.draw(st.integers(1, 255))
    try:
        loads(bytes(whole), HERE)
    except RowsError as error:
        assert "damaged" in str(error)  # noqa: PT017 - a damage to a date is harmless


def test_a_file_that_cannot_be_read_is_an_error_with_its_name(tmp_path):
    (tmp_path / "0.npz").mkdir()
    with pytest.raises(RowsError, match=r"0\.npz"):
        read(tmp_path / "0.npz")


# --- the fingerprint

ARRAYS = arrays_of.arrays(
    st.sampled_from([np.dtype(kind) for kind in ("<i2", "<i4", "<i8", "<f8", "<U3")]),
    arrays_of.array_shapes(min_dims=1, max_dims=2, min_side=0, max_side=4),
)


@given(ARRAYS)
def test_the_fingerprint_does_not_depend_on_byte_order_layout_or_packing(array):
    expected = arrays_sha256({"counts": array})
    assert arrays_sha256({"counts": array.astype(array.dtype.newbyteorder(">"))}) == expected
    assert arrays_sha256({"counts": np.asfortranarray(array)}) == expected
    assert arrays_sha256({"counts": np.repeat(array, 2, axis=0)[::2]}) == expected
    kept = loads(dumps(stored(UnitSet("g", (), {"LAS": {"counts": array}}))), HERE)
    assert arrays_sha256(kept.arrays["LAS"]) == expected


def test_the_fingerprint_does_not_depend_on_the_order_of_the_arrays():
    assert arrays_sha256(LAS | MEDIAN) == arrays_sha256(MEDIAN | LAS)


@pytest.mark.parametrize(
    "other",
    [
        pytest.param({"counts": np.array([[1, 2, 3], [4, 5, 7]], dtype=np.int16)}, id="one count"),
        pytest.param(
            {"counts": np.array([[4, 5, 6], [1, 2, 3]], dtype=np.int16)}, id="the order of the units"
        ),
        pytest.param({"counts": LAS["counts"].reshape(3, 2)}, id="the shape"),
        pytest.param({"counts": LAS["counts"].astype(np.int32)}, id="the type"),
        pytest.param({"count": LAS["counts"]}, id="the name"),
        pytest.param({}, id="nothing"),
        pytest.param(LAS | MEDIAN, id="one array more"),
    ],
)
def test_the_fingerprint_changes_with_any_content(other):
    assert arrays_sha256(other) != arrays_sha256(LAS)


def test_files_that_differ_in_their_ending_have_units_of_their_own():
    identity = Identity("a", "b", "c")
    folders = {
        path_of(f"d/{name}", identity).parent.name for name in ("refs.json", "refs.new", "refs", "refs.txt")
    }
    assert len(folders) == 3  # only refs and refs.json share theirs


PARTS = Parts(("ADJ", "日本|x"), np.array([[1.0, 2, 3], [0, 1, 0]]), Averaging.MICRO)
WITH_PARTS = UnitSet("g" * 64, (), {"LAS": LAS}, parts={"LAS": lambda: PARTS, "UAS": lambda: PARTS})


def test_counts_of_parts_survive_beside_the_units_of_their_metric():
    found = loads(dumps(stored(WITH_PARTS)), HERE).parts
    assert list(found) == ["LAS"]
    assert (found["LAS"].names, found["LAS"].counts.tolist(), found["LAS"].average) == (
        PARTS.names, PARTS.counts.tolist(), Averaging.MICRO,
    )  # fmt: skip


def test_newer_units_without_parts_leave_none_of_the_older_ones():
    assert stored(WITH_PARTS, UnitSet("g" * 64, (), {"LAS": LAS})).parts == {}


def test_parts_are_taken_with_the_metrics_that_are_asked_for():
    mine = StoredUnits()
    mine.take(stored(WITH_PARTS, UNITS), ["Span F1[PER|x]"])
    assert (list(mine.arrays), mine.parts) == (["Span F1[PER|x]"], {})
    mine.take(stored(WITH_PARTS))
    assert list(mine.parts) == ["LAS"]


@pytest.mark.parametrize(("member", "array", "said"), [
    ("names", np.array(["a"]), "the parts of LAS hold names, but names, counts and average are needed"),
    ("colours", np.array(["a"]), "the parts of LAS hold colours, but"),
    ("counts", np.zeros((3, 3)), "the parts of LAS hold counts, but"),
])  # fmt: skip
def test_parts_that_are_not_whole_are_damage(member, array, said):
    content, buffer = io.BytesIO(), io.BytesIO()
    np.lib.format.write_array(content, array)
    with zipfile.ZipFile(buffer, "w") as packed:
        packed.writestr(f"parts|LAS|{member}.npy", content.getvalue())
    assert said in fault(buffer.getvalue())
