"""Per-unit arrays kept beside reference rows, so that the next run can be paired with them.

``refs.json`` has its units in ``refs.units/<digest of component, language, dataset>.npz``: for each metric the
arrays of its evidence, and the unit ids once for each gold set.  They are written only together with their rows.
Beside them stand the counts by label or relation, where the metric has such parts, and in the units of a results file
what each unit of a worse row lost; no fingerprint covers these.
"""

import hashlib
import io
import math
import zipfile
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scoring.base.errors import RowsError
from scoring.base.files import read_bytes, write_atomically
from scoring.base.limits import UNITS_ALWAYS, UNITS_FACTOR
from scoring.evidence.breakdown import Averaging, Parts
from scoring.evidence.counts import compact
from scoring.evidence.evidence import Arrays, Floats
from scoring.rows.records import Identity, Row

__all__ = [
    "StoredUnits",
    "UnitSet",
    "arrays_sha256",
    "dumps",
    "loads",
    "path_of",
    "read",
    "write",
]
HEADER = 512  # bytes before an array, at most


@dataclass(frozen=True)
class UnitSet:
    """The units of one test set: ids (none where they are the ordinals) and the arrays of each metric by label."""

    gold_sha256: str
    ids: tuple[str, ...]
    arrays: Mapping[str, Arrays]
    slices: Mapping[str, tuple[str, ...]] = field(
        default_factory=dict
    )  # ids of its slices, by their fingerprints
    parts: Mapping[str, Callable[[], Parts | None]] = field(
        default_factory=dict, compare=False, repr=False
    )  # by metric label; counted only where they are stored
    lost: Mapping[str, Floats] = field(
        default_factory=dict
    )  # of worse rows, by metric label: each unit's loss


@dataclass
class StoredUnits:
    """What one units file holds: ids by gold fingerprint, arrays, counts of parts and losses by metric label.

    ``former`` are the arrays of the rows that are being replaced: there only while the rows file is written, and after
    a run that was killed just then.
    """

    ids: dict[str, tuple[str, ...]] = field(default_factory=dict)
    arrays: dict[str, dict[str, NDArray[Any]]] = field(default_factory=dict)
    parts: dict[str, Parts] = field(default_factory=dict)
    former: dict[str, dict[str, NDArray[Any]]] = field(default_factory=dict)
    lost: dict[str, Floats] = field(default_factory=dict)

    def record(self, units: UnitSet) -> None:
        """Puts these metrics in the place of what was stored of them; other metrics stay as they are."""
        made = {label: find() for label, find in units.parts.items() if label in units.arrays}
        self.take(StoredUnits(
            {**units.slices, units.gold_sha256: units.ids},
            {label: dict(arrays) for label, arrays in units.arrays.items()},
            {label: parts for label, parts in made.items() if parts is not None},
            lost={label: lost for label, lost in units.lost.items() if label in units.arrays},
        ))  # fmt: skip

    def take(self, other: "StoredUnits", labels: Collection[str] | None = None) -> None:
        """Puts what is stored elsewhere, of some metrics or of all, in the place of what is stored of them here."""
        chosen = [label for label in other.arrays if labels is None or label in labels]
        self.ids.update(other.ids)
        for label in chosen:
            self.arrays[label] = other.arrays[label]
            self.parts.pop(label, None)  # those of older units
            self.lost.pop(label, None)
            if label in other.parts:
                self.parts[label] = other.parts[label]
            if label in other.lost:
                self.lost[label] = other.lost[label]

    def add_missing(self, other: "StoredUnits", rows: Iterable[Row]) -> None:
        """Takes from elsewhere what belongs to a row and is not here: its arrays, as former ones, and its ids."""
        self.ids = other.ids | self.ids
        for row in rows:
            arrays = other.find(row.metric, row.units_sha256)
            if arrays is not None and self.find(row.metric, row.units_sha256) is None:
                self.former[row.metric] = arrays
                if row.metric not in self.arrays and row.metric in other.parts:
                    self.parts[row.metric] = other.parts[row.metric]

    def find(self, label: str, sha256: str | None) -> dict[str, NDArray[Any]] | None:
        """The arrays of a metric with this fingerprint, None where none have it."""
        held = (store.get(label) for store in (self.arrays, self.former))
        return next((one for one in held if one is not None and arrays_sha256(one) == sha256), None)


def path_of(rows_path: Path | str, identity: Identity) -> Path:
    """Where the units of a test set lie beside a rows file: ``refs.units/<16 hex>.npz`` for ``refs.json``.

    A file with another ending keeps it, so that ``refs.new`` does not share the units of ``refs.json``.
    """
    path = Path(rows_path)
    name = path.stem if path.suffix == ".json" else path.name
    return path.with_name(f"{name}.units") / f"{identity.digest}.npz"


def arrays_sha256(arrays: Arrays) -> str:
    """The fingerprint of one metric's arrays: names, types, shapes and content, whatever the file's packing."""
    digest = hashlib.sha256()
    for name in sorted(arrays):
        array = np.ascontiguousarray(arrays[name])
        little = array.astype(array.dtype.newbyteorder("<"), copy=False)
        digest.update(f"{name}\n{little.dtype.str}\n{array.shape}\n".encode())
        digest.update(little.tobytes())
    return digest.hexdigest()


def read(path: Path, rows: Iterable[Row] | None = None) -> StoredUnits | None:
    """What is stored of these rows, or of all, None where there is no such file; RowsError where it cannot be read."""
    try:
        there = path.exists()
    except OSError:  # as of a name that is too long: reading says what is wrong
        there = True
    if not there:
        return None
    names = None if rows is None else {name for row in rows for name in (row.metric, row.gold_sha256) if name}
    return loads(read_bytes(path, RowsError), path, names)


def loads(data: bytes, path: Path, wanted: Collection[str] | None = None) -> StoredUnits:
    """The units in the bytes of an ``.npz`` file, of all metrics or of the metrics and gold sets that are wanted.

    Never unpickles anything, and unpacks no more than a file of this size may hold.
    """
    stored, parts = StoredUnits(), dict[str, dict[str, NDArray[Any]]]()
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            entries = [one for one in packed.infolist() if wanted is None or owner_of(one.filename) in wanted]
            size, most = sum(entry.file_size for entry in entries), most_unpacked(len(data))
            if size > most:
                msg = f"its arrays unpack to {size} bytes, more than the {most} that a file of {len(data)} bytes may"
                raise ValueError(msg)
            for entry in entries:
                place(stored, parts, entry.filename, array_of(packed.read(entry)))
        stored.parts = {label: parts_of(label, members) for label, members in parts.items()}
    except Exception as fault:  # noqa: BLE001 - zipfile, zlib and numpy have a dozen names for a damaged file
        said = " ".join(str(fault).split()) or type(fault).__name__
        way = "remove its rows from the reference file and record them again"
        msg = f"{path}: the stored units are damaged ({said}); {way}"
        raise RowsError(msg) from None
    return stored


def most_unpacked(size: int) -> int:
    """The bytes that a file of so many bytes may unpack to."""
    return UNITS_ALWAYS + UNITS_FACTOR * size


def owner_of(member: str) -> str:
    """The metric or the gold set of a member, whose name says what it is, whose, and which part of it."""
    kind, _, rest = member.removesuffix(".npy").partition("|")
    return rest if kind == "ids" else rest.rpartition("|")[0]


def place(
    stored: StoredUnits, parts: dict[str, dict[str, NDArray[Any]]], member: str, array: NDArray[Any]
) -> None:
    """Puts a member of the file where its name says; ValueError where it says nothing of the kind."""
    kind, _, rest = member.removesuffix(".npy").partition("|")
    label, _, name = rest.rpartition("|")
    if kind == "ids" and array.ndim == 1 and array.dtype.kind == "U":
        stored.ids[rest] = tuple(str(item) for item in array)
    elif kind in ("arrays", "former") and label and name:
        (stored.arrays if kind == "arrays" else stored.former).setdefault(label, {})[name] = array
    elif kind == "parts" and label and name:
        parts.setdefault(label, {})[name] = array
    elif kind == "lost" and label and array.ndim == 1:
        stored.lost[label] = array.astype(np.float64)
    else:
        msg = f"member {member!r} is neither ids nor arrays, parts or losses of a metric"
        raise ValueError(msg)


def parts_of(label: str, members: Mapping[str, NDArray[Any]]) -> Parts:
    """The parts of a metric in the arrays of their members; ValueError where they are none."""
    names, counts, average = (members.get(name) for name in ("names", "counts", "average"))
    if names is None or counts is None or average is None or counts.shape != (names.size, 3):
        msg = f"the parts of {label} hold {', '.join(sorted(members))}, but names, counts and average are needed"
        raise ValueError(msg)
    return Parts(tuple(map(str, names.tolist())), counts.astype(np.float64), Averaging(str(average)))


def array_of(content: bytes) -> NDArray[Any]:
    """The array in the bytes of an ``.npy`` file, without believing the size that its header promises."""
    file = io.BytesIO(content)
    version = np.lib.format.read_magic(file)
    header = np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
    shape, by_columns, kind = header(file)
    held = len(content) - file.tell()
    if kind.hasobject or kind.itemsize * math.prod(shape) != held:
        msg = f"an array of {kind} and shape {shape} is not in {held} bytes"
        raise ValueError(msg)
    flat = np.frombuffer(content, dtype=kind, offset=file.tell())
    return flat.reshape(shape, order="F" if by_columns else "C")


def dumps(stored: StoredUnits) -> bytes:
    """The bytes of the ``.npz`` file: the same units always give the same bytes."""
    named: dict[str, NDArray[Any]] = {
        f"ids|{gold}": np.array(ids, dtype=np.str_) for gold, ids in stored.ids.items()
    }
    for kind, store in (("arrays", stored.arrays), ("former", stored.former)):
        for label, arrays in store.items():
            named.update({f"{kind}|{label}|{name}": array for name, array in arrays.items()})
    for label, parts in stored.parts.items():
        named[f"parts|{label}|names"] = np.array(parts.names, dtype=np.str_)
        named[f"parts|{label}|counts"] = compact(parts.counts)
        named[f"parts|{label}|average"] = np.array(parts.average.value)
    named.update({f"lost|{label}|loss": lost for label, lost in stored.lost.items()})
    found = packed_arrays(named, zipfile.ZIP_DEFLATED)
    if sum(array.nbytes for array in named.values()) <= most_unpacked(len(found)) - len(named) * HEADER:
        return found
    return packed_arrays(named, zipfile.ZIP_STORED)  # packs so well that no reader could tell it from a bomb


def packed_arrays(named: Mapping[str, NDArray[Any]], how: int) -> bytes:
    """The bytes of an ``.npz`` file with these arrays."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", how) as packed:
        for name in sorted(named):
            entry = zipfile.ZipInfo(f"{name}.npy")  # dated 1980, so that bytes depend on content alone
            entry.compress_type = how
            with packed.open(entry, "w") as member:
                np.lib.format.write_array(member, np.asanyarray(named[name]), allow_pickle=False)
    return buffer.getvalue()


def write(path: Path, stored: StoredUnits) -> None:
    """Writes the units file whole or not at all, making its folder."""
    try:
        path.parent.mkdir(exist_ok=True)
    except OSError as fault:
        msg = f"{path.parent}: the folder of the units cannot be made: {fault.strerror}"
        raise RowsError(msg) from None
    write_atomically(path, dumps(stored), RowsError)
