"""Digests of sentences whose lines stand in the text as they are hashed, and of those whose do not: the same rule."""

import hashlib

import pytest

from scoring import ud
from scoring.ud import digests
from scoring.ud.digests import RangeLines, contents, is_canonical, sentence_digests

PLAIN = "# sent_id = a\n1\tHi\thi\tINTJ\t_\tA=b\t0\troot\t_\tSpaceAfter=No\n2\t!\t!\tPUNCT\t_\t_\t1\tpunct\t2:x\t_\n\n"
RANGE = (
    "1-2\tdu\t_\t_\t_\t_\t_\t_\t_\t_\n1\tde\tde\tADP\t_\t_\t3\tcase\t_\t_\n2\tle\tle\tDET\t_\t_\t3\tdet\t_\t_\n"
    "2.1\tx\t_\t_\t_\t_\t_\t_\t3:x\t_\n3\tlac\tlac\tNOUN\t_\t_\t0\troot\t_\t_\n\n"
)
LONG = (
    "".join(f"{n}\tw\tw\tX\t_\t_\t{n - 1}\tdep\t_\t_\n" for n in range(1, 121)).replace(
        "\tdep\t", "\troot\t", 1
    )
    + "\n"
)


def made(text):
    corpus = ud.loads(text, "gold")
    return corpus, is_canonical(corpus, RangeLines.of(corpus))


@pytest.mark.parametrize(
    "text", [PLAIN, RANGE, PLAIN + RANGE + PLAIN, LONG, RANGE + LONG, PLAIN.replace("\n", "\r\n")]
)
def test_lines_as_they_are_hashed_are_taken_from_the_text(text):
    corpus, canonical = made(text)
    assert canonical
    assert sentence_digests(corpus) == [hashlib.sha256(one).digest() for one in contents(corpus)]


def test_a_sentence_is_its_lines_up_to_deprel():
    corpus, _ = made(PLAIN)
    expected = b"1\tHi\thi\tINTJ\t_\tA=b\t0\troot\n2\t!\t!\tPUNCT\t_\t_\t1\tpunct\n"
    assert sentence_digests(corpus) == [hashlib.sha256(expected).digest()]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("\t3\tcase", "\t03\tcase", id="a head with a zero before it"),
        pytest.param("1-2\tdu", "01-2\tdu", id="a range with a zero before it"),
    ],
)
def test_numbers_in_another_spelling_give_the_digest_of_the_usual_one(old, new):
    corpus, canonical = made(PLAIN + RANGE.replace(old, new))
    assert not canonical
    assert sentence_digests(corpus) == sentence_digests(made(PLAIN + RANGE)[0])


def test_sentences_are_cut_out_some_at_a_time(monkeypatch):
    text = (PLAIN + RANGE) * 5
    whole = sentence_digests(made(text)[0])
    monkeypatch.setattr(digests, "BLOCK", 3)
    assert sentence_digests(made(text)[0]) == whole
    assert len(set(whole)) == 2
