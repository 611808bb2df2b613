"""Rows by commit with their units; of which commit a card is, and whether it was withdrawn.

The indexes of each sort leave withdrawn cards out from here on, and as many again are of one test set each.

A card that the earlier versions hold twice keeps its first copy; the later ones count as withdrawn, with the reason.
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

SORTED = (
    "composite_score", "chrf_plus_plus", "cost_per_entry_usd", "entries_per_minute", "cost_adjusted",
)  # fmt: skip
ADDED = ("commit_id", "branch", "committed_at", "label", "published_at", "withdrawn_at", "withdrawn_because")


def upgrade() -> None:
    for name in ADDED:
        op.add_column("run_cards", sa.Column(name, sa.Text()))
    op.execute(
        sa.text(
            "UPDATE run_cards SET withdrawn_at = '0001-01-01T00:00:00Z', "
            "withdrawn_because = 'the same fingerprint was there already' WHERE EXISTS (SELECT 1 FROM run_cards "
            "earlier WHERE earlier.fingerprint_hash = run_cards.fingerprint_hash AND earlier.id < run_cards.id)"
        )
    )
    published = sa.text("withdrawn_at IS NULL")
    op.create_index("idx_published", "run_cards", ["fingerprint_hash"], unique=True,
                    sqlite_where=published, postgresql_where=published)  # fmt: skip
    drop_sorts("idx")
    index_sorts(published, of_sets=True)
    op.create_table(
        "stored_units",
        sa.Column("sha256", sa.Text(), primary_key=True),
        sa.Column("content", sa.LargeBinary(), nullable=False),
    )
    create_rows()


def index_sorts(where: sa.TextClause | None, *, of_sets: bool) -> None:
    """The indexes of the sorts, of all cards or of those that a clause names; ``of_sets`` by test set too."""
    postgresql = op.get_bind().dialect.name == "postgresql"
    for name in SORTED:
        ways: dict[str, list[str | sa.TextClause]] = {
            "desc": [sa.text(f"{name} DESC NULLS LAST" if postgresql else f"{name} DESC"), "id"],
            "asc": [name, "id"] if postgresql else [sa.text(f"({name} IS NULL)"), name, "id"],
        }  # PostgreSQL has nulls last where the lowest is first, SQLite where the highest is
        for way, parts in ways.items():
            made = {f"idx_{name}_{way}": parts}
            if of_sets:
                made[f"idx_set_{name}_{way}"] = ["dataset_id", *parts]
            for index, columns in made.items():
                op.create_index(index, "run_cards", columns, sqlite_where=where, postgresql_where=where)


def drop_sorts(*prefixes: str) -> None:
    for name in SORTED:
        for prefix in prefixes:
            op.drop_index(f"{prefix}_{name}_desc", "run_cards")
            op.drop_index(f"{prefix}_{name}_asc", "run_cards")


def create_rows() -> None:
    """The table of rows."""
    op.create_table(
        "score_rows",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), primary_key=True),
        sa.Column("commit_id", sa.Text(), nullable=False),
        sa.Column("branch", sa.Text()),
        sa.Column("committed_at", sa.Text(), nullable=False),
        sa.Column("label", sa.Text(), nullable=False),
        sa.Column("judged", sa.Boolean(), nullable=False),
        sa.Column("row_name", sa.Text(), nullable=False),
        sa.Column("row_sha256", sa.Text(), nullable=False),
        sa.Column("metric", sa.Text(), nullable=False),
        *(sa.Column(name, sa.Double()) for name in ("score", "ci_lower", "ci_upper", "reference")),
        *(sa.Column(name, sa.Text()) for name in ("verdict", "signature", "gold_sha256")),
        sa.Column("units_file", sa.Text(), sa.ForeignKey("stored_units.sha256")),
        sa.Column("row", sa.JSON().with_variant(JSONB(), "postgresql"), nullable=False),
        sa.Column("published_at", sa.Text(), nullable=False),
        sa.UniqueConstraint("row_sha256", "commit_id", "label", "judged", name="uq_score_rows"),
    )
    op.create_index("idx_row_history", "score_rows", ["row_sha256", "committed_at"])
    op.create_index("idx_row_score", "score_rows", ["signature", "score"])


def downgrade() -> None:
    op.drop_table("score_rows")
    op.drop_table("stored_units")
    op.drop_index("idx_published", "run_cards")
    drop_sorts("idx", "idx_set")
    index_sorts(None, of_sets=False)
    for name in ADDED:
        op.drop_column("run_cards", name)
