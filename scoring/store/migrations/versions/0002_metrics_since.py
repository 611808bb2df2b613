"""Columns for metrics implemented since, costs with all their digits, and an index each way for every sort.

Cards that are there already have their new columns filled from the card itself, and their costs anew, of which
``real`` kept seven digits.
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

COSTS = ("total_cost_usd", "cost_per_entry_usd", "cost_per_source_char")
SCORES = (
    "morphological_accuracy", "orthographic_accuracy", "consistency_score", "compliance_index", "raw_compliance_index",
    "repair_effectiveness", "median_latency_seconds", "p95_latency_seconds",
)  # fmt: skip
SORTED = (
    "composite_score", "chrf_plus_plus", "cost_per_entry_usd", "entries_per_minute", "cost_adjusted",
)  # fmt: skip


def upgrade() -> None:
    postgresql = op.get_bind().dialect.name == "postgresql"
    for name in SCORES:
        op.add_column("run_cards", sa.Column(name, sa.REAL()))
    for name in ("tokens_per_entry", "cost_per_1k_tokens", "cost_adjusted"):
        op.add_column("run_cards", sa.Column(name, sa.Double()))
    op.add_column("run_cards", sa.Column("profile", sa.Text()))
    if postgresql:  # SQLite's REAL is double precision already
        for name in COSTS:
            op.alter_column("run_cards", name, type_=sa.Double(), existing_type=sa.REAL())
    fill()
    for name in SORTED:
        if postgresql:
            op.create_index(f"idx_{name}_desc", "run_cards", [sa.text(f"{name} DESC NULLS LAST"), "id"])
            op.create_index(f"idx_{name}_asc", "run_cards", [sa.text(f"{name} ASC NULLS LAST"), "id"])
        else:  # whose nulls are the smallest of all values, so that they are last in the first of these only
            op.create_index(f"idx_{name}_desc", "run_cards", [sa.text(f"{name} DESC"), "id"])
            op.create_index(f"idx_{name}_asc", "run_cards", [sa.text(f"({name} IS NULL)"), name, "id"])


def fill() -> None:
    """The new columns of cards of the first version, from their documents."""
    parts = {**dict.fromkeys((*SCORES, "cost_adjusted"), "scores"),
             **dict.fromkeys((*COSTS, "tokens_per_entry", "cost_per_1k_tokens"), "totals")}  # fmt: skip
    cards = sa.table(
        "run_cards",
        sa.column("id", sa.BigInteger()),
        sa.column("run_card", sa.JSON().with_variant(JSONB(), "postgresql")),
        sa.column("profile", sa.Text()),
        *(sa.column(name, sa.Double()) for name in parts),
    )
    bind = op.get_bind()
    last = -1
    while found := bind.execute(
        sa.select(cards.c.id, cards.c.run_card).where(cards.c.id > last).order_by(cards.c.id).limit(500)
    ).all():
        for number, card in found:
            values = {name: (card.get(part) or {}).get(name) for name, part in parts.items()}
            bind.execute(
                sa.update(cards).where(cards.c.id == number).values(profile=card.get("profile"), **values)
            )
        last = found[-1][0]


def downgrade() -> None:
    for name in SORTED:
        op.drop_index(f"idx_{name}_desc", "run_cards")
        op.drop_index(f"idx_{name}_asc", "run_cards")
    for name in (*SCORES, "tokens_per_entry", "cost_per_1k_tokens", "cost_adjusted", "profile"):
        op.drop_column("run_cards", name)
    if op.get_bind().dialect.name == "postgresql":
        for name in COSTS:
            op.alter_column("run_cards", name, type_=sa.REAL(), existing_type=sa.Double())
