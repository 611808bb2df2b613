"""The table of run cards, its types and indexes to the letter.

Source: MT scoring specification, §9.1.
"""

from typing import Any

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

COLUMNS: tuple[tuple[str, sa.types.TypeEngine[Any]], ...] = (
    ("composite_score", sa.REAL()),
    ("quality_tier", sa.Text()),
    ("chrf_plus_plus", sa.REAL()),
    ("exact_match_rate", sa.REAL()),
    ("fst_acceptance_rate", sa.REAL()),
    ("corpus_bleu", sa.REAL()),
    ("comet_score", sa.REAL()),
    ("total_cost_usd", sa.REAL()),
    ("cost_per_entry_usd", sa.REAL()),
    ("cost_per_source_char", sa.REAL()),
    ("avg_latency_seconds", sa.REAL()),
    ("model_slug", sa.Text()),
    ("condition", sa.Text()),
    ("dataset_id", sa.Text()),
    ("language_pair", sa.Text()),
    ("fingerprint_hash", sa.Text()),
    ("equivalent_match_rate", sa.REAL()),
    ("semantic_score", sa.REAL()),
    ("ter", sa.REAL()),
    ("length_ratio", sa.REAL()),
    ("code_switching_rate", sa.REAL()),
    ("hallucination_rate", sa.REAL()),
    ("terminology_adherence", sa.REAL()),
    ("tokens_per_second", sa.REAL()),
    ("entries_per_minute", sa.REAL()),
    ("elapsed_seconds", sa.REAL()),
)


def upgrade() -> None:
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "run_cards",
        sa.Column("id", number, primary_key=True),
        *(sa.Column(name, kind) for name, kind in COLUMNS),
        sa.Column("run_card", sa.JSON().with_variant(JSONB(), "postgresql"), nullable=False),
    )
    op.create_index("idx_composite", "run_cards", ["composite_score"])
    op.create_index("idx_leaderboard", "run_cards", ["dataset_id", "chrf_plus_plus"])
    op.create_index("idx_model", "run_cards", ["model_slug"])
    op.create_index("idx_fingerprint", "run_cards", ["fingerprint_hash"])


def downgrade() -> None:
    op.drop_table("run_cards")
