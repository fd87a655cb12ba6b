"""What a message may be made of."""

import json
import re
from dataclasses import dataclass

from tests.fakes.slack.methods.asked import Args
from tests.fakes.slack.methods.files import missing_pictures
from tests.fakes.slack.refused import Refused
from tests.fakes.slack.shapes.blocks import Surface, flaws, settled, too_long
from tests.fakes.slack.shapes.checks import Body
from tests.fakes.slack.text import linked
from tests.fakes.slack.workspace import Workspace

MOST_TEXT_POSTED = 40_000
MOST_TEXT_UPDATED = 4_000
MOST_METADATA = 8_000
NO_TEXT = "This content can't be displayed."


@dataclass(frozen=True, kw_only=True)
class Content:
    """Text, blocks and metadata that Slack took; None is what was not given."""

    text: str | None
    blocks: list[Body] | None
    metadata: Body | None


def content(args: Args, workspace: Workspace, *, longest: int, budget: bool = True) -> Content:
    """Read and judge them."""
    text = args.text("text") if args.has("text") else None
    if text is not None and len(text) > longest:
        raise Refused("msg_too_long")
    if text and (args.yes("link_names") or args.text("parse") == "full"):
        text = linked(text, {user.name.lower(): user.id for user in workspace.users.values()})
    blocks = _blocks(args, workspace)
    if budget and blocks is not None and too_long(blocks):
        raise Refused("msg_blocks_too_long")
    metadata = _metadata(args) if args.has("metadata") else None
    if not text and not blocks and not args.has("attachments"):
        raise Refused("no_text")
    return Content(text=text, blocks=blocks, metadata=metadata)


def _blocks(args: Args, workspace: Workspace) -> list[Body] | None:
    if not args.has("blocks"):
        return None
    blocks = args.data("blocks", "invalid_blocks_format")
    if not isinstance(blocks, list):
        raise Refused("invalid_blocks_format")
    found = [str(flaw) for flaw in flaws(blocks, Surface.MESSAGE) or missing_pictures(blocks, workspace)]
    if found:
        messages = [f"[ERROR] {each}" for each in found]
        raise Refused("invalid_blocks", errors=found, response_metadata={"messages": messages})
    return settled(blocks)


def _metadata(args: Args) -> Body:
    metadata = args.data("metadata", "invalid_metadata_format")
    if not isinstance(metadata, dict):
        raise Refused("invalid_metadata_format")
    if metadata and not _well_formed(metadata):
        raise Refused("invalid_metadata_schema")
    if len(json.dumps(metadata)) > MOST_METADATA:
        raise Refused("metadata_too_large")
    return metadata


def _well_formed(metadata: Body) -> bool:
    kind = str(metadata.get("event_type", ""))
    named = metadata.keys() == {"event_type", "event_payload"} and re.fullmatch(r"\w{1,255}", kind) is not None
    return named and isinstance(metadata["event_payload"], dict)
