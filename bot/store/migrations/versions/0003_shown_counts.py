"""Which count a posting's card shows, as far as is known."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("posting", sa.Column("shown_count", sa.Integer(), nullable=True))
