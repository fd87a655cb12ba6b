"""The first tables."""

import sqlalchemy as sa
from alembic import op

import bot.store.columns

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "pack",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("exam", sa.Text(), nullable=False),
        sa.Column("licence", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_pack")),
    )
    op.create_table(
        "web_message",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("channel", sa.String(length=128), nullable=False),
        sa.Column("key", sa.String(length=128), nullable=False),
        sa.Column("sender", sa.String(length=128), nullable=False),
        sa.Column("thread_of", sa.Integer(), nullable=True),
        sa.Column("only_for", sa.String(length=128), nullable=True),
        sa.Column("html", sa.Text(), nullable=False),
        sa.Column("at", bot.store.columns.UtcDateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_web_message")),
    )
    with op.batch_alter_table("web_message", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_web_message_channel_id"), ["channel", "id"], unique=False)
        batch_op.create_index(batch_op.f("ix_web_message_key"), ["key"], unique=False)

    op.create_table(
        "workspace",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("platform", sa.String(length=16), nullable=False),
        sa.Column("external_id", sa.String(length=128), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_workspace")),
        sa.UniqueConstraint("platform", "external_id", name=op.f("uq_workspace_platform_external_id")),
    )
    op.create_table(
        "classroom",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("workspace_id", sa.Integer(), nullable=False),
        sa.Column("channel", sa.String(length=128), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("pack_id", sa.String(length=64), nullable=False),
        sa.Column("at", sa.Time(), nullable=False),
        sa.Column("zone", sa.String(length=64), nullable=False),
        sa.Column("days", sa.Text(), nullable=False),
        sa.Column("starts_on", sa.Date(), nullable=False),
        sa.Column("close", sa.Time(), nullable=True),
        sa.Column("ping", sa.String(length=128), nullable=False),
        sa.Column("seed", sa.String(length=64), nullable=False),
        sa.Column("next_due_at", bot.store.columns.UtcDateTime(timezone=True), nullable=True),
        sa.Column("next_day", sa.Date(), nullable=True),
        sa.Column("changed_by", sa.String(length=128), nullable=False),
        sa.Column("removed_at", bot.store.columns.UtcDateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["pack_id"], ["pack.id"], name=op.f("fk_classroom_pack_id_pack")),
        sa.ForeignKeyConstraint(
            ["workspace_id"], ["workspace.id"], name=op.f("fk_classroom_workspace_id_workspace"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_classroom")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("classroom", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_classroom_next_due_at"), ["next_due_at"], unique=False)
        batch_op.create_index(
            batch_op.f("ix_classroom_workspace_id_channel"), ["workspace_id", "channel"], unique=False
        )

    op.create_table(
        "learner",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("workspace_id", sa.Integer(), nullable=False),
        sa.Column("external_id", sa.String(length=128), nullable=False),
        sa.Column("name", sa.String(length=128), nullable=False),
        sa.ForeignKeyConstraint(
            ["workspace_id"], ["workspace.id"], name=op.f("fk_learner_workspace_id_workspace"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_learner")),
        sa.UniqueConstraint("workspace_id", "external_id", name=op.f("uq_learner_workspace_id_external_id")),
    )
    op.create_table(
        "question",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("pack_id", sa.String(length=64), nullable=False),
        sa.Column("slug", sa.String(length=128), nullable=False),
        sa.Column("revision_id", sa.Integer(), nullable=True),
        sa.Column("retired_at", bot.store.columns.UtcDateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["pack_id"], ["pack.id"], name=op.f("fk_question_pack_id_pack"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_question")),
        sa.UniqueConstraint("pack_id", "slug", name=op.f("uq_question_pack_id_slug")),
    )
    op.create_table(
        "staff",
        sa.Column("workspace_id", sa.Integer(), nullable=False),
        sa.Column("person", sa.String(length=128), nullable=False),
        sa.Column("added_by", sa.String(length=128), nullable=False),
        sa.ForeignKeyConstraint(
            ["workspace_id"], ["workspace.id"], name=op.f("fk_staff_workspace_id_workspace"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("workspace_id", "person", name=op.f("pk_staff")),
    )
    op.create_table(
        "topic",
        sa.Column("pack_id", sa.String(length=64), nullable=False),
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("weight", sa.Float(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["pack_id"], ["pack.id"], name=op.f("fk_topic_pack_id_pack"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("pack_id", "id", name=op.f("pk_topic")),
    )
    op.create_table(
        "trap",
        sa.Column("pack_id", sa.String(length=64), nullable=False),
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["pack_id"], ["pack.id"], name=op.f("fk_trap_pack_id_pack"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("pack_id", "id", name=op.f("pk_trap")),
    )
    op.create_table(
        "audit",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("classroom_id", sa.Integer(), nullable=False),
        sa.Column("actor", sa.String(length=128), nullable=False),
        sa.Column("action", sa.Text(), nullable=False),
        sa.Column("at", bot.store.columns.UtcDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["classroom_id"], ["classroom.id"], name=op.f("fk_audit_classroom_id_classroom"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audit")),
    )
    with op.batch_alter_table("audit", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_audit_classroom_id"), ["classroom_id"], unique=False)

    op.create_table(
        "off_day",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("classroom_id", sa.Integer(), nullable=False),
        sa.Column("first", sa.Date(), nullable=False),
        sa.Column("last", sa.Date(), nullable=False),
        sa.ForeignKeyConstraint(
            ["classroom_id"], ["classroom.id"], name=op.f("fk_off_day_classroom_id_classroom"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_off_day")),
    )
    with op.batch_alter_table("off_day", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_off_day_classroom_id"), ["classroom_id"], unique=False)

    op.create_table(
        "question_revision",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("question_id", sa.Integer(), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("topic", sa.String(length=64), nullable=False),
        sa.Column("key", sa.JSON(), nullable=False),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.Column("created_at", bot.store.columns.UtcDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["question_id"], ["question.id"], name=op.f("fk_question_revision_question_id_question"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_question_revision")),
        sa.UniqueConstraint("question_id", "digest", name=op.f("uq_question_revision_question_id_digest")),
    )
    op.create_table(
        "standing",
        sa.Column("classroom_id", sa.Integer(), nullable=False),
        sa.Column("learner_id", sa.Integer(), nullable=False),
        sa.Column("through", sa.Integer(), nullable=False),
        sa.Column("streak", sa.Integer(), nullable=False),
        sa.Column("best", sa.Integer(), nullable=False),
        sa.Column("freezes", sa.Integer(), nullable=False),
        sa.Column("toward_freeze", sa.Integer(), nullable=False),
        sa.Column("answered", sa.Integer(), nullable=False),
        sa.Column("correct", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["classroom_id"], ["classroom.id"], name=op.f("fk_standing_classroom_id_classroom"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["learner_id"], ["learner.id"], name=op.f("fk_standing_learner_id_learner"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("classroom_id", "learner_id", name=op.f("pk_standing")),
    )
    with op.batch_alter_table("standing", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_standing_classroom_id_correct_learner_id"),
            ["classroom_id", "correct", "learner_id"],
            unique=False,
        )

    op.create_table(
        "topic_week",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("classroom_id", sa.Integer(), nullable=False),
        sa.Column("topics", sa.JSON(), nullable=False),
        sa.Column("first", sa.Date(), nullable=False),
        sa.Column("last", sa.Date(), nullable=False),
        sa.ForeignKeyConstraint(
            ["classroom_id"], ["classroom.id"], name=op.f("fk_topic_week_classroom_id_classroom"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_topic_week")),
    )
    with op.batch_alter_table("topic_week", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_topic_week_classroom_id"), ["classroom_id"], unique=False)

    op.create_table(
        "posting",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("classroom_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=True),
        sa.Column("day", sa.Date(), nullable=True),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("revision_id", sa.Integer(), nullable=True),
        sa.Column("arrangement", sa.JSON(), nullable=False),
        sa.Column("due_at", bot.store.columns.UtcDateTime(timezone=True), nullable=False),
        sa.Column("closes_at", bot.store.columns.UtcDateTime(timezone=True), nullable=False),
        sa.Column("opened_at", bot.store.columns.UtcDateTime(timezone=True), nullable=True),
        sa.Column("closed_at", bot.store.columns.UtcDateTime(timezone=True), nullable=True),
        sa.Column("note", sa.Text(), server_default=sa.text("('')"), nullable=False),
        sa.Column("until_next", sa.Boolean(), server_default=sa.text("(false)"), nullable=False),
        sa.Column("message_channel", sa.String(length=128), nullable=True),
        sa.Column("message_id", sa.String(length=128), nullable=True),
        sa.Column("edit_lease_until", bot.store.columns.UtcDateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["classroom_id"], ["classroom.id"], name=op.f("fk_posting_classroom_id_classroom"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["revision_id"], ["question_revision.id"], name=op.f("fk_posting_revision_id_question_revision")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_posting")),
        sa.UniqueConstraint("classroom_id", "day", name=op.f("uq_posting_classroom_id_day")),
        sa.UniqueConstraint("classroom_id", "number", name=op.f("uq_posting_classroom_id_number")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("posting", schema=None) as batch_op:
        batch_op.create_index(
            "ix_posting_open",
            ["closes_at"],
            unique=False,
            sqlite_where=sa.text("state IN ('claimed', 'open')"),
            postgresql_where=sa.text("state IN ('claimed', 'open')"),
        )

    op.create_table(
        "answer",
        sa.Column("posting_id", sa.Integer(), nullable=False),
        sa.Column("learner_id", sa.Integer(), nullable=False),
        sa.Column("classroom_id", sa.Integer(), nullable=False),
        sa.Column("topic", sa.String(length=64), nullable=False),
        sa.Column("picked", sa.JSON(), nullable=False),
        sa.Column("correct", sa.Boolean(), nullable=False),
        sa.Column("on_time", sa.Boolean(), nullable=False),
        sa.Column("answered_at", bot.store.columns.UtcDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["learner_id"], ["learner.id"], name=op.f("fk_answer_learner_id_learner"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["posting_id"], ["posting.id"], name=op.f("fk_answer_posting_id_posting"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("posting_id", "learner_id", name=op.f("pk_answer")),
    )
    with op.batch_alter_table("answer", schema=None) as batch_op:
        batch_op.create_index(
            "ix_answer_accuracy",
            ["learner_id", "classroom_id", "topic", "on_time", "correct", "answered_at"],
            unique=False,
        )
        batch_op.create_index(
            "ix_answer_board",
            ["classroom_id", "answered_at", "on_time", "learner_id", "correct", "posting_id"],
            unique=False,
        )

    op.create_table(
        "delivery",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(length=128), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("classroom_id", sa.Integer(), nullable=False),
        sa.Column("posting_id", sa.Integer(), nullable=True),
        sa.Column("person", sa.String(length=128), server_default=sa.text("('')"), nullable=False),
        sa.Column("text", sa.Text(), server_default=sa.text("('')"), nullable=False),
        sa.Column("created_at", bot.store.columns.UtcDateTime(timezone=True), nullable=False),
        sa.Column("due_at", bot.store.columns.UtcDateTime(timezone=True), nullable=False),
        sa.Column("lease_until", bot.store.columns.UtcDateTime(timezone=True), nullable=True),
        sa.Column("attempts", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("failures", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("in_doubt", sa.Boolean(), server_default=sa.text("(false)"), nullable=False),
        sa.Column("error", sa.Text(), server_default=sa.text("('')"), nullable=False),
        sa.Column("message_channel", sa.String(length=128), nullable=True),
        sa.Column("message_id", sa.String(length=128), nullable=True),
        sa.ForeignKeyConstraint(
            ["classroom_id"], ["classroom.id"], name=op.f("fk_delivery_classroom_id_classroom"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["posting_id"], ["posting.id"], name=op.f("fk_delivery_posting_id_posting"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_delivery")),
        sa.UniqueConstraint("key", name=op.f("uq_delivery_key")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("delivery", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_delivery_classroom_id_state"), ["classroom_id", "state"], unique=False)
        batch_op.create_index(batch_op.f("ix_delivery_posting_id"), ["posting_id"], unique=False)
        batch_op.create_index(
            "ix_delivery_waiting",
            ["due_at"],
            unique=False,
            sqlite_where=sa.text("state IN ('due', 'sending')"),
            postgresql_where=sa.text("state IN ('due', 'sending')"),
        )


def downgrade() -> None:
    with op.batch_alter_table("delivery", schema=None) as batch_op:
        batch_op.drop_index(
            "ix_delivery_waiting",
            sqlite_where=sa.text("state IN ('due', 'sending')"),
            postgresql_where=sa.text("state IN ('due', 'sending')"),
        )
        batch_op.drop_index(batch_op.f("ix_delivery_posting_id"))
        batch_op.drop_index(batch_op.f("ix_delivery_classroom_id_state"))

    op.drop_table("delivery")
    with op.batch_alter_table("answer", schema=None) as batch_op:
        batch_op.drop_index("ix_answer_board")
        batch_op.drop_index("ix_answer_accuracy")

    op.drop_table("answer")
    with op.batch_alter_table("posting", schema=None) as batch_op:
        batch_op.drop_index(
            "ix_posting_open",
            sqlite_where=sa.text("state IN ('claimed', 'open')"),
            postgresql_where=sa.text("state IN ('claimed', 'open')"),
        )

    op.drop_table("posting")
    with op.batch_alter_table("topic_week", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_topic_week_classroom_id"))

    op.drop_table("topic_week")
    with op.batch_alter_table("standing", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_standing_classroom_id_correct_learner_id"))

    op.drop_table("standing")
    op.drop_table("question_revision")
    with op.batch_alter_table("off_day", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_off_day_classroom_id"))

    op.drop_table("off_day")
    with op.batch_alter_table("audit", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_audit_classroom_id"))

    op.drop_table("audit")
    op.drop_table("trap")
    op.drop_table("topic")
    op.drop_table("staff")
    op.drop_table("question")
    op.drop_table("learner")
    with op.batch_alter_table("classroom", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_classroom_workspace_id_channel"))
        batch_op.drop_index(batch_op.f("ix_classroom_next_due_at"))

    op.drop_table("classroom")
    op.drop_table("workspace")
    with op.batch_alter_table("web_message", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_web_message_key"))
        batch_op.drop_index(batch_op.f("ix_web_message_channel_id"))

    op.drop_table("web_message")
    op.drop_table("pack")
