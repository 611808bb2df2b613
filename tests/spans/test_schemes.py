"""Tags of every scheme: which spans they make, and which tags are an error with the way out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import spans
from scoring.base.errors import AlignmentError, InputError, UsageError
from scoring.spans import SPANS, Span
from scoring.spans.text import spans_of


def tagged(tags, **how):
    """The spans of one sentence of a file."""
    text = spans.loads("".join(f"x {tag}\n" for tag in tags.split()), "t", **how)
    return spans_of(text)[0]


@pytest.mark.parametrize(
    ("scheme", "tags", "found"),
    [
        pytest.param("plain", "PER PER O LOC", [(0, 2, "PER"), (3, 4, "LOC")], id="neighbours are one span"),
        pytest.param("plain", "PER LOC", [(0, 1, "PER"), (1, 2, "LOC")], id="another label begins a span"),
        pytest.param(
            "plain", "building other-law", [(0, 1, "building"), (1, 2, "other-law")], id="whole labels"
        ),
        pytest.param("iob1", "I-A I-A B-A", [(0, 2, "A"), (2, 3, "A")], id="IOB1"),
        pytest.param("bioes", "B-A I-A E-A S-A", [(0, 3, "A"), (3, 4, "A")], id="BIOES"),
        pytest.param("bilou", "B-A L-A U-B", [(0, 2, "A"), (2, 3, "B")], id="BILOU"),
        pytest.param("bioes", "B-A I-A O E-A S-A I-A", [(4, 5, "A")], id="a span without its end is none"),
        pytest.param("seqeval", "ORG BRAND O-X", [(1, 2, "RAND")], id="seqeval takes the first letter"),
    ],
)
def test_a_scheme_says_which_spans_tags_make(scheme, tags, found):
    assert tagged(tags, scheme=scheme) == [Span(*one) for one in found]


def test_labels_beside_o_may_be_outside():
    assert tagged("OTHER PER O", scheme="plain", outside=["OTHER"]) == [(1, 2, "PER")]


LETTERS = {"bioes": "OBIES", "bilou": "OBILU"}


@pytest.mark.parametrize("scheme", LETTERS)
@given(data=st.data())
def test_ended_schemes_have_the_spans_of_seqevals_strict_mode(scheme, data):
    schemes = pytest.importorskip("seqeval.scheme")
    tag = st.sampled_from(["O", *(f"{letter}-{label}" for letter in LETTERS[scheme][1:] for label in "AB")])
    tags = data.draw(st.lists(tag, min_size=1, max_size=7))
    theirs = schemes.Entities([tags], {"bioes": schemes.IOBES, "bilou": schemes.BILOU}[scheme]).entities[0]
    assert tagged(" ".join(tags), scheme=scheme) == sorted((one.start, one.end, one.tag) for one in theirs)


@pytest.mark.parametrize(
    ("tags", "words"),
    [
        pytest.param("B-PER ORG", r"t:2: .*'ORG' .*--plain-labels \(scheme = \"plain\"\)", id="plain"),
        pytest.param("BRAND O", "t:1: .*'BRAND' .*plain", id="read as B by its first letter"),
        pytest.param("person O", "t:1: .*'person' .*plain", id="a small letter"),
        pytest.param("ORG-B ORG-I O", "t:1: .*'ORG-B' .*convert-tags", id="letters behind"),
        pytest.param("B_PER I_PER", "t:1: .*'B_PER' .*convert-tags", id="no hyphen"),
        pytest.param("O O-PER", "t:2: .*'O-PER'", id="O with a type"),
        pytest.param("B-a,B-b O", "t:1: .*'B-a,B-b' holds several tags; --alternatives", id="several"),
        pytest.param("B-PER E-PER", 't:2: .*convert-tags.*scheme = "bioes"', id="BIOES"),
    ],
)
def test_a_tag_without_a_prefix_is_an_error_with_line_and_way_out(tags, words):
    with pytest.raises(InputError, match=words):
        tagged(tags)


@pytest.mark.parametrize(
    ("tags", "scheme", "words"),
    [
        ("B-PER I-PER O", "plain", "'B-PER' has a prefix, so the tags are no plain labels"),
        ("S-PER", "bilou", "'S-PER' does not start with one of O, B, I, L, U, the prefixes of BILOU"),
        ("PER S-PER", "bioes", "'PER' has no B- or I- in front"),
    ],
)
def test_tags_of_another_scheme_than_the_one_named_are_an_error(tags, scheme, words):
    with pytest.raises(InputError, match=words):
        tagged(tags, scheme=scheme)


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ({"scheme": "iob"}, "no scheme 'iob'; did you mean 'iob2'"),
        ({"outside": ["OTHER"]}, 'add scheme = "plain"'),
        ({"scheme": "plain", "outside": 3}, "a list of labels"),
        ({"scheme": "bioes", "alternatives": True}, "alternatives is for the schemes"),
        ({"tag_names": "O"}, "tag_names is 'O'"),
    ],
)
def test_options_that_do_not_go_together_are_refused(how, words):
    with pytest.raises(UsageError, match=words):
        tagged("O", **how)


def test_an_option_that_is_none_is_a_type_error():
    with pytest.raises(TypeError, match="'schema'; did you mean 'scheme'"):
        tagged("O", schema="plain")


# lists


def counts(pred, gold, **how):
    micro = spans.scores(pred, gold, **how).micro
    return micro.correct, micro.predicted, micro.gold


def test_lists_are_read_as_seqeval_reads_them_unless_a_scheme_is_named():
    assert counts([["ORG", "O"]], [["BRAND", "O"]]) == (0, 0, 1)
    assert counts([["ORG", "O"]], [["BRAND", "O"]], scheme="plain") == (0, 1, 1)
    with pytest.raises(InputError, match="'BRAND' has no B- or I-"):
        counts([["ORG", "O"]], [["BRAND", "O"]], scheme="iob2")


def test_a_gate_on_lists_refuses_tags_without_a_prefix():
    with pytest.raises(InputError, match="gold: sequence 1, position 2: the tag 'ORG'"):
        SPANS.read([["B-PER", "ORG"]], "gold")


@pytest.mark.parametrize("last", ["ES", "LU"])
def test_lists_are_in_bioes_or_bilou_where_gold_is(last):
    end, single = last
    gold = [["B-A", f"{end}-A", "O", f"{single}-B"], ["O", "O"]]
    pred = [["B-A", f"{end}-A", "O", f"{single}-A"], ["B-A", "I-A"]]  # the last has no end
    assert counts(pred, gold) == (1, 2, 2)
    ours, theirs = SPANS.read(gold, "gold"), SPANS.read(pred, "pred")
    assert SPANS.align(ours, theirs).table().sum(axis=0).tolist() == [1, 2, 2]


@pytest.mark.parametrize(
    ("gold", "pred"),
    [
        pytest.param([["B-A", "O"]], [["S-A", "O"]], id="the prediction alone"),
        pytest.param([["B-A", "I-A", "S-A"]], [["O", "O", "O"]], id="gold breaks it"),
        pytest.param([["B-A", "L-A", "S-A"]], [["O", "O", "O"]], id="letters of both"),
    ],
)
def test_lists_that_are_in_no_scheme_throughout_are_an_error(gold, pred):
    with pytest.raises(InputError, match="IOB2 has B, I and O only"):
        counts(pred, gold)


NAMES = ["O", "B-A", "I-A"]


def test_numbers_stand_for_the_tags_that_are_named():
    assert counts([[1, 2, 0], [0]], [[1, 2, 0], [1]], tag_names=NAMES) == (1, 1, 2)
    assert counts([["B-A", "I-A"]], [[1, 2]], tag_names=dict(enumerate(NAMES))) == (1, 1, 1)
    assert spans_of(spans.loads("x 1\ny 2\n", tag_names=NAMES)) == [[(0, 2, "A")]]


def test_numbers_of_numpy_are_numbers():
    numpy = pytest.importorskip("numpy")
    assert counts(numpy.array([[1, 2]]), numpy.array([[1, 0]]), tag_names=NAMES) == (0, 1, 1)


def test_a_token_that_gold_leaves_out_is_left_out_on_both_sides():
    gold = [[-100, 1, -100, 2, -100]]
    assert counts([[2, 1, 1, 2, 0]], gold, tag_names=NAMES) == (1, 1, 1)
    assert counts([[-100, 1, -100, 2, -100]], gold, tag_names=NAMES) == (1, 1, 1)
    assert counts([["B-A", "I-A"]], gold, tag_names=NAMES) == (1, 1, 1)  # filtered before


def test_a_token_that_only_the_prediction_leaves_out_is_an_error():
    with pytest.raises(
        AlignmentError, match=r"pred: sequence 1, position 2 is -100.* gold: .* has the tag 'I-A'"
    ):
        counts([[1, -100]], [[1, 2]], tag_names=NAMES)


@pytest.mark.parametrize("tag", [3, -1, "B-X", None, 1.0])
def test_a_number_without_a_name_is_an_error_with_its_place(tag):
    with pytest.raises(InputError, match=r"gold: sequence 1, position 2: the tag is .* numbers 0 to 2"):
        counts([[0, 0]], [[0, tag]], tag_names=NAMES)


# several tags in a cell


def several(gold, pred, **how):
    how = {"alternatives": True, **how}
    sides = (spans.loads("".join(f"x {tag}\n" for tag in tags.split()), **how) for tags in (gold, pred))
    return SPANS.align(*sides)


@pytest.mark.parametrize(
    ("gold", "pred", "found"),
    [
        pytest.param("B-a,B-b I-a,I-b", "B-b I-b", (1, 1, 1), id="the second"),
        pytest.param("B-a,B-b I-a,I-b", "B-c I-c", (0, 1, 1), id="neither"),
        pytest.param("B-a,B-b I-a,I-b", "O O", (0, 0, 1), id="nothing"),
        pytest.param("B-a,B-b I-a", "B-b O", (1, 1, 1), id="each with its own end"),
        pytest.param("B-a,B-b I-a", "B-a O", (0, 1, 1), id="the end of the other"),
        pytest.param("B-a|O I-a|O", "O O", (0, 0, 0), id="or no span"),
        pytest.param("B-a,O", "B-a", (1, 1, 1), id="or a span"),
        pytest.param("B-a O B-b", "B-a O B-b", (2, 2, 2), id="no cell has several"),
    ],
)
def test_any_of_several_tags_is_accepted(gold, pred, found):
    assert tuple(several(gold, pred).table().sum(axis=0)) == found


@pytest.mark.parametrize("how", [{}, {"scheme": "iob2"}], ids=["no scheme named", "iob2"])
def test_any_of_several_tags_is_accepted_in_lists_too(how):
    found = spans.scores([["B-b"]], [["B-a,B-b"]], alternatives=True, **how)
    assert (found.micro.correct, list(found.by_label)) == (1, ["b"])


def test_the_fingerprint_of_gold_does_not_hang_on_the_prediction():
    ours = [SPANS.unit_digests(several("B-a,B-b O", pred)) for pred in ("B-a O", "B-b O")]
    assert ours[0] == ours[1] != SPANS.unit_digests(several("B-a O", "B-a O"))


def test_plain_labels_may_be_several_too():
    assert tuple(several("a,b a,b O", "b b O", scheme="plain").table().sum(axis=0)) == (1, 1, 1)


def test_a_prediction_with_several_tags_is_an_error():
    with pytest.raises(InputError, match="a prediction names one"):
        several("B-a,B-b", "B-a,B-b")


def test_figures_that_hang_on_the_reading_have_it_in_their_signature():
    metric = SPANS.metrics()["span_f1"]
    assert SPANS.signed(metric, {"scheme": "iob2"}).signature == metric.signature
    assert SPANS.signed(metric, {"scheme": "seqeval"}).signature == f"{metric.signature}|scheme:seqeval"
    assert SPANS.signed(metric, {"alternatives": True}).signature == f"{metric.signature}|alternatives"
