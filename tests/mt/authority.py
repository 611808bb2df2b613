"""What the page of machine translation's figures must say, from the code: its tables, and each number in its prose.

``faults`` lists where page and code differ.  A number of the prose stands in a sentence of ``claims``, with the value
that the code has; a number that is in no claim and no table is a fault itself, so none can be added unseen.
"""

import inspect
import math
import re
from collections.abc import Callable, Iterator
from functools import cache

import numpy as np

from scoring.card import comparison
from scoring.card.schema import SCHEMA, schema
from scoring.evidence.counts import Counts
from scoring.evidence.evidence import whole
from scoring.mt import (
    compliance,
    composite,
    cost,
    definitions,
    detector,
    hallucination,
    latin,
    quotes,
    repetition,
    switching,
    trial,
    word_alignment,
)  # fmt: skip
from scoring.mt import (
    prose as written,
)
from scoring.mt.languages import Cards
from scoring.mt.languages.orthography import orthography
from scoring.mt.metrics import code_switching, hallucination_rate, length_ratio
from scoring.mt.metrics.overall import NAMES
from scoring.mt.standards import linter, semantics
from scoring.mt.standards.crk import variants
from scoring.mt.surface.chrf import chrf
from scoring.statistics.intervals import interval_of

NUMBER = re.compile(r"(?<![\w.])\d+(?:[.,]\d+)*(?!\w)")
SCALES = {"points": "0–100", "ratio": "0–1", "seconds": "seconds", "USD": "US dollars"}
OPEN_ENDED = {"ter": "0 and up", "length_ratio": "0 and up", "tokens_per_entry": "tokens"}
WORDS = {
    0.1: "a tenth",
    0.2: "a fifth",
    0.5: "half",
    2: "twice",
    3: "three",
    4: "four",
    5: "five",
    6: "six",
    1_000_000: "a million",
}
COUNTS = {2: "two"}
KNOWN = {  # what a formula of the page is tried with
    "prompt_tokens": 7, "completion_tokens": 5, "entry_count": 3, "total_cost_usd": 0.25, "total_source_chars": 11,
    "composite": 0.8, "total_tokens": 12, "cost_per_entry_usd": 0.0833,
}  # fmt: skip
ANY = ""  # of a cell that is said in words alone


def tables(page: str) -> dict[tuple[str, int], list[list[str]]]:
    """The rows of every table by heading and place under it, without their headers; code marks taken off."""
    found: dict[tuple[str, int], list[list[str]]] = {}
    for section in page.split("\n## ")[1:]:
        heading = section.partition("\n")[0]
        for place, lines in enumerate(re.findall(r"(?:^\|.*\n?)+", section, re.MULTILINE)):
            rows = [
                [cell.strip().strip("`") for cell in line.strip("|").split("|")]
                for line in lines.strip().split("\n")
            ]
            found[heading, place] = rows[2:]
    return found


def prose(page: str) -> str:
    """All that is in no table, on one line."""
    return " ".join(" ".join(line for line in page.split("\n") if not line.startswith("|")).split())


def faults(page: str) -> list[str]:
    """Where the page and the code differ."""
    there, text = tables(page), prose(page)
    found = [f"{key} is compared with nothing" for key in there if key not in TABLES]
    for key, compared in TABLES.items():
        found += [f"{key}: {fault}" for fault in compared(there.get(key, []))]
    for claim in claims():
        if claim not in text:
            found.append(f"the page does not say: {claim}")
        text = text.replace(claim, " ")
    found += [
        f"no claim has the number {one[0]} in: {text[max(0, one.start() - 30) : one.end() + 30]}"
        for one in NUMBER.finditer(text)
    ]
    return found


def rows_alike(expected: Callable[[], list[list[str]]]) -> Callable[[list[list[str]]], Iterator[str]]:
    """Compares a table with the rows that the code makes; a cell of words alone (``ANY``) must have no number."""

    def compared(rows: list[list[str]]) -> Iterator[str]:
        wanted = expected()
        if len(rows) != len(wanted):
            yield f"{len(rows)} rows, {len(wanted)} in the code"
        for said, own in zip(rows, wanted, strict=False):
            for one, other in zip(said, own, strict=True):
                if one != other and (other is not ANY or NUMBER.search(one)):
                    yield f"{one!r} on the page, {other!r} in the code"

    return compared


def metric_rows() -> list[list[str]]:
    return [
        [name, one.label, OPEN_ENDED.get(name) or SCALES[one.scale], str(one.better), str(one.level), str(one.status),
         str(one.validation)]
        for name, one in definitions.DEFINITIONS.items()
    ]  # fmt: skip


@cache
def orthography_rows() -> list[list[str]]:
    """Every rule of every rule set that a card names, by language."""
    named = sorted((c.code, c.orthography) for c in Cards.load().by_code.values() if c.orthography)
    sets = [(code, one) for code, name in named for one in (orthography(name), *orthography(name).also)]
    return [
        [code, one.name, rule, own.says, own.bad, own.source, str(own.checked)]
        for code, one in sets
        for rule, own in [("alphabet", one.alphabet), *((rule.id, rule) for rule in one.rules)]
    ]


def weight_rows() -> list[list[str]]:
    weights = [composite.PROFILES[profile] for profile in composite.Profile]
    return [[name, *(f"{own[name]:.2f}" if name in own else "" for own in weights)] for name in NAMES]


def tier_rows() -> list[list[str]]:
    return [*([f"{least:.2f}", name] for least, name in composite.TIERS), ["null", composite.UNSCORED]]


def cost_rows_alike(rows: list[list[str]]) -> Iterator[str]:
    """Each formula of the page, computed, is what the code computes."""
    if [name for name, _ in rows] != list(cost.FORMULAS):
        yield "other fields"
    for name, formula in rows:
        if not re.fullmatch(r"[\w\s+*/().]+", formula) or name not in cost.FORMULAS:
            yield f"{name} is no arithmetic"
            continue
        said = eval(formula, {"__builtins__": {}, "log2": math.log2}, KNOWN)  # noqa: S307 - held to arithmetic above
        if not math.isclose(said, cost.FORMULAS[name](KNOWN), rel_tol=1e-12):
            yield f"{name} is another figure in the code"


def verdict_rows() -> list[list[str]]:
    """The semantic verdicts, the conditions with the limits that the code is found to have."""
    word, rules = "w ", linter.LinterRules(alike=lambda one, other: None)
    long = next(n for n in range(1, 100) if semantics.cut_short("", word * n, rules))
    enough = next(n for n in range(21) if not semantics.cut_short(word * n, word * 20, rules)) / 20
    when = {
        "NO_OUTPUT": "an error, or no prediction",
        "EXACT_MATCH": "equal to a reference in normal form C, trimmed",
        "INCOMPLETE": f"less than {WORDS.get(enough)} of the reference's words, where it has {WORDS.get(long)} or more",
        "VALID": f"F1 of the content words is {semantics.VALID} or more",
        "GRAMMAR_ISSUES": (
            "the same, but a word is neither a form of the language nor a word of the references, has another "
            "inflection, or is only related"
        ),
        "PARTIAL": f"F1 is {semantics.PARTIAL} or more",
        "WRONG": "F1 is less",
    }
    return [[name, said, f"{semantics.WEIGHTS[name]:g}"] for name, said in when.items()]


def class_rows() -> list[list[str]]:
    """The classes of variants of Plains Cree: the linter's, and those of its own readings."""
    rules = linter.LinterRules(alike=lambda one, other: None)
    own = (variants.SYNONYM, variants.PROGRESSIVE, variants.INCLUSIVE, variants.EXCLUSIVE)
    named = [rules.order_class, rules.join_class, rules.optional_class, *(next(iter(one)) for one in own)]
    spelt = [str(name).rstrip("<>").replace("_", " ") for name in named]
    plain = dict.fromkeys(name.replace("inclusive exclusive", "inclusive/exclusive") for name in spelt)
    return [[name, ANY, ANY] for name in plain]


def word(found: dict) -> str:
    """A JSON Schema type in the page's words."""
    if "anyOf" in found:
        first, last = found["anyOf"]
        first, last = (last, first) if first.get("type") == "null" else (first, last)
        assert last == {"type": "null"}
        return f"{word(first)}, null"
    if "$ref" in found:
        return "record"
    if isinstance(found["type"], list):
        assert found["type"][1] == "null"
        return f"{word({**found, 'type': found['type'][0]})}, null"
    if found["type"] == "object":
        return f"by name: {word(found['additionalProperties'])}".replace(": by name", ", by name")
    if found["type"] == "array":
        return f"list of {word(found['items'])}s"
    if found["type"] == "number":
        return {1: "share", 100: "points"}.get(
            found.get("maximum"), "amount" if "minimum" in found else "number"
        )
    return {"integer": "count", "string": "text"}[found["type"]]


def field_rows() -> list[list[str]]:
    kinds = schema()["$defs"]
    return [
        [start + name, word(found)]
        for kind, start in (("RunCard", ""), ("Scores", "scores."), ("Totals", "totals."))
        for name, found in kinds[kind]["properties"].items()
    ]


TABLES: dict[tuple[str, int], Callable[[list[list[str]]], Iterator[str]]] = {
    ("Metrics", 0): rows_alike(metric_rows),
    ("Orthographies", 0): rows_alike(orthography_rows),
    ("Composite", 0): rows_alike(weight_rows),
    ("Tiers", 0): rows_alike(tier_rows),
    ("Cost", 0): cost_rows_alike,
    ("Language standards", 0): rows_alike(verdict_rows),
    ("Language standards", 1): rows_alike(class_rows),
    ("Run card", 0): rows_alike(field_rows),
}


def divisor() -> float:
    """By what the composite divides chrF++, where it has a value and where it has evidence."""
    half = Counts(np.array([[50.0]]), ("points",), lambda totals: totals[..., 0])
    one, other = (
        composite.normalise("chrf_plus_plus", 50.0),
        whole(composite.normalised("chrf_plus_plus", half)),
    )
    return 50 / one if one == other else math.nan


def covered() -> float:
    """How many of 1,000 draws an interval holds, in percent."""
    found = interval_of(np.arange(1000.0))
    return (found.high - found.low + 1) / 10 if found else math.nan


def claims() -> list[str]:
    """The sentences of the page that hold a number, with the values that the code has."""
    usual = {name: one.default for name, one in inspect.signature(chrf).parameters.items()}
    weights = compliance.WEIGHTS
    return [
        f"{definitions.DEFINITIONS['length_ratio'].better:.1f} is an ideal value",
        f"chrF++ (characters up to {usual['char_order']}, words up to {usual['word_order']}, β {usual['beta']})",
        f"an entry below {length_ratio.TRUNCATED} is flagged `truncated`, above {length_ratio.INFLATED} `inflated`",
        "below 1 it is one of the card's caveats",
        "clipped to 0 and 1, the best of several references",
        "An output that is a reference is 1, a vector of zeros is like nothing (0).",
        f"{weights['placeholders']} for placeholders that are all handed on",
        f"{weights['quotes']} for quotation marks of the target language",
        f"{weights['letters']} for no Latin letters",
        f"Regular is a mark in {COUNTS.get(quotes.TWICE)} references or more",
        f"(in {COUNTS.get(latin.TWICE)} or more, and in half of those whose source has it)",
        f"which together have no more than {100 * quotes.RARE:g} % of the references",
        f"all but {100 * latin.FEW:g} % of them have (and all but {WORDS.get(latin.SLIPS)})",
        "0 for exact, equivalent, chrF++, semantic score and COMET, an empty line for BLEU and TER, 0 for length",
        "Nothing is silently 0.",
        f"each from 0 to 1 with 1 as perfect: chrF++ is divided by {divisor():g}",
        "(1 minus the value)",
        "[decision 50](../decisions/0050-parts-without-a-value.md)",
        f"(US dollars for {WORDS.get(cost.PER)} tokens, by kind",
        f"{covered():g} % percentile intervals",
        f"p < {comparison.ALPHA} and its interval excludes 0.",
        "EXACT and EQUIVALENT count 1, MISS and NO_OUTPUT 0.",
        f"**Plains Cree (`crk`)** has {WORDS.get(len(class_rows()))} classes of variants",
        "makes that entry worth 0 for the metrics",
        "validation experiment 2:",
        f"such a pair counts {WORDS.get(semantics.RELATED_PART)}",
        f"at least {WORDS.get(switching.OFTENER)} times as often in the run's sources",
        f"{WORDS.get(switching.GRAMMAR)} more count in the sources",
        f"the run's sources have {WORDS.get(switching.HEARD)} at most",
        f"{WORDS.get(switching.HEARD)} in the run's other sources",
        f"{WORDS.get(switching.OFTENER)} times as frequent there",
        f"where up to {COUNTS.get(switching.GAP)} such words stand between",
        f"on up to {code_switching.TRIED} entries",
        f"more than {WORDS.get(code_switching.SWITCHED)} are source words",
        f"each word of a text of {WORDS.get(written.SEVERAL)} or more has a capital",
        "IBM model 1 is trained on",
        f"by words cut to their first {WORDS.get(word_alignment.GRAPHEMES)} graphemes",
        f"the fit that {100 * detector.UNFIT:g} % of the right references miss",
        f"what {100 * detector.STRANGE:g} % of the right references exceed",
        f"repeats a word or phrase** {WORDS.get(repetition.RUNS)} times in a row",
        f"learnt by {WORDS.get(word_alignment.FOLDS)} folds",
        f"of the other {WORDS.get(word_alignment.FOLDS - 1)}.",
        f"words that more than {100 * hallucination.COMMON:g} % of the references have",
        f"makes them {WORDS.get(hallucination.LIKELY)} as likely",
        f"right ones may be {100 * trial.RIGHT:g} % or more, or wrong ones {100 * trial.WRONG:g} % or less",
        f"their {100 * math.erf(trial.Z / math.sqrt(2)):.0f} % intervals (Wilson 1927)",
        f"more than {WORDS.get(hallucination_rate.MANY)} of the outputs is flagged",
        f"`{SCHEMA}`, published",
        "a share is from 0 to 1, points are from 0 to 100, an amount and a count are 0 and up.",
    ]
