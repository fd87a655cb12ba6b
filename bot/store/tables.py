"""The tables of the tutor. Answers are the truth: every count can be rebuilt from them."""

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Date,
    Float,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
    Text,
    Time,
    UniqueConstraint,
    literal_column,
    text,
)

from bot.store.columns import LongWords, Places, Words, belongs_to, message_place, metadata, moment, own_id

workspace = Table(
    "workspace",
    metadata,
    own_id(),
    Column("platform", String(16), nullable=False),
    Column("external_id", String(128), nullable=False),
    UniqueConstraint("platform", "external_id"),
)

staff = Table(
    "staff",
    metadata,
    belongs_to("workspace.id", "workspace_id", primary_key=True),
    Column("person", String(128), primary_key=True),
    Column("added_by", String(128), nullable=False),
)

pack = Table(
    "pack",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("title", Text, nullable=False),
    Column("exam", Text, nullable=False),
    Column("licence", Text, nullable=False),
)

topic = Table(
    "topic",
    metadata,
    Column("pack_id", ForeignKey("pack.id", ondelete="CASCADE"), primary_key=True),
    Column("id", String(64), primary_key=True),
    Column("title", Text, nullable=False),
    Column("weight", Float, nullable=False),
    Column("place", Integer, nullable=False),
)

trap = Table(
    "trap",
    metadata,
    Column("pack_id", ForeignKey("pack.id", ondelete="CASCADE"), primary_key=True),
    Column("id", String(64), primary_key=True),
    Column("name", Text, nullable=False),
    Column("text", Text, nullable=False),
)

question = Table(
    "question",
    metadata,
    own_id(),
    Column("pack_id", ForeignKey("pack.id", ondelete="CASCADE"), nullable=False),
    Column("slug", String(128), nullable=False),
    Column("revision_id", Integer),
    moment("retired_at", nullable=True),
    UniqueConstraint("pack_id", "slug"),
)

question_revision = Table(
    "question_revision",
    metadata,
    own_id(),
    belongs_to("question.id", "question_id"),
    Column("digest", String(64), nullable=False),
    Column("topic", String(64), nullable=False),
    Column("key", Places, nullable=False),
    Column("body", JSON, nullable=False),
    moment("created_at"),
    UniqueConstraint("question_id", "digest"),
)

classroom = Table(
    "classroom",
    metadata,
    own_id(),
    belongs_to("workspace.id", "workspace_id"),
    Column("channel", String(128), nullable=False),
    Column("state", String(16), nullable=False),
    Column("pack_id", ForeignKey("pack.id"), nullable=False),
    Column("at", Time, nullable=False),
    Column("zone", String(64), nullable=False),
    Column("days", Text, nullable=False),
    Column("starts_on", Date, nullable=False),
    Column("close", Time),
    Column("ping", String(128), nullable=False),
    Column("seed", String(64), nullable=False),
    moment("next_due_at", nullable=True),
    Column("next_day", Date),
    Column("changed_by", String(128), nullable=False),
    moment("removed_at", nullable=True),
    Index(None, "next_due_at"),
    Index(None, "workspace_id", "channel"),
    sqlite_autoincrement=True,  # ids that left the house in buttons and keys are never given again
)

off_day = Table(
    "off_day",
    metadata,
    own_id(),
    belongs_to("classroom.id", "classroom_id", index=True),
    Column("first", Date, nullable=False),
    Column("last", Date, nullable=False),
)

topic_week = Table(
    "topic_week",
    metadata,
    own_id(),
    belongs_to("classroom.id", "classroom_id", index=True),
    Column("topics", JSON, nullable=False),
    Column("first", Date, nullable=False),
    Column("last", Date, nullable=False),
)

posting = Table(
    "posting",
    metadata,
    own_id(),
    belongs_to("classroom.id", "classroom_id"),
    Column("number", Integer),
    Column("day", Date),
    Column("state", String(16), nullable=False),
    Column("revision_id", ForeignKey("question_revision.id")),
    Column("arrangement", Places, nullable=False),
    moment("due_at"),
    moment("closes_at"),
    moment("opened_at", nullable=True),
    moment("closed_at", nullable=True),
    Column("note", LongWords, nullable=False, server_default=text("''")),
    Column("until_next", Boolean, nullable=False, server_default=text("false")),
    *message_place(),
    moment("edit_lease_until", nullable=True),
    Column("shown_count", Integer),
    UniqueConstraint("classroom_id", "day"),
    UniqueConstraint("classroom_id", "number"),
    sqlite_autoincrement=True,  # ids that left the house in buttons and keys are never given again
)
LIVE = posting.c.state.in_([literal_column("'claimed'"), literal_column("'open'")])  # SQLite's index wants literals
Index("ix_posting_open", posting.c.closes_at, sqlite_where=LIVE, postgresql_where=LIVE)

delivery = Table(
    "delivery",
    metadata,
    own_id(),
    Column("key", String(128), nullable=False, unique=True),
    Column("kind", String(16), nullable=False),
    Column("state", String(16), nullable=False),
    belongs_to("classroom.id", "classroom_id"),
    Column("posting_id", ForeignKey("posting.id", ondelete="CASCADE"), index=True),
    Column("person", String(128), nullable=False, server_default=text("''")),
    Column("text", LongWords, nullable=False, server_default=text("''")),
    moment("created_at"),
    moment("due_at"),
    moment("lease_until", nullable=True),
    Column("attempts", Integer, nullable=False, server_default=text("0")),
    Column("failures", Integer, nullable=False, server_default=text("0")),
    Column("in_doubt", Boolean, nullable=False, server_default=text("false")),
    Column("error", LongWords, nullable=False, server_default=text("''")),
    *message_place(),
    Index(None, "classroom_id", "state"),
    sqlite_autoincrement=True,  # ids that left the house in buttons and keys are never given again
)
WAITING = delivery.c.state.in_([literal_column("'due'"), literal_column("'sending'")])
Index("ix_delivery_waiting", delivery.c.due_at, sqlite_where=WAITING, postgresql_where=WAITING)

learner = Table(
    "learner",
    metadata,
    own_id(),
    belongs_to("workspace.id", "workspace_id"),
    Column("external_id", String(128), nullable=False),
    Column("name", Words(128), nullable=False),
    UniqueConstraint("workspace_id", "external_id"),
)

answer = Table(
    "answer",
    metadata,
    belongs_to("posting.id", "posting_id", primary_key=True),
    belongs_to("learner.id", "learner_id", primary_key=True),
    Column("classroom_id", Integer, nullable=False),
    Column("topic", String(64), nullable=False),
    Column("picked", JSON, nullable=False),
    Column("correct", Boolean, nullable=False),
    Column("on_time", Boolean, nullable=False),
    moment("answered_at"),
    Index("ix_answer_accuracy", "learner_id", "classroom_id", "topic", "on_time", "correct", "answered_at"),
    Index("ix_answer_board", "classroom_id", "answered_at", "on_time", "learner_id", "correct", "posting_id"),
)

standing = Table(
    "standing",
    metadata,
    belongs_to("classroom.id", "classroom_id", primary_key=True),
    belongs_to("learner.id", "learner_id", primary_key=True),
    Column("through", Integer, nullable=False),
    Column("streak", Integer, nullable=False),
    Column("best", Integer, nullable=False),
    Column("freezes", Integer, nullable=False),
    Column("toward_freeze", Integer, nullable=False),
    Column("answered", Integer, nullable=False),
    Column("correct", Integer, nullable=False),
    Index(None, "classroom_id", "correct", "learner_id"),
)

web_message = Table(
    "web_message",
    metadata,
    own_id(),
    Column("channel", String(128), nullable=False),
    Column("key", String(128), nullable=False),
    Column("sender", String(128), nullable=False),
    Column("thread_of", Integer),
    Column("only_for", String(128)),
    Column("html", LongWords, nullable=False),
    moment("at"),
    Index(None, "channel", "id"),
    Index(None, "key"),
)

audit = Table(
    "audit",
    metadata,
    own_id(),
    belongs_to("classroom.id", "classroom_id", index=True),
    Column("actor", String(128), nullable=False),
    Column("action", LongWords, nullable=False),
    moment("at"),
)
