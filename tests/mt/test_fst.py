"""The reader of HFST's optimised lookup format: what it answers, what it refuses, and that it always ends."""

import os
import random
import time
import unicodedata
from pathlib import Path

import pytest

from scoring import mt
from scoring.base.errors import InputError
from scoring.mt.fst import TransducerError, load
from scoring.mt.fst.format import tables
from scoring.mt.fst.lookup import Transducer
from tests.mt.hfstol import written

COMPILED = Path(__file__).parent / "lexica" / "compiled"
both = pytest.mark.parametrize("kind", ["O", "w"])


def compiled(name):
    return load(COMPILED / f"{name}.hfstol")


def made(*states, **kinds):
    return Transducer(tables(written(states, **kinds), "made"))


@both
@pytest.mark.parametrize(
    ("word", "analyses"),
    [
        ("atim", ("atim+N+A+Sg",)),
        ("ê-nipât", ("PV/e+nipâw+V+AI+Cnj+3Sg",)),
        ("nipi", ("nipiy+N+I+Sg+Err/Orth",)),
        ("atimж", ()), ("жatim", ()), ("atiжm", ()), ("Atim", ()), ("ati", ()), ("atim7", ()), ("atim😀", ()), ("", ()),
        (unicodedata.normalize("NFD", "wâpahtam"), ()),
    ],
)  # fmt: skip
def test_a_word_has_the_analyses_of_the_lexicon_or_none(kind, word, analyses):
    assert mt.fst.load(COMPILED / f"cree-{kind}.hfstol").analyses(word) == analyses


def test_an_alphabet_in_normal_form_d_reads_normal_form_d():
    analyser = compiled("decomposed-O")
    assert analyser.analyses(unicodedata.normalize("NFD", "sîsîp")) == (
        unicodedata.normalize("NFD", "sîsîp+N+A+Sg"),
    )
    assert analyser.analyses("sîsîp") == ()


# By hand from tests/mt/lexica/flags.lexc.
@both
@pytest.mark.parametrize(
    ("word", "analyses"),
    [
        pytest.param("katoa", ("kato+N",), id="R with a value, set by P"),
        pytest.param("katoe", ("kato+V",), id="D with a value"),
        pytest.param("katoi", (), id="R of y is not met by N of y, nor by P of z"),
        pytest.param("katou", ("kato+Neg",), id="R without a value"),
        pytest.param("katoaa", ("kato+N+N",), id="D without a value"),
        pytest.param("katoee", ("kato+V+V",), id="C unsets"),
        pytest.param("katoii", ("kato+Sg+Sg",), id="U with another value where it is unset"),
        pytest.param("kwaoo", ("kwa+Pl+Pl",), id="a symbol of two letters"),
        pytest.param("@P.A.x@katoa", (), id="a flag in the text is text"),
    ],
)
def test_flag_diacritics_let_through_what_agrees(kind, word, analyses):
    assert compiled(f"flags-{kind}").analyses(word) == analyses


@pytest.mark.parametrize(
    ("first", "second", "through"),
    [
        ("@U.C.1@", "@U.C.1@", True), ("@U.C.1@", "@U.C.2@", False), ("@N.C.1@", "@U.C.2@", True),
        ("@N.C.1@", "@U.C.1@", False), ("@P.C.1@", "@R.C.1@", True), ("@P.C.1@", "@R.C.2@", False),
        ("@P.C.1@", "@D.C.1@", False), ("@P.C.1@", "@D.C.2@", True), ("@N.C.1@", "@R.C@", True),
        ("@C.C@", "@R.C@", False), ("@C.C@", "@D.C@", True), ("@P.D.1@", "@R.C.1@", False),
    ],
)  # fmt: skip
def test_two_flag_diacritics_in_a_row(first, second, through):
    analyser = made((None, [(first, first, 1, 0.0)]), (None, [(second, second, 2, 0.0)]),
                    (None, [("a", "b", 3, 0.0)]), (0.0, []))  # fmt: skip
    assert analyser.analyses("a") == (("b",) if through else ())


@both
@pytest.mark.parametrize(
    ("word", "analyses"),
    [
        pytest.param("aж", ("aж+Any",), id="any other character is copied"),
        pytest.param("a😀", ("a😀+Any",), id="an emoji is one character"),
        pytest.param("ac", ("ac+Any",), id="a known one too"),
        pytest.param("жж", (), id="only where the lexicon has it"),
        pytest.param("xж", ("xy+N",), id="any character is read as one that is written"),
        pytest.param("dжe", ("dжe+N",), id="in the middle"),
        pytest.param("tonga", ("tonga+N",), id="the longest symbol first"),
        pytest.param("tong", ("tong+N",), id="a shorter one where the longest does not fit"),
        pytest.param("nnga", ("ng+Guess",), id="a symbol of three letters"),
    ],
)
def test_symbols_for_any_character(kind, word, analyses):
    assert compiled(f"wild-{kind}").analyses(word) == analyses


def test_weights_order_the_analyses():
    assert compiled("weights-w").lookup("kato") == (("kato+V", 1.0), ("kato+V+Imp", 1.0), ("kato+N", 2.5))
    assert compiled("weights-w").lookup("ati") == (("ati+Ipc", 0.5), ("ati+N", 0.75))
    assert compiled("weights-O").lookup("kato") == (("kato+N", 0.0), ("kato+V", 0.0), ("kato+V+Imp", 0.0))


@both
def test_a_loop_that_reads_nothing_is_not_gone_round(kind):
    analyser = compiled(f"loops-{kind}")
    assert analyser.analyses("kato") == ("kato+N",)
    assert analyser.analyses("katom") == ("kato+N+Y",)
    assert analyser.analyses("atiss") == ("ati+Y+Y",)
    assert not analyser.cut


@both
def test_a_word_of_20000_letters_is_answered_within_a_second(kind):
    loops, wild, cree = compiled(f"loops-{kind}"), compiled(f"wild-{kind}"), compiled(f"cree-{kind}")
    for analyser, word, form in [
        (loops, "la" * 10_000, True), (loops, "la" * 10_000 + "ж", False), (loops, "la" * 10_000 + "k", False),
        (wild, "a" + "ж" * 20_000, True), (wild, "n" + "ng" * 10_000, False), (cree, "atim" * 5_000, False),
        (cree, "ж" * 20_000, False),
    ]:  # fmt: skip
        start = time.process_time()
        assert analyser.accepts(word) == form
        assert time.process_time() - start < 1.0


def test_a_word_with_more_analyses_than_can_be_walked_is_a_form_and_is_named():
    analyser = compiled("loops-O")
    assert analyser.accepts("la" * 30)
    assert analyser.cut == {"la" * 30}


def refused(data, name="crk.hfstol"):
    with pytest.raises(TransducerError) as caught:
        tables(data, name)
    assert isinstance(caught.value, InputError)
    assert str(caught.value).startswith(name)
    return str(caught.value)


@pytest.mark.parametrize("path", sorted(COMPILED.glob("*.hfstol")), ids=lambda path: path.stem)
def test_a_file_that_is_cut_off_anywhere_is_one_error(path):
    data = path.read_bytes()
    for size in range(0, len(data), 16):
        assert any(word in refused(data[:size]) for word in ("cut off", "is empty", "damaged", "no HFST"))
    refused(data[:-1])


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "is empty"),
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:12\nsize 1\n", "Git LFS pointer"),
        (b"atim\tatim+N\n", "no HFST transducer"),
        (b"\x7fELF" + b"\0" * 100, "no HFST transducer"),
        (
            b"HFST\0\x30\0\0version\x003.3\0type\0TROPICAL_OPENFST\0name\0\0" + b"\0" * 20,
            "of type 'TROPICAL_OPENFST'",
        ),
        ((COMPILED / "cree-O.hfstol").read_bytes() + b"\0" * 8, "8 bytes after"),
    ],
)
def test_another_kind_of_file_is_named_with_the_way_out(data, said):
    assert said in refused(data)


def test_a_missing_file_and_a_folder_are_named(tmp_path):
    for path in (tmp_path / "none.hfstol", tmp_path):
        with pytest.raises(TransducerError, match=path.name):
            load(path)


@pytest.mark.parametrize("path", sorted(COMPILED.glob("*.hfstol")), ids=lambda path: path.stem)
def test_flipped_bytes_are_an_error_or_another_transducer_but_never_a_crash_nor_a_hang(path):
    data = path.read_bytes()
    rng = random.Random(path.stem)
    words = ["atim", "ê-nipât", "katoa", "kwao", "aж", "lalala", "katom", "tonga", "a" * 40, "la" * 20]
    refused_count = 0
    for _ in range(int(os.environ.get("ONENLP_FUZZ", "60"))):
        harmed = bytearray(data)
        for _ in range(rng.choice((1, 1, 2, 8))):
            harmed[rng.randrange(len(harmed))] = rng.choice((0, 1, 0x7F, 0x80, 0xFF, rng.randrange(256)))
        try:
            analyser = Transducer(tables(bytes(harmed), "harmed"))
        except TransducerError:
            refused_count += 1
            continue
        start = time.process_time()
        for word in words:
            assert isinstance(analyser.analyses(word), tuple)
        assert time.process_time() - start < 10.0
    assert refused_count
