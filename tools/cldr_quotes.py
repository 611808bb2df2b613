"""Makes ``scoring/mt/languages/quotes.json`` from the npm package cldr-misc-full.

    npm pack cldr-misc-full@48.2.0 && tar xzf cldr-misc-full-48.2.0.tgz
    python tools/cldr_quotes.py package

Source: Unicode CLDR, delimiters; the notice is kept beside the table.
"""

import json
import sys
from pathlib import Path

HOME = Path(__file__).parent.parent / "scoring" / "mt" / "languages"


def pairs(delimiters: dict[str, str]) -> list[list[str]]:
    """The quotation marks of a locale as pairs, the usual ones first."""
    found = [
        [delimiters[f"{kind}Start"], delimiters[f"{kind}End"]]
        for kind in ("quotation", "alternateQuotation")
        if f"{kind}Start" in delimiters and f"{kind}End" in delimiters
    ]
    return [pair for place, pair in enumerate(found) if pair not in found[:place]]


def main(folder: Path) -> None:
    """Writes the table and the notice; only languages, since no territory of theirs has a card."""
    version = json.loads((folder / "package.json").read_text("utf-8"))["version"]
    table = {}
    for path in sorted(folder.glob("main/*/delimiters.json")):
        code = path.parent.name
        if "-" not in code and code != "und":
            document = json.loads(path.read_text("utf-8"))["main"][code]
            if found := pairs(document["delimiters"]):
                table[code] = found
    # A language a line, so that a newer version shows as a readable difference.
    lines = ",\n".join(
        f"  {json.dumps(code)}: {json.dumps(table[code], ensure_ascii=False)}" for code in sorted(table)
    )
    head = f'{{\n "source": "Unicode CLDR {version}, delimiters",\n "languages": {{\n'
    (HOME / "quotes.json").write_text(f"{head}{lines}\n }}\n}}\n", encoding="utf-8")
    (HOME / "UNICODE-LICENSE.txt").write_bytes((folder / "LICENSE").read_bytes())


if __name__ == "__main__":
    main(Path(sys.argv[1]))
