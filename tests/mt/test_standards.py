"""Finding standards, what they are worth to the metrics, and what becomes of one that raises."""

import json
import sys
from importlib.metadata import entry_points

import pytest
from msgspec.structs import replace

from scoring.base.errors import InputError, UsageError
from scoring.card import scored_run
from scoring.card.entries import entries
from scoring.evidence.evidence import whole
from scoring.metrics.metric import NotAvailable
from scoring.mt.align import align
from scoring.mt.family import metrics
from scoring.mt.languages import Cards
from scoring.mt.metrics.equivalent_match import EQUIVALENT_MATCH
from scoring.mt.metrics.semantic_score import SEMANTIC_SCORE
from scoring.mt.standards import LINT, SEMANTIC, WordVerdict, counts, crk, finding
from scoring.mt.standards.protocol import analyser_of
from scoring.mt.standards.rejection import rejection
from scoring.mt.standards.resources import load_glosses, resources
from tests.mt.runs import entry, run
from tests.shared import ROOT

TOY = ROOT / "fixtures" / "mt" / "crk-toy"


class Plain:
    """A standard that takes an output for right where it ends in ``!``, and raises where it ends in ``?``."""

    name = "plain"
    version = "7"

    def compute(self, entry):
        if entry.output.endswith("?"):
            raise ZeroDivisionError("what is it?")
        good = entry.output.endswith("!")
        return {
            LINT: WordVerdict("EQUIVALENT", 1.0) if good else WordVerdict("MISS", 0.0),
            SEMANTIC: WordVerdict("VALID", 1.0) if good else WordVerdict("PARTIAL", 0.4),
        }

    def aggregate(self, verdicts):
        return counts(verdicts)


def german(*names):
    """The cards, with that of German naming these standards."""
    known = Cards.load().by_code
    return Cards({**known, "de": replace(known["de"], eval_metrics=names)})


def ready(*made, standards=("plain",), given=None, **options):
    found = run(*made)
    return align(
        found, found, german(*standards), standards={"plain": Plain()} if given is None else given, **options
    )


def value(metric, *made, **options):
    found = metric.measure(ready(*made, **options))
    return found if isinstance(found, NotAvailable) else whole(found)


RIGHT, VARIED, WRONG = (
    entry(1, prediction="ja!"), entry(2, prediction="jawohl", variants=["jawohl"]), entry(3, prediction="nein"),
)  # fmt: skip
RAISES = entry(4, prediction="was?")


def test_a_match_is_one_by_the_linter_or_by_a_variant():
    assert value(EQUIVALENT_MATCH, RIGHT, VARIED, WRONG) == pytest.approx(2 / 3)
    assert value(EQUIVALENT_MATCH, RIGHT, WRONG) == 0.5


def test_the_semantic_score_is_the_mean_of_the_weights():
    assert value(SEMANTIC_SCORE, RIGHT, WRONG) == pytest.approx((1 + 0.4) / 2)


def test_the_signature_names_the_standard_and_its_version():
    card = scored_run(
        run(RIGHT, VARIED), cards=german("plain"), standards={"plain": Plain()}, resamples=100
    ).card
    assert card.signatures["semantic_score"] == "mt.semantic_score|v1|standard:plain/7"
    assert (
        card.signatures["equivalent_match_rate"]
        == "mt.equivalent_match_rate|v1|nfc|trim|variants|standard:plain/7"
    )


def test_without_a_standard_the_signature_and_the_value_are_those_of_variants_alone():
    card = scored_run(run(RIGHT, VARIED), resamples=100).card
    assert card.signatures["equivalent_match_rate"] == "mt.equivalent_match_rate|v1|nfc|trim|variants"
    assert card.scores.equivalent_match_rate == 0.5
    assert card.scores.semantic_score is None
    assert card.verdicts == {}


def scored(*made, standard=None, names=("plain",)):
    return scored_run(
        run(*made), cards=german(*names), standards={"plain": standard or Plain()}, resamples=100
    )


def test_an_entry_on_which_a_standard_raises_is_worth_nothing_and_the_run_goes_on():
    done = scored(RIGHT, RAISES)
    assert done.card.scores.semantic_score == 0.5
    assert done.card.scores.equivalent_match_rate == 0.5
    assert done.card.verdicts["plain.errors"] == {"raised": 1}
    assert done.card.verdicts["plain.lint_verdict"] == {"EQUIVALENT": 1}
    (said,) = [caveat for caveat in done.card.caveats if "plain" in caveat]
    assert said == (
        "standard 'plain' raised on 1 of 2 entries, which it counts as 0; "
        "first on 'e0004': ZeroDivisionError: what is it?"
    )


def test_each_line_has_the_verdicts_or_the_error():
    first, second = map(json.loads, entries(scored(RIGHT, RAISES)).splitlines())
    assert first["verdicts"]["plain.semantic_verdict"] == {"verdict": "VALID", "weight": 1.0, "reason": None}
    assert (first["standard_errors"], second["verdicts"]) == ({}, {})
    assert second["standard_errors"] == {"plain": "ZeroDivisionError: what is it?"}
    assert first["scores"]["semantic_score"] == 1.0


def test_a_standard_that_raises_on_every_entry_is_not_available():
    card = scored(RAISES).card
    assert card.scores.semantic_score is None
    assert "raised on every entry: ZeroDivisionError" in card.metric_availability["semantic_score"]


class Odd(Plain):
    def __init__(self, returned):
        self.returned = returned

    def compute(self, entry):
        return self.returned if entry.id == "e0001" else super().compute(entry)


@pytest.mark.parametrize("returned", [None, "EXACT", {LINT: 1.0}])
def test_what_is_no_verdict_is_an_error_of_the_entry(returned):
    card = scored(RIGHT, WRONG, standard=Odd(returned)).card
    assert card.verdicts["plain.errors"] == {"raised": 1}
    assert card.scores.semantic_score == 0.2


@pytest.mark.parametrize("weight", [1.5, -0.1, float("nan"), None])
def test_a_weight_is_from_0_to_1_or_missing_with_a_reason(weight):
    with pytest.raises(UsageError, match="verdict VALID has"):
        WordVerdict("VALID", weight)


def test_a_verdict_that_is_withheld_makes_the_metric_null_with_its_reason():
    withheld = Odd(
        {LINT: WordVerdict("MISS", 0.0), SEMANTIC: WordVerdict(None, None, "there are no glosses")}
    )
    card = scored(RIGHT, WRONG, standard=withheld).card
    assert card.scores.semantic_score is None
    assert card.metric_availability["semantic_score"].endswith("standard 'plain': there are no glosses")
    assert card.scores.equivalent_match_rate == 0.0
    assert card.verdicts["plain.semantic_verdict"] == {"PARTIAL": 1, "null": 1}


def test_where_the_linter_cannot_judge_variants_still_count_and_the_card_says_so():
    withheld = Odd({LINT: WordVerdict(None, None, "there is no analyser")})
    card = scored(RIGHT, VARIED, standard=withheld).card
    assert card.scores.equivalent_match_rate == 0.5
    assert (
        "equivalent matches are those of variants alone: standard 'plain': there is no analyser"
        in card.caveats
    )
    assert card.signatures["equivalent_match_rate"].endswith("|variants")


def test_a_metric_that_is_null_changes_no_composite():
    withheld = Odd({LINT: WordVerdict(None, None, "no"), SEMANTIC: WordVerdict(None, None, "no")})
    with_null = scored(RIGHT, WRONG, standard=withheld).card.scores
    without = scored(RIGHT, WRONG, names=()).card.scores
    assert with_null.composite == without.composite
    assert scored(RIGHT, WRONG).card.scores.composite != without.composite


def test_a_name_that_nobody_has_is_not_available_with_the_nearest():
    found = metrics()["semantic_score"].measure(ready(RIGHT, standards=("crkk",)))
    assert isinstance(found, NotAvailable)
    assert found.reason == "there is no language standard 'crkk'; did you mean 'crk'?"
    assert "onenlp.standards" in found.remedy


def test_the_first_standard_with_a_kind_of_verdict_counts():
    class LintOnly(Plain):
        def compute(self, entry):
            return {LINT: WordVerdict("MISS", 0.0)}

    given = {"plain": Plain(), "strict": LintOnly()}
    assert value(EQUIVALENT_MATCH, RIGHT, standards=("strict", "plain"), given=given) == 0.0
    assert value(SEMANTIC_SCORE, RIGHT, standards=("strict", "plain"), given=given) == 1.0


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """Installs a module as a package with an entry point of standards."""

    def install(source, points):
        (tmp_path / "own_standards.py").write_text(source, encoding="utf-8")
        info = tmp_path / "own_standards-1.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(
            "Metadata-Version: 2.1\nName: own-standards\nVersion: 1\n", encoding="utf-8"
        )
        lines = "\n".join(f"{name} = own_standards:{value}" for name, value in points.items())
        (info / "entry_points.txt").write_text(f"[onenlp.standards]\n{lines}\n", encoding="utf-8")
        monkeypatch.syspath_prepend(str(tmp_path))
        finding.installed.cache_clear()

    yield install
    sys.modules.pop("own_standards", None)
    finding.installed.cache_clear()


MODULE = """
from scoring.mt.standards import SEMANTIC, WordVerdict, counts

class Own:
    name, version = "own", "1"
    def __init__(self, resources=None):
        self.code = resources.code if resources else "none"
    def compute(self, entry):
        return {SEMANTIC: WordVerdict("VALID", 1.0, details={"code": self.code})}
    def aggregate(self, verdicts):
        return counts(verdicts)

ready = Own()
class nameless:
    compute = aggregate = name = None
    def __init__(self, resources):
        pass
def broken(resources):
    raise OSError("no data")
"""


@pytest.mark.parametrize(("point", "code"), [("Own", "de"), ("ready", "none")])
def test_an_entry_point_names_a_standard_or_what_makes_one_of_resources(installed, point, code):
    installed(MODULE, {"own": point})
    assert [one.name for one in entry_points(group="onenlp.standards") if one.name == "own"] == ["own"]
    found = finding.judged(ready(RIGHT, standards=("own",), given={}))["own"]
    assert found.verdicts[0][SEMANTIC].details == {"code": code}


@pytest.mark.parametrize(("point", "fault"), [
    ("broken", "OSError: no data"), ("nowhere", "AttributeError"), ("counts", "TypeError"),
    ("nameless", "no attribute 'version'"),
])  # fmt: skip
def test_a_standard_that_cannot_be_made_is_not_available(installed, point, fault):
    installed(MODULE, {"own": point})
    found = finding.judged(ready(RIGHT, standards=("own",), given={}))["own"]
    assert isinstance(found, NotAvailable)
    assert found.reason.startswith("standard 'own' cannot be made: ")
    assert fault in found.reason


def test_an_aggregate_that_raises_is_said_and_stops_nothing():
    class Sums(Plain):
        def aggregate(self, verdicts):
            raise KeyError("sum")

    card = scored(RIGHT, standard=Sums()).card
    assert card.scores.semantic_score == 1.0
    assert card.verdicts == {}
    assert "standard 'plain': aggregate raised KeyError: 'sum'" in card.caveats


def toy_run():
    return json.loads((TOY / "run.json").read_text(encoding="utf-8"))


def test_the_toy_run_has_each_semantic_verdict_once():
    card = scored_run(run_of(toy_run()), standards_folders=[TOY], resamples=100).card
    assert card.verdicts["crk.lint_verdict"] == {"EQUIVALENT": 1, "EXACT": 1, "MISS": 4, "NO_OUTPUT": 1}
    assert set(card.verdicts["crk.semantic_verdict"].values()) == {1}
    assert card.scores.equivalent_matches == 2
    assert card.scores.semantic_score == pytest.approx((1 + 1 + 0.7 + 0.4 + 0.3) / 7)


def test_a_line_of_the_entries_has_the_verdicts_by_themselves_too():
    lines = entries(scored_run(run_of(toy_run()), standards_folders=[TOY], resamples=100)).splitlines()
    said = [(line["id"], line["lint_verdict"], line["semantic_verdict"]) for line in map(json.loads, lines)]
    assert said[1:3] == [("e2", "EQUIVALENT", "VALID"), ("e3", "MISS", "GRAMMAR_ISSUES")]


def run_of(document):
    from scoring.mt.read import loads_run

    return loads_run(json.dumps(document))


def test_without_resources_the_reasons_say_what_is_missing_and_where_it_goes(monkeypatch):
    monkeypatch.delenv("ONENLP_STANDARDS", raising=False)
    card = scored_run(run_of(toy_run()), resamples=100).card
    assert (card.scores.equivalent_match_rate, card.scores.semantic_score) == (None, None)
    for name in ("equivalent_match_rate", "semantic_score"):
        assert "there is no analyser of crk (put crk/analyser.hfstol" in card.metric_availability[name]


def test_the_folders_of_the_environment_are_used(monkeypatch):
    monkeypatch.setenv("ONENLP_STANDARDS", str(TOY))
    assert scored_run(run_of(toy_run()), resamples=100).card.scores.equivalent_matches == 2


def test_a_folder_that_is_not_there_is_one_error(tmp_path):
    with pytest.raises(
        InputError, match="there is no such folder of language standards; see ONENLP_STANDARDS"
    ):
        resources("crk", [tmp_path / "none"])


@pytest.mark.parametrize(("name", "text", "message"), [
    ("analyser.json", "[]", "list, but an object of analyses by form is needed"),
    ("analyser.json", '{"atim": "atim+N"}', "form 'atim': a text, but a list of texts is needed"),
    ("glosses.tsv", "atim\tdog\nminos\n", "glosses.tsv:2: the line is something else, but a lemma, a tab"),
    ("lists.json", '{"lists": [{"kind": "preverbs"}]}', "lists.json: .*missing required field"),
])  # fmt: skip
def test_a_damaged_file_of_the_users_is_one_error_that_names_it(tmp_path, name, text, message):
    (tmp_path / "crk").mkdir()
    (tmp_path / "crk" / name).write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=message):
        scored_run(run_of(toy_run()), standards_folders=[tmp_path], resamples=100)


def test_glosses_may_be_lines_of_lemma_and_gloss(tmp_path):
    path = tmp_path / "glosses.tsv"
    path.write_text("atim\tdog\n\natim\thound\n", encoding="utf-8")
    assert load_glosses(path) == {"atim": ("dog", "hound")}


def test_an_analyser_is_given_or_of_a_folder_or_of_the_card(tmp_path):
    own = tmp_path / "analyser.json"
    own.write_text('{"atim": ["atim+N"]}', encoding="utf-8")
    given = [{"given": str(own)}, {"given": own}, {"declared": own}, {"given": lambda word: ("atim+N",)}]
    assert [resources("crk", **options).analyser.analyses("atim") for options in given] == [("atim+N",)] * 4
    assert resources("crk", [TOY], declared=own).analyser.analyses("atim") == ("atim+N+A+Sg",)


def test_another_analyser_is_another_signature(tmp_path):
    own = tmp_path / "analyser.json"
    own.write_text('{"atim": ["atim+N"]}', encoding="utf-8")
    signatures = {resources("crk", [TOY]).signature, resources("crk", [TOY], given=own).signature}
    assert len(signatures | {resources("crk", [TOY], given=lambda word: ()).signature}) == 3


def test_any_function_of_a_word_is_an_analyser():
    assert analyser_of(lambda word: [f"{word}+N"]).analyses("atim") == ("atim+N",)
    with pytest.raises(UsageError, match="an analyser is int"):
        analyser_of(3)


def test_rejected_words_of_references_are_counted_once_an_entry():
    made = {"dataset": {"id": "d", "source_language": "en", "target_language": "crk"}, "entries": [
        {"id": "1", "references": ["atim xyz nipâw."], "prediction": "x"},
        {"id": "2", "references": ["atim xyz nipâw."], "prediction": "y"},
        {"id": "3", "references": ["Atim 3 xyz qqq"], "prediction": "z"},
    ]}  # fmt: skip
    found = run_of(made)
    counted = rejection(align(found, found, standards_folders=[TOY]))
    assert (counted.words, counted.by_count) == (6, [("xyz", 2), ("qqq", 1)])
    assert counted.share == 0.5
    assert (counted.references, counted.with_rejected) == (2, 2)


def test_a_standard_made_of_a_function_can_be_given():
    own = crk.standard(resources("crk", [TOY], given=lambda word: ("atim+N+A+Sg",)))
    card = scored_run(run_of(toy_run()), standards={"crk": own}, resamples=100).card
    assert card.verdicts["crk.semantic_verdict"]["VALID"] >= 3  # everything is a dog
    assert "|analyser:given|" in card.signatures["semantic_score"]
