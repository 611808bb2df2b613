"""``--crosscheck``: both figures to four decimals, what is not compared and why, and the exit status."""

import json

import pytest

from scoring.cli import main
from tests.cli.files import treebank

GOLD = "Ann B-PER\nsaw O\n\nOslo B-LOC\nbay I-LOC\n"
PRED = "Ann B-PER\nsaw B-PER\n\nOslo B-LOC\nbay I-LOC\n"  # 2 of 3 predicted, 2 gold: F1 80
FIGURES = "scoring.spans.crosscheck.figures_of"
TEXTS = ("--source-language", "de", "--target-language", "en")


@pytest.fixture
def checked(tmp_path, monkeypatch, capsys):
    """Runs a command with ``--crosscheck`` on files of these texts; status, and lines of output and of errors."""

    def run(command, gold, pred, *options, ending="txt", sides=("--gold", "--pred")):
        monkeypatch.chdir(tmp_path)
        words = [command]
        for side, text in zip(sides, (gold, pred), strict=True):
            name = f"{side[2:]}.{ending}"
            (tmp_path / name).write_text(text, encoding="utf-8")
            words += [side, name]
        status = main([*words, "--crosscheck", *options])
        out, err = capsys.readouterr()
        return status, out.splitlines(), err.splitlines()

    return run


def figures(lines):
    """The rows of the table below its head: metric, ours, theirs, and what is said behind them."""
    start = next(at for at, line in enumerate(lines) if line.startswith("cross-check"))
    split = [line.replace("Span ", "Span_").replace(" F1", "_F1").split() for line in lines[start + 1 :]]
    return {cells[0]: cells[1:] for cells in split if len(cells) in (3, 4)}


def test_spans_are_those_of_seqeval(checked):
    pytest.importorskip("seqeval")
    status, lines, _ = checked("span", GOLD, PRED)
    found = figures(lines)
    assert (status, found["Span_F1"], found["Span_precision"]) == (0, ["80.0000"] * 2, ["66.6667"] * 2)
    assert any(line.startswith("cross-check") and "seqeval 1" in line for line in lines)


def test_endings_are_read_in_the_scheme_of_the_tags(checked):
    pytest.importorskip("seqeval")
    gold, pred = ("a B-X\nb E-X\nc S-Y\n", "a B-X\nb E-X\nc O\n")  # 1 of 1 predicted, 2 gold
    status, lines, _ = checked("span", gold, pred, "--scheme", "bioes")
    assert (status, figures(lines)["Span_F1"]) == (0, ["66.6667"] * 2)


def test_of_several_tags_in_a_cell_the_reading_that_was_scored_is_compared(checked):
    pytest.importorskip("seqeval")
    status, lines, _ = checked("span", "a B-X,B-Y\nb O\n", "a B-Y\nb B-Y\n", "--alternatives")
    assert (status, figures(lines)["Span_F1"]) == (0, ["66.6667"] * 2)  # 1 of 2 predicted, 1 gold


def test_a_treebank_is_that_of_udtools(checked):
    pytest.importorskip("udtools")
    status, lines, _ = checked("ud", "\ufeff" + treebank(sentences=2), treebank({0}, 2), ending="conllu")
    found = figures(lines)
    assert (status, len(found), found["UPOS"], found["LAS"]) == (0, 13, ["83.3333"] * 2, ["100.0000"] * 2)


def test_labels_and_label_sets_are_those_of_scikit_learn(checked):
    pytest.importorskip("sklearn")
    status, lines, _ = checked(
        "classify", "id,label\n1,a\n2,b\n3,a\n", "id,label\n1,a\n2,c\n3,a\n", ending="csv"
    )
    assert (status, figures(lines)["Macro_F1"]) == (0, ["33.3333"] * 2)  # a 100, b 0, c 0
    gold = [{"id": "1", "gold": ["a"]}, {"id": "2", "gold": []}]
    pred = [{"id": "1", "scores": {"a": 0.4, "b": 0.1}}, {"id": "2", "scores": {"a": 0.6, "b": 0.1}}]
    sides = ("".join(json.dumps(one) + "\n" for one in side) for side in (gold, pred))
    status, lines, _ = checked("classify", *sides, ending="jsonl")
    assert (status, figures(lines)["ROC-AUC"]) == (0, ["0.0000"] * 2)  # b has no document: left out of both


def test_translations_are_those_of_sacrebleu_and_what_it_has_not_is_named(checked):
    status, lines, _ = checked("mt", "a b c d e\n", "a b c d f\n", *TEXTS, sides=("--ref", "--pred"))
    found = figures(lines)
    assert (status, found["TER"]) == (0, ["20.0000"] * 2)
    assert found["BLEU"][0] == found["BLEU"][1]
    assert any(line.startswith("not computed by sacrebleu, so not compared: Exact match, ") for line in lines)


@pytest.mark.parametrize(
    ("theirs", "status", "mark"),
    [(80.00004, 0, []), (80.0001, 1, ["DIFFERS"]), (float("nan"), 1, ["DIFFERS"])],
    ids=["in the fifth decimal", "in the fourth", "no number"],
)
def test_figures_that_differ_to_four_decimals_exit_with_1(checked, monkeypatch, theirs, status, mark):
    pytest.importorskip("seqeval")
    monkeypatch.setattr(FIGURES, lambda gold, pred: {"span_f1": theirs})
    found, lines, _ = checked("span", GOLD, PRED)
    assert (found, figures(lines)["Span_F1"][2:]) == (status, mark)
    assert "not computed by seqeval, so not compared: Span precision, Span recall, Span macro F1" in lines


def test_a_loss_and_a_figure_that_is_not_to_be_had_end_with_the_graver_status(checked, monkeypatch):
    pytest.importorskip("seqeval")
    loss = ("--reference", "Span F1=99")
    assert checked("span", GOLD * 60, PRED * 60, *loss)[0] == 1
    monkeypatch.setattr(FIGURES, lambda gold, pred: {})
    status, _, errors = checked("span", GOLD * 60, PRED * 60, *loss)
    assert (status, errors[-1]) == (
        2, "onenlp: seqeval computes none of these metrics, so nothing was compared"
    )  # fmt: skip


def test_what_a_program_raises_is_said(checked, monkeypatch):
    pytest.importorskip("seqeval")

    def falls(gold, pred):
        raise KeyError("S-PER")

    monkeypatch.setattr(FIGURES, falls)
    status, lines, errors = checked("span", GOLD, PRED)
    assert status == 2
    assert any(line.endswith("cannot use this data: KeyError: 'S-PER'") for line in errors)
    assert any("Span F1" in line for line in lines)  # scored all the same


def test_what_udtools_refuses_is_said_in_its_words(checked):
    """A chain of 1500 words: udtools follows it by recursion, we do not."""
    pytest.importorskip("udtools")
    rows = [f"{at}\tx\t_\tX\t_\t_\t{at + 1}\tdep\t_\t_\n" for at in range(1, 1500)]
    text = "".join(rows) + "1500\tx\t_\tX\t_\t_\t0\troot\t_\t_\n\n"
    status, _, errors = checked("ud", text, f"# copy\n{text}", "--metrics", "LAS", ending="conllu")
    assert status == 2
    assert "RecursionError" in errors[-1]


@pytest.mark.parametrize(
    ("command", "gold", "pred", "options", "ending", "said"),
    [
        ("ud", treebank(sentences=1), treebank(sentences=1).replace("\t2\t", "\t_\t").replace("\t0\t", "\t_\t"), (),
         "conllu", "udtools reads no file without trees, and pred.conllu has none"),
        ("span", '{"id": 1, "spans": [[0, 3, "A"]]}\n', '{"id": 1, "spans": [[0, 2, "A"]]}\n', (), "jsonl",
         "seqeval reads tags on both sides, and gold.jsonl holds spans"),
        ("span", "a X\nb O\n", "a X\nb X\n", ("--plain-labels",), "txt",
         "seqeval's strict mode has no scheme for tags that are read as plain"),
    ],
    ids=["no trees", "character spans", "plain labels"],
)  # fmt: skip
def test_data_that_the_program_does_not_read_is_said_and_exits_with_2(
    checked, command, gold, pred, options, ending, said
):
    status, lines, errors = checked(command, gold, pred, *options, ending=ending)
    assert status == 2
    assert any(f"the cross-check is not available: {said}; nothing was compared" in line for line in errors)
    assert not any(line.startswith("cross-check") for line in lines)


def test_a_program_that_is_not_installed_is_not_available_with_the_line_that_installs_it(
    checked, monkeypatch
):
    monkeypatch.setattr("scoring.metrics.crosscheck.version", absent)
    status, _, errors = checked("span", GOLD, PRED)
    assert status == 2
    assert errors[-1].endswith("not available: seqeval is not installed; pip install seqeval")


def absent(program):
    from importlib.metadata import PackageNotFoundError

    raise PackageNotFoundError(program)


def test_where_a_file_goes_to_standard_output_the_figures_go_to_standard_error(checked):
    pytest.importorskip("seqeval")
    status, lines, errors = checked("span", GOLD, PRED, "--json", "-")
    assert (status, json.loads("\n".join(lines))["schema"]) == (0, "onenlp-rows/1")
    assert figures(errors)["Span_F1"] == ["80.0000"] * 2


def test_only_metrics_that_were_asked_for_are_compared(checked):
    pytest.importorskip("seqeval")
    assert list(figures(checked("span", GOLD, PRED, "--metrics", "Span recall")[1])) == ["Span_recall"]
