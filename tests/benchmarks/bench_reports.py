"""What a session of nine worse translation gates costs and writes: WMT17, English to German, against uedin-nmt.

Each run is a process of its own; its processor time is in user mode.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT.parent / "shared" / "data" / "mt" / "wmt17"
BEST = "uedin-nmt"
ROWS_BYTES, PAGE_BYTES = 1e6, 2e6
RUN = (
    "import resource, sys, pytest; status = pytest.main(sys.argv[1:]); "
    "print(resource.getrusage(resource.RUSAGE_SELF).ru_utime)"
)


def gates(predictions: dict[str, Path], *, recorded: bool) -> str:
    """The gate file: each system by its own output, or by that of the best where references are recorded."""
    text = []
    for name, path in predictions.items():
        if name == BEST:
            continue
        fields = {
            "component": name, "language": "en-de", "dataset": "newstest2017", "task": "mt",
            "ref": str(DATA / "ref.de"),
            "source": str(DATA / "ref.de"), "pred": str(predictions[BEST] if recorded else path),
            "metrics": ["chrF++", "BLEU", "TER"],
        }  # fmt: skip
        text += ["[[gate]]", *(f"{key} = {json.dumps(value)}" for key, value in fields.items()), ""]
    return "\n".join(text)


def session(folder: Path, *options: str) -> float:
    """Processor time of one run of pytest in the folder, in seconds."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "OPENBLAS_NUM_THREADS": "1"}
    command = [
        sys.executable,
        "-c",
        RUN,
        "-q",
        "-p",
        "no:cacheprovider",
        "--onenlp-reference",
        "refs.json",
        *options,
    ]
    done = subprocess.run(command, check=True, cwd=folder, capture_output=True, text=True, env=environment)
    return float(done.stdout.split()[-1])


def main() -> int:
    """Print the figures; 1 where a report is too large."""
    if not DATA.is_dir():
        print("not run: ../shared/data/mt/wmt17 is not there")
        return 0
    predictions = {path.name.split(".")[1]: path for path in sorted(DATA.glob("newstest2017.*"))}
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        for recorded, options in (
            (True, ("--onenlp-update",)),
            (False, ("--onenlp-report=json:rows.json", "--onenlp-report=html:page.html")),
        ):
            (folder / "onenlp_gates.toml").write_text(gates(predictions, recorded=recorded), encoding="utf-8")
            seconds = session(folder, *options)
        rows, page = ((folder / name).stat().st_size for name in ("rows.json", "page.html"))
    print(
        f"nine worse gates of three metrics: rows file {rows / 1e6:.2f} MB (less than {ROWS_BYTES / 1e6:g}), page "
        f"{page / 1e6:.2f} MB (less than {PAGE_BYTES / 1e6:g}), {seconds:.1f} s of processor time"
    )
    return 0 if rows < ROWS_BYTES and page < PAGE_BYTES else 1


if __name__ == "__main__":
    sys.exit(main())
