"""What a message may look like as a whole: content, embeds, flags, mentions, files and components together."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from tests.fakes.discord.form import Field, Form
from tests.fakes.discord.layout import Layout, check_reference
from tests.fakes.discord.refusals import Refusal
from tests.fakes.discord.state import COMPONENTS_V2, EPHEMERAL, LOADING, SILENT, SUPPRESS_EMBEDS, Json, Upload

MOST_FILE = 10 * 1024 * 1024
ON_CREATE, ON_REPLY, ON_EDIT = (
    SUPPRESS_EMBEDS | SILENT | COMPONENTS_V2,
    SUPPRESS_EMBEDS | SILENT | COMPONENTS_V2 | EPHEMERAL,
    SUPPRESS_EMBEDS | COMPONENTS_V2,
)


@dataclass(frozen=True, kw_only=True)
class Before:
    """What a message already has when a body arrives; a new one has nothing."""

    flags: int = 0
    content: str = ""
    embeds: int = 0
    attachments: Collection[Json] = ()
    components: int = 0


def check_message(
    body: Json, uploads: dict[int, Upload], *, may: int, before: Before | None = None, path: tuple[str, ...] = ()
) -> None:
    """Refuse a body that Discord refuses; `may` are the flags that can be set here."""
    form = Form()
    whole = Field(form, body, path)
    was = before or Before()
    flags = check_flags(whole["flags"], may, was.flags)
    files = check_files(whole, uploads, was)
    whole["content"].text(0, 2000)
    whole["tts"].truth()
    check_nonce(whole["nonce"])
    check_mentions(whole["allowed_mentions"])
    check_embeds(whole["embeds"], files)
    v2 = bool((flags | was.flags) & COMPONENTS_V2)
    if v2:
        check_nothing_old(whole, was)
    Layout(files, v2).check(whole["components"])
    form.refuse()
    if is_empty(body, was, files):
        raise Refusal.EMPTY_MESSAGE.error()


def check_flags(place: Field, may: int, had: int) -> int:
    """The flags as they will be; components v2 stays once it is there."""
    if place.value is None:
        return had
    value = place.number(0, 2**31 - 1)
    if value & ~(may | had) & ~LOADING:
        place.wrong("BASE_TYPE_FLAGS", "These flags cannot be set here")
    if had & COMPONENTS_V2 and not value & COMPONENTS_V2:
        message = "The IS_COMPONENTS_V2 flag cannot be removed"
        place.wrong("MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG", message)
    return value


def check_files(whole: Field, uploads: dict[int, Upload], was: Before) -> set[str]:
    """The names of the files that the message will have."""
    kept = {str(each["id"]): each["filename"] for each in was.attachments}
    sent = {str(number): upload.filename for number, upload in uploads.items()}
    if any(len(upload.data) > MOST_FILE for upload in uploads.values()):
        raise Refusal.TOO_LARGE.error()
    listed = set()
    for place in whole["attachments"].each(0, 10):
        number = str(place["id"].value)
        place["description"].text(0, 1024)
        place["filename"].text(1, 1024)
        if number not in kept | sent:
            place.wrong("ATTACHMENT_NOT_FOUND", "Attachment not found")
        listed.add(number)
    if len(uploads) > 10:
        whole["attachments"].wrong("BASE_TYPE_MAX_LENGTH", "Must be 10 or fewer in length.")
    stays = {number: name for number, name in kept.items() if whole["attachments"].value is None or number in listed}
    return {*stays.values(), *sent.values()}


def check_nonce(place: Field) -> None:
    """Up to 25 characters."""
    if isinstance(place.value, int) and not isinstance(place.value, bool):
        place.number(-(2**63), 2**63 - 1)
    else:
        place.text(0, 25)


def check_mentions(place: Field) -> None:
    """Kinds or ids, never a kind and its ids together."""
    kinds = [each.choice("users", "roles", "everyone", required=True) for each in place["parse"].each(0, 3)]
    for name in ("users", "roles"):
        ids = list(place[name].each(0, 100))
        if ids and name in kinds:
            message = f"parse:{name} and {name}: [ids...] are mutually exclusive."
            place.wrong("MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", message)
    place["replied_user"].truth()


def check_embeds(embeds: Field, files: set[str]) -> None:
    """Each embed's texts, and their sum over all embeds."""
    total = 0
    for embed in embeds.each(0, 10):
        texts = [embed["title"].text(0, 256), embed["description"].text(0, 4096)]
        texts += [embed["footer"]["text"].text(0, 2048), embed["author"]["name"].text(0, 256)]
        for part in embed["fields"].each(0, 25):
            texts += [part["name"].text(1, 256, required=True), part["value"].text(1, 1024, required=True)]
            part["inline"].truth()
        embed["color"].number(0, 0xFFFFFF)
        embed["url"].link("http", "https")
        for name in ("image", "thumbnail"):
            address = embed[name]["url"].link("http", "https", "attachment")
            check_reference(embed[name]["url"], address, files)
        total += sum(map(len, texts))
    if total > 6000:
        embeds.wrong("MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of 6000")


def check_nothing_old(whole: Field, was: Before) -> None:
    """Components v2 stand alone: no content, embeds, poll or stickers, neither new nor left from before."""
    left: dict[str, Any] = {"content": was.content, "embeds": was.embeds, "poll": None, "sticker_ids": None}
    for name, old in left.items():
        sent = name in whole.value
        if whole[name].value if sent else old:
            message = f"The '{name}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
            whole[name].wrong("MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", message)


def is_empty(body: Json, was: Before, files: set[str]) -> bool:
    """Whether nothing would be left to see."""
    content = body.get("content", was.content)
    embeds = body.get("embeds", was.embeds)
    components = body.get("components", was.components)
    seen = bool(content and content.strip()) or bool(embeds) or bool(components) or bool(files)
    return not seen and not body.get("sticker_ids") and not body.get("poll")
