"""Our UD scores are the reference programs' scores: count for count, and to four decimals in points.

Two kinds of test: against stored answers (`tests/ud/answers`; nothing is fetched), and against the programs
themselves (skipped where they cannot be fetched).
"""

import gc
import hashlib
from dataclasses import astuple
from pathlib import Path

import pytest

from scoring import ud
from scoring.base.errors import ScoringError
from tests.shared import needs_shared, onenlp_data, shared_file
from tests.ud import fuzz, oracle, store_answers
from tests.ud.perturb import perturb

FRESH_SEED = 2
FRESH = 2_000
FRESH_CHUNK = 500
AGAIN = range(0, store_answers.PAIRS, 40)
CHUNKS = store_answers.chunks()
LATER = [pytest.param(numbers, marks=pytest.mark.long) for numbers in CHUNKS[2:]]
PERTURBED = store_answers.stored("perturbed.json")["answers"]
PRINTED = 0.005 + 1e-9  # half of the last printed digit
FOUR_DECIMALS = 0.00005
RATES = ((1, 0.02), (2, 0.1), (3, 0.3))


@pytest.fixture(scope="module")
def script():
    """The shared task's script, or a skip where it cannot be fetched."""
    try:
        return oracle.script()
    except oracle.NoRegistryError as error:
        pytest.skip(str(error))


@pytest.fixture(scope="module")
def udeval():
    """The folder of `udeval`, or a skip where it cannot be fetched."""
    try:
        return oracle.fetch(oracle.UDEVAL_REQUIREMENT)
    except oracle.NoRegistryError as error:
        pytest.skip(str(error))


@pytest.fixture
def few_collections():
    """Garbage is collected once: the script's thousands of corpora hold cycles."""
    gc.disable()
    yield
    gc.enable()


def ours(gold: ud.Corpus, predicted: ud.Corpus):
    scores = ud.scores(predicted, gold)
    return {m: oracle.Counts(s.correct, s.gold, s.predicted, s.aligned) for m, s in scores.items()}


def differences(found: dict[str, oracle.Counts], answered: dict[str, oracle.Counts]) -> list[str]:
    """What differs: correct/gold/predicted/aligned.  A program without an aligned count says nothing of ours."""
    lines = [] if list(found) == list(oracle.METRICS) else [f"metrics {list(found)}"]
    for metric, answer in answered.items():
        length = 3 if answer.aligned is None else 4
        mine, theirs = astuple(found[metric])[:length], astuple(answer)[:length]
        if mine != theirs:
            lines.append(f"{metric}: {'/'.join(map(str, mine))}, answered {'/'.join(map(str, theirs))}")
    return lines


def wrong_both_ways(pair: fuzz.Pair, answers) -> list[str]:
    """What differs in a pair and in the pair exchanged."""
    try:
        gold, predicted = ud.loads(pair.gold), ud.loads(pair.predicted)
        return [
            *differences(ours(gold, predicted), answers[0]),
            *(f"exchanged, {line}" for line in differences(ours(predicted, gold), answers[1])),
        ]
    except ScoringError as error:
        return [f"refused: {error}"]


def report(seed: int, number: int, pair: fuzz.Pair, wrong: list[str]) -> str:
    what = "\n".join(wrong)
    return (
        f"pair {number} of seed {seed}\n{what}\n{pair.gold.decode()}--- predicted\n{pair.predicted.decode()}"
    )


def agree(wrong: list[str]) -> None:
    assert not wrong, "\n".join(wrong)


def chunk_name(numbers: range) -> str:
    return f"{numbers.start}-{numbers.stop - 1}"


def stored_counts(answer) -> dict[str, oracle.Counts]:
    return {metric: oracle.Counts(*row) for metric, row in answer.items()}


def percents(score):
    """The figures of a printed row; Tokens, Sentences and Words have no aligned accuracy."""
    return (score.precision, score.recall, score.f1, score.aligned_accuracy)


def unlike_printed(scores, table: oracle.Table) -> list[str]:
    """Where our points, printed with two decimals, would not be the table's."""
    lines = [] if list(table) == list(oracle.METRICS) else [f"the table has {list(table)}"]
    for metric, cells in table.items():
        for cell, points in zip(cells, percents(scores[metric]), strict=False):
            if cell and not abs(points - float(cell)) <= PRINTED:
                lines.append(f"{metric}: {points}, printed {cell}")
    return lines


def unlike_script(scores, answer: oracle.Answer) -> list[str]:
    """Where our points leave the script's by half of the fourth decimal."""
    return [
        f"{metric}: {points}, answered {100 * share}"
        for metric, shares in answer.shares.items()
        for points, share in zip(percents(scores[metric]), shares, strict=True)
        if share is not None and not abs(points - 100 * share) < FOUR_DECIMALS
    ]


def assert_like_the_script(gold: bytes, predicted: bytes):
    answer = oracle.answer(oracle.load(gold), oracle.load(predicted))
    gold_corpus, predicted_corpus = ud.loads(gold), ud.loads(predicted)
    agree(differences(ours(gold_corpus, predicted_corpus), answer.counts))
    agree(unlike_script(ud.scores(predicted_corpus, gold_corpus), answer))


def perturbed_name(answer) -> str:
    return "-".join(
        [answer["gold"].split("-")[0], str(answer["seed"]), str(answer["rate"]), *answer["blank"]]
    )


def perturbed_pair(answer) -> fuzz.Pair:
    """The pair that a stored answer is of; other bytes than the answered ones are a failure."""
    gold = (store_answers.FIXTURES / answer["gold"]).read_bytes()
    predicted = perturb(gold, answer["seed"], answer["rate"], answer["blank"])
    for data, name in ((gold, "gold"), (predicted, "predicted")):
        if hashlib.sha256(data).hexdigest() != answer[f"{name}_sha256"]:
            pytest.fail(
                f"{answer['gold']}: the {name} file is not the answered one; "
                "ask again with python -m tests.ud.store_answers perturbed"
            )
    return fuzz.Pair(gold, predicted)


def write_pair(folder: Path, pair: fuzz.Pair) -> tuple[Path, Path]:
    gold, predicted = folder / "gold.conllu", folder / "predicted.conllu"
    gold.write_bytes(pair.gold)
    predicted.write_bytes(pair.predicted)
    return gold, predicted


# Stored answers


@pytest.mark.slow
@pytest.mark.parametrize("numbers", [*CHUNKS[:2], *LATER], ids=chunk_name)
def test_fuzzed_pairs_count_as_the_script_counted(numbers):
    table = store_answers.stored_fuzz()[..., numbers.start : numbers.stop]
    wrong = []
    for at, number in enumerate(numbers):
        pair = fuzz.make(store_answers.SEED, number)
        found = wrong_both_ways(pair, [store_answers.unpack(table[way, :, :, at]) for way in (0, 1)])
        if found:
            wrong.append(report(store_answers.SEED, number, pair, found))
    assert not wrong, f"{len(wrong)} of {len(numbers)} pairs differ; the shortest:\n{min(wrong, key=len)}"


@pytest.mark.parametrize("numbers", CHUNKS, ids=chunk_name)
def test_fuzzed_pairs_are_those_the_script_answered(numbers):
    stored = store_answers.stored("fuzz.json")["chunks"][CHUNKS.index(numbers)]
    pairs = fuzz.pairs(store_answers.SEED, numbers)
    assert store_answers.sha256(side for pair in pairs for side in pair) == stored["inputs_sha256"]


@pytest.mark.parametrize("numbers", CHUNKS, ids=chunk_name)
def test_fuzzed_pairs_as_one_file_count_as_udeval_counted(numbers):
    stored = store_answers.stored("fuzz.json")["chunks"][CHUNKS.index(numbers)]
    pair = store_answers.as_one(list(fuzz.pairs(store_answers.SEED, numbers)))
    agree(differences(ours(ud.loads(pair.gold), ud.loads(pair.predicted)), stored_counts(stored["udeval"])))


@pytest.mark.parametrize("answer", PERTURBED, ids=perturbed_name)
def test_perturbed_fixtures_count_as_the_script_counted(answer):
    pair = perturbed_pair(answer)
    agree(differences(ours(ud.loads(pair.gold), ud.loads(pair.predicted)), stored_counts(answer["counts"])))


@pytest.mark.parametrize("program", ["script", "udeval"])
@pytest.mark.parametrize("answer", PERTURBED, ids=perturbed_name)
def test_perturbed_fixtures_have_the_points_that_the_programs_printed(answer, program):
    pair = perturbed_pair(answer)
    scores = ud.scores(ud.loads(pair.predicted), ud.loads(pair.gold))
    agree(unlike_printed(scores, answer[program]))


@pytest.mark.parametrize(
    "gold", sorted(store_answers.FIXTURES.glob("*-gold.conllu")), ids=lambda path: path.name
)
def test_the_perturber_makes_errors_at_its_rate_and_the_same_for_a_seed(gold):
    data = gold.read_bytes()
    untouched = ud.scores(ud.loads(perturb(data, 1, 0.0)), ud.loads(data))
    assert {score.f1 for score in untouched.values()} == {100.0}
    some, more = (ud.scores(ud.loads(perturb(data, 1, rate)), ud.loads(data)) for rate in (0.05, 0.3))
    assert all(100.0 > some[metric].f1 > more[metric].f1 for metric in oracle.METRICS)
    assert perturb(data, 1, 0.05) == perturb(data, 1, 0.05) != perturb(data, 2, 0.05)


# The programs themselves


@pytest.mark.usefixtures("script", "few_collections")
def test_the_script_gives_its_stored_answers_again():
    table = store_answers.stored_fuzz()
    for number in AGAIN:
        again = store_answers.ask_both_ways(fuzz.make(store_answers.SEED, number))
        assert [store_answers.pack(counts) for counts in again] == table[..., number].tolist(), number


@pytest.mark.long
@pytest.mark.usefixtures("script", "few_collections")
@pytest.mark.parametrize("start", range(0, FRESH, FRESH_CHUNK))
def test_fresh_fuzzed_pairs_count_as_the_script_counts(start):
    for number in range(start, start + FRESH_CHUNK):
        pair = fuzz.make(FRESH_SEED, number)
        wrong = wrong_both_ways(pair, store_answers.ask_both_ways(pair))
        assert not wrong, report(FRESH_SEED, number, pair, wrong)


@pytest.mark.usefixtures("udeval")
def test_fresh_fuzzed_pairs_as_one_file_count_as_udeval_counts(tmp_path):
    pair = store_answers.as_one(list(fuzz.pairs(FRESH_SEED, range(FRESH_CHUNK))))
    printed = oracle.run(oracle.udeval_command(*write_pair(tmp_path, pair), "-c"))
    found = ours(ud.loads(pair.gold), ud.loads(pair.predicted))
    agree(differences(found, oracle.read_counts(printed)))


@pytest.mark.usefixtures("script")
@pytest.mark.parametrize("answer", PERTURBED, ids=perturbed_name)
def test_perturbed_fixtures_score_as_the_script_scores(answer):
    assert_like_the_script(*perturbed_pair(answer))


@pytest.mark.usefixtures("script", "udeval")
@pytest.mark.parametrize("command", [oracle.script_command, oracle.udeval_command])
@pytest.mark.parametrize("answer", PERTURBED[:: len(store_answers.PERTURBATIONS)], ids=perturbed_name)
def test_perturbed_fixtures_have_the_points_that_the_programs_print(answer, command, tmp_path):
    pair = perturbed_pair(answer)
    printed = oracle.read_table(oracle.run(command(*write_pair(tmp_path, pair), "-v")))
    agree(unlike_printed(ud.scores(ud.loads(pair.predicted), ud.loads(pair.gold)), printed))


# Treebanks


@pytest.fixture
def cs_pud():
    """A gold set and a real parser's output."""
    gold = shared_file("data/ud/cs_pud-gold.conllu")
    predicted = shared_file("data/ud/cs_pud-udpipe-pdtc-ud-2.17-251125.conllu")
    return fuzz.Pair(gold.read_bytes(), predicted.read_bytes())


@needs_shared
def test_a_real_parsers_output_has_its_published_table(cs_pud):
    table = oracle.read_table(shared_file("data/ud/cs_pud-expected-eval.txt").read_text(encoding="utf-8"))
    agree(unlike_printed(ud.scores(ud.loads(cs_pud.predicted), ud.loads(cs_pud.gold)), table))


@needs_shared
@pytest.mark.usefixtures("script", "few_collections")
def test_a_real_parsers_output_scores_as_the_script_scores(cs_pud):
    assert_like_the_script(*cs_pud)


def treebank(name: str) -> bytes:
    """A treebank's test file, whatever its release; a user's own copy may lack it."""
    folder = onenlp_data() / "ud"
    found = sorted(folder.glob(f"{name}*-test.conllu"))
    if not found:
        pytest.skip(f"{folder} has no {name}*-test.conllu")
    return found[0].read_bytes()


@pytest.mark.usefixtures("script", "few_collections")
@pytest.mark.parametrize(("seed", "rate"), RATES)
@pytest.mark.parametrize("name", ["en_ewt", "he_htb", "tr_imst"])
def test_perturbed_treebanks_score_as_the_script_scores(name, seed, rate):
    gold = treebank(name)
    assert_like_the_script(gold, perturb(gold, seed, rate))


@pytest.mark.usefixtures("udeval")
def test_a_perturbed_treebank_counts_as_udeval_counts(tmp_path):
    gold = treebank("he_htb")
    pair = fuzz.Pair(gold, perturb(gold, 4, 0.05))
    printed = oracle.run(oracle.udeval_command(*write_pair(tmp_path, pair), "-c"))
    agree(differences(ours(ud.loads(pair.gold), ud.loads(pair.predicted)), oracle.read_counts(printed)))
