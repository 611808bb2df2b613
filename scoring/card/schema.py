"""The fields of a run card, and their types.

Source: MT scoring specification, §9; the fields that it lacks are said in docs/reference/mt-scoring.md.
"""

import json
from collections.abc import Mapping
from typing import Annotated, Any

import msgspec

from scoring.base.errors import InputError
from scoring.mt.document import convert, refuse_unfit, schema_of
from scoring.mt.run import Dataset

__all__ = ["SCHEMA", "Ends", "GroupScores", "RunCard", "Scores", "Totals", "dumps", "loads", "schema"]

SCHEMA = "onenlp-run-card/1"
Share = Annotated[float, msgspec.Meta(ge=0, le=1)]
Points = Annotated[float, msgspec.Meta(ge=0, le=100)]
Amount = Annotated[float, msgspec.Meta(ge=0)]
Number = Annotated[int, msgspec.Meta(ge=0)]


class CardRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the records of a card have in common: no field that nobody knows."""


class Ends(CardRecord, frozen=True):
    """A 95 % interval."""

    ci_lower: float
    ci_upper: float


class GroupScores(CardRecord, frozen=True):
    """The entries of one difficulty or provenance: how many, each metric's value on them, and why one has none."""

    total: Number
    errors: Number
    scores: dict[str, float | None]
    metric_availability: dict[str, str]


class Scores(CardRecord, frozen=True):
    """The scores of a run; null is what cannot be computed, and ``metric_availability`` says why.

    ``added`` are those of metrics that other packages add, by id; in the file they stand beside the others.
    """

    exact_match_rate: Share | None
    exact_matches: Number | None
    equivalent_match_rate: Share | None
    equivalent_matches: Number | None
    chrf_plus_plus: Points | None
    bleu: Points | None
    ter: Amount | None
    length_ratio: Amount | None
    fst_acceptance_rate: Share | None
    fst_accepted: Number | None
    morphological_accuracy: Share | None
    orthographic_accuracy: Share | None
    semantic_score: Share | None
    comet_score: float | None
    comet_model: str
    code_switching_rate: Share | None
    hallucination_rate: Share | None
    terminology_adherence: Share | None
    consistency_score: Share | None
    compliance_index: Share | None
    raw_compliance_index: Share | None
    repair_effectiveness: Share | None
    composite: Share | None
    quality_tier: str
    cost_adjusted: float | None
    tokens_per_second: Amount | None
    entries_per_minute: Amount | None
    avg_latency_seconds: Amount | None
    median_latency_seconds: Amount | None
    p95_latency_seconds: Amount | None
    confidence_intervals: dict[str, Ends]
    confidence_intervals_by_tier: dict[str, dict[str, Ends]]
    by_difficulty: dict[str, GroupScores]
    by_provenance: dict[str, GroupScores]
    total: Number
    evaluated: Number
    errors: Number
    added: dict[str, float | None] = {}


class Totals(CardRecord, frozen=True):
    """Tokens and costs of a run."""

    prompt_tokens: Number | None
    completion_tokens: Number | None
    reasoning_tokens: Number | None
    cached_tokens: Number | None
    total_tokens: Number | None
    tokens_per_entry: Amount | None
    total_cost_usd: Amount | None
    cost_per_entry_usd: Amount | None
    cost_per_1k_tokens: Amount | None
    cost_per_source_char: Amount | None


class Fingerprint(CardRecord, frozen=True):
    """SHA-256 of what was scored and how: dataset, model, condition, entries with predictions, metric signatures."""

    hash: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]


class CardSettings(CardRecord, frozen=True):
    """How the intervals were made."""

    resamples: Number
    seed: Number
    draws: str


class RunCard(CardRecord, frozen=True):
    """One run of machine translation: quality, cost and speed, each by itself."""

    schema: str
    model_slug: str
    condition: str
    dataset: Dataset
    scores: Scores
    totals: Totals
    elapsed_seconds: Amount | None
    profile: str
    tier_note: str
    metric_availability: dict[str, str]
    signatures: dict[str, str]
    sacrebleu_signatures: dict[str, str]
    status: dict[str, str]
    validation: dict[str, str]
    coverage: dict[str, Share]
    verdicts: dict[str, dict[str, Number]]
    caveats: tuple[str, ...]
    comet_warning: str | None
    fingerprint: Fingerprint
    bootstrap: CardSettings
    versions: dict[str, str]
    self_judgements: dict[
        str, str
    ] = {}  # of metrics that learn from the run: how they do on its own references


def dumps(card: RunCard) -> str:
    """The card as JSON, checked against its own schema first: what is written can be read.

    Raises:
        InputError: a field has a value that the schema does not allow.
    """
    plain: Any = msgspec.to_builtins(card)
    refuse_unfit(plain, "the run card")
    convert(plain, RunCard, "the run card")
    plain["scores"] |= plain["scores"].pop("added")
    return json.dumps(plain, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def loads(document: Mapping[str, Any], name: str) -> RunCard:
    """A card from its JSON object; InputError names the field that is wrong."""
    if document.get("schema") != SCHEMA:
        msg = f"{name}: schema is {document.get('schema')!r}, this version reads {SCHEMA!r}"
        raise InputError(msg)
    scores = document.get("scores")
    if isinstance(scores, Mapping):
        named = document.get("status")  # which has every metric
        metrics = set(named) if isinstance(named, Mapping) else set()
        added = {key: value for key, value in scores.items() if key in metrics - {*Scores.__struct_fields__}}
        own = {key: value for key, value in scores.items() if key not in added and key != "added"}
        document = {**document, "scores": {**own, "added": added}}
    return convert(document, RunCard, name)


def schema() -> dict[str, Any]:
    """The JSON Schema of a run card; a metric that another package adds is a further number among the scores."""
    made = schema_of(RunCard, SCHEMA)
    scores = made["$defs"]["Scores"]
    added = scores["properties"].pop("added")
    scores["additionalProperties"] = added["additionalProperties"]
    return made
