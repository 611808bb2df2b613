"""Every look-up is what HFST's own lookup answers, on the toy lexica: every form, and every form disturbed.

The tools are Debian's ``hfst``; PyPI's ``hfst`` is asked too where it is installed.  Both run as programs.
"""

import importlib.util
import itertools
import re
import shutil
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest

from scoring.mt import fst

TOOLS = (
    "hfst-lexc",
    "hfst-invert",
    "hfst-fst2fst",
    "hfst-fst2strings",
    "hfst-lookup",
    "hfst-optimized-lookup",
)
LEXICA = Path(__file__).parents[1] / "mt" / "lexica"

pytestmark = pytest.mark.services
NAMES = [source.stem for source in sorted(LEXICA.glob("*.lexc"))]
LOOPING = {"loops"}  # where HFST ends endless analyses at a number of its own
ENDLESS = {
    "loops": ["kato", "katom", "ati", "atis", "atisss", *("la" * times for times in range(1, 9))],
    "wild": [
        "aж",
        "ab",
        "accc",
        "b😀é",
        "xж",
        "xx",
        "dae",
        "dже",
        "dde",
        "ng",
        "nnga",
        "tonga",
        "tong",
        "ton",
        "cng",
        "cnga",
    ],
}
ASK_PYPI = """
import sys, hfst
transducer = hfst.HfstInputStream(sys.argv[1]).read()
for word in sys.stdin.read().splitlines():
    for text, weight in transducer.lookup(word):
        print(word, text, weight, sep="\\t")
"""


@pytest.fixture(scope="module")
def compiled(tmp_path_factory):
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    if missing:
        reason = f"{missing[0]} is not installed; on Debian: apt-get install hfst"
        pytest.skip(reason)  # which is a failure where CI=true (tests/conftest.py)
    folder = tmp_path_factory.mktemp("compiled")
    subprocess.run(["sh", LEXICA / "compile.sh", folder], check=True)
    return folder


def output(*command, text=""):
    return subprocess.run(
        command, input=text, capture_output=True, encoding="utf-8", check=True, timeout=60
    ).stdout


def forms(name, folder):
    """Every form of a lexicon; where there is no end to them, some."""
    if name in ENDLESS:
        return ENDLESS[name]
    source = folder / f"{name}.hfst"
    subprocess.run(["hfst-lexc", "-q", "-f", "openfst-tropical", LEXICA / f"{name}.lexc", "-o", source],
                   check=True, capture_output=True)  # fmt: skip
    lines = output("hfst-fst2strings", "-X", "obey-flags", str(source)).splitlines()
    found = sorted({line.split("\t")[0].rpartition(":")[2] for line in lines})
    assert found
    return [form for form in found if form and "@" not in form]


def disturbed(form):
    """A form as it should not be, or should be in another normal form or case."""
    middle = len(form) // 2
    for strange in "жxé7😀- ":
        yield from (strange + form, form[:middle] + strange + form[middle:], form + strange)
    yield from (
        form.upper(),
        form.title(),
        form.swapcase(),
        form[:-1],
        form[1:],
        form + form,
        form + form[-1:],
    )
    yield from (unicodedata.normalize(kind, form) for kind in ("NFC", "NFD", "NFKD"))


def words(name, folder):
    own = forms(name, folder)
    found = dict.fromkeys([*own, *(word for form in own for word in disturbed(form))])
    few = {"kato", "katom", "katoж", "katomm"}  # HFST takes seconds for each that has no end of analyses
    return [
        word for word in found if word.strip() and (name not in LOOPING or "kato" not in word or word in few)
    ]


def answers(lines, asked):
    """Analyses with weights by word, of lines of word, analysis and weight."""
    found = {word: {} for word in asked}
    for line in lines:
        word, _, rest = line.partition("\t")
        text, _, weight = rest.partition("\t")
        if text and weight not in ("inf", "+?") and text not in ("+?", "[...cyclic...]"):
            found[word][text] = min(float(weight or 0), found[word].get(text, float("inf")))
    return found


def theirs(program, path, asked):
    """What a program of HFST's says."""
    if program == "pypi":
        lines = output(sys.executable, "-c", ASK_PYPI, str(path), text="\n".join(asked)).splitlines()
        return {
            word: {bare(text): weight for text, weight in own.items()}
            for word, own in answers(lines, asked).items()
        }
    command = ["hfst-lookup", "-q"] if program == "hfst-lookup" else ["hfst-optimized-lookup", "-q", "-w"]
    return answers(output(*command, str(path), text="\n".join(asked) + "\n").splitlines(), asked)


def bare(text):
    """An analysis without the flag diacritics that the library prints."""
    return re.sub(r"@[PNRDCU]\.[^@]+@", "", text)


def answered(program, name, kind):
    """Whether the program can be compared on that transducer."""
    if (
        program == "pypi"
    ):  # which answers without end on a loop, and has wheels for some versions of Python only
        return name not in LOOPING and importlib.util.find_spec("hfst") is not None
    if program == "hfst-optimized-lookup":  # which knows no symbols for any character, and crashes on a loop
        return name != "wild" and (name not in LOOPING or kind == "w")
    return True


CASES = [
    case
    for case in itertools.product(("hfst-lookup", "hfst-optimized-lookup", "pypi"), NAMES, ("O", "w"))
    if answered(*case)
]


@pytest.mark.parametrize(("program", "name", "kind"), CASES, ids=["-".join(case) for case in CASES])
def test_every_answer_is_that_of_hfst(program, name, kind, compiled, record_property):
    path = compiled / f"{name}-{kind}.hfstol"
    asked = words(name, compiled)
    analyser = fst.load(path)
    said = theirs(program, path, asked)
    ours = {word: {one.text: one.weight for one in analyser.lookup(word)} for word in asked}
    endless = {word for word in asked if name in LOOPING and word.startswith("kato")}
    wrong = {
        word: (ours[word], said[word]) for word in asked if word not in endless and ours[word] != said[word]
    }
    assert not wrong, f"{len(wrong)} of {len(asked)} words differ: {list(wrong.items())[:3]}"
    assert {word for word in endless if ours[word]} == {word for word in endless if said[word]}
    assert any(said.values())
    record_property(
        "agreement", f"{program} {name}-{kind}: {len(asked)} words, {sum(map(bool, said.values()))} forms"
    )


@pytest.mark.parametrize("kind", ["O", "w"])
@pytest.mark.parametrize("name", NAMES)
def test_the_stored_transducers_are_those_that_hfst_makes(name, kind, compiled):
    stored, made = (fst.load(folder / f"{name}-{kind}.hfstol") for folder in (LEXICA / "compiled", compiled))
    asked = words(name, compiled)
    assert [stored.lookup(word) for word in asked] == [made.lookup(word) for word in asked]
