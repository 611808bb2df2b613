"""Rows by commit with their units; of which commit a card is, and whether it was withdrawn.

A card that the earlier versions hold twice keeps its first copy; the later ones count as withdrawn, with the reason.
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

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
    op.create_table(
        "stored_units",
        sa.Column("sha256", sa.Text(), primary_key=True),
        sa.Column("content", sa.LargeBinary(), nullable=False),
    )
    create_rows()


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
    for name in ADDED:
        op.drop_column("run_cards", name)
