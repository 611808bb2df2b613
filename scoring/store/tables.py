"""The tables as the last migration leaves them, and which field of a run card each column repeats.

The card is kept whole; its columns are for sorting and filtering alone.  Source: MT scoring specification, §9.1.
"""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import (
    JSON,
    REAL,
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
)  # fmt: skip
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.types import TypeEngine

__all__ = ["COLUMNS", "METADATA", "RUN_CARDS", "SCORE_ROWS", "SORTED", "STORED_UNITS"]

METADATA = MetaData()
DOCUMENT = JSON(none_as_null=True).with_variant(JSONB(none_as_null=True), "postgresql")
NUMBER = BigInteger().with_variant(Integer(), "sqlite")  # SQLite counts up an INTEGER alone

# Column, the field of the card that it repeats, its type; those of §9.1 first, to the letter.
SPECIFIED: tuple[tuple[str, str, TypeEngine[Any]], ...] = (
    ("composite_score", "scores.composite", REAL()),
    ("quality_tier", "scores.quality_tier", Text()),
    ("chrf_plus_plus", "scores.chrf_plus_plus", REAL()),
    ("exact_match_rate", "scores.exact_match_rate", REAL()),
    ("fst_acceptance_rate", "scores.fst_acceptance_rate", REAL()),
    ("corpus_bleu", "scores.bleu", REAL()),
    ("comet_score", "scores.comet_score", REAL()),
    ("total_cost_usd", "totals.total_cost_usd", Double()),
    ("cost_per_entry_usd", "totals.cost_per_entry_usd", Double()),
    ("cost_per_source_char", "totals.cost_per_source_char", Double()),
    ("avg_latency_seconds", "scores.avg_latency_seconds", REAL()),
    ("model_slug", "model_slug", Text()),
    ("condition", "condition", Text()),
    ("dataset_id", "dataset.id", Text()),
    ("language_pair", "dataset.language_pair", Text()),
    ("fingerprint_hash", "fingerprint.hash", Text()),
    ("equivalent_match_rate", "scores.equivalent_match_rate", REAL()),
    ("semantic_score", "scores.semantic_score", REAL()),
    ("ter", "scores.ter", REAL()),
    ("length_ratio", "scores.length_ratio", REAL()),
    ("code_switching_rate", "scores.code_switching_rate", REAL()),
    ("hallucination_rate", "scores.hallucination_rate", REAL()),
    ("terminology_adherence", "scores.terminology_adherence", REAL()),
    ("tokens_per_second", "scores.tokens_per_second", REAL()),
    ("entries_per_minute", "scores.entries_per_minute", REAL()),
    ("elapsed_seconds", "elapsed_seconds", REAL()),
)
SINCE: tuple[tuple[str, str, TypeEngine[Any]], ...] = (
    ("morphological_accuracy", "scores.morphological_accuracy", REAL()),
    ("orthographic_accuracy", "scores.orthographic_accuracy", REAL()),
    ("consistency_score", "scores.consistency_score", REAL()),
    ("compliance_index", "scores.compliance_index", REAL()),
    ("raw_compliance_index", "scores.raw_compliance_index", REAL()),
    ("repair_effectiveness", "scores.repair_effectiveness", REAL()),
    ("median_latency_seconds", "scores.median_latency_seconds", REAL()),
    ("p95_latency_seconds", "scores.p95_latency_seconds", REAL()),
    ("tokens_per_entry", "totals.tokens_per_entry", Double()),
    ("cost_per_1k_tokens", "totals.cost_per_1k_tokens", Double()),
    ("cost_adjusted", "scores.cost_adjusted", Double()),
    ("profile", "profile", Text()),
)
COLUMNS: Mapping[str, str] = {column: field for column, field, _ in (*SPECIFIED, *SINCE)}
SORTED = (
    "composite_score", "chrf_plus_plus", "cost_per_entry_usd", "entries_per_minute", "cost_adjusted",
)  # fmt: skip

RUN_CARDS = Table(
    "run_cards",
    METADATA,
    Column("id", NUMBER, primary_key=True),
    *(Column(name, kind) for name, _, kind in SPECIFIED),
    Column("run_card", DOCUMENT, nullable=False),
    *(Column(name, kind) for name, _, kind in SINCE),
    Column("commit_id", Text()),
    Column("branch", Text()),
    Column("committed_at", Text()),
    Column("label", Text()),
    Column("published_at", Text()),  # as all times: ISO 8601 in UTC, which sorts as text
    Column("withdrawn_at", Text()),
    Column("withdrawn_because", Text()),
)
Index("idx_composite", RUN_CARDS.c.composite_score)
Index("idx_leaderboard", RUN_CARDS.c.dataset_id, RUN_CARDS.c.chrf_plus_plus)
Index("idx_model", RUN_CARDS.c.model_slug)
Index("idx_fingerprint", RUN_CARDS.c.fingerprint_hash)
PUBLISHED = RUN_CARDS.c.withdrawn_at.is_(None)
Index(
    "idx_published", RUN_CARDS.c.fingerprint_hash, unique=True, sqlite_where=PUBLISHED, postgresql_where=PUBLISHED
)  # fmt: skip

SCORE_ROWS = Table(
    "score_rows",
    METADATA,
    Column("id", NUMBER, primary_key=True),
    Column("commit_id", Text(), nullable=False),
    Column("branch", Text()),
    Column("committed_at", Text(), nullable=False),
    Column(
        "label", Text(), nullable=False
    ),  # empty where there is none, so that it can be part of what is unique
    Column("judged", Boolean(), nullable=False),
    Column("row_name", Text(), nullable=False),  # component/language/dataset/metric
    Column("row_sha256", Text(), nullable=False),  # of the name, which may be too long for an index
    Column("metric", Text(), nullable=False),
    Column("score", Double()),
    Column("ci_lower", Double()),
    Column("ci_upper", Double()),
    Column("reference", Double()),
    Column("verdict", Text()),
    Column("signature", Text()),
    Column("gold_sha256", Text()),
    Column("units_file", Text(), ForeignKey("stored_units.sha256")),
    Column("row", DOCUMENT, nullable=False),
    Column("published_at", Text(), nullable=False),
    UniqueConstraint("row_sha256", "commit_id", "label", "judged", name="uq_score_rows"),
)
Index("idx_row_history", SCORE_ROWS.c.row_sha256, SCORE_ROWS.c.committed_at)
Index("idx_row_score", SCORE_ROWS.c.signature, SCORE_ROWS.c.score)

STORED_UNITS = Table(
    "stored_units",
    METADATA,
    Column("sha256", Text(), primary_key=True),
    Column("content", LargeBinary(), nullable=False),
)
