"""Pictures of questions: uploaded once to each workspace, then shown by Slack's own id of the file."""

import hashlib
import json
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from pathlib import Path

import aiohttp
import structlog

from bot.cards.blocks import Card, Picture
from bot.core.address import WorkspaceKey
from bot.core.errors import TutorError
from bot.core.question import Picture as PictureFile
from bot.desk import Desk
from bot.platforms.slack.calls import Calls
from bot.port import Refused, TryLater
from bot.store import slack_pictures

log = structlog.get_logger(__name__)

_SHOWN = frozenset({".png", ".jpg", ".jpeg", ".gif"})
_TAKING_IN = timedelta(minutes=1)
"""How long Slack may need until a file that it has can be shown."""


class Pictures:
    """The pictures of cards, ready to be shown in a workspace."""

    def __init__(
        self,
        desk: Desk,
        calls: Calls,
        session: aiohttp.ClientSession,
        clock: Callable[[], datetime],
        path: Callable[[PictureFile], Path],
    ) -> None:
        self._desk = desk
        self._calls = calls
        self._session = session
        self._clock = clock
        self._path = path
        self._fresh: dict[tuple[WorkspaceKey, str], datetime] = {}

    async def ready(self, workspace: WorkspaceKey, card: Card) -> Mapping[PictureFile, str]:
        """Slack's ids of the card's pictures, those uploaded now that were not there.

        Raises:
            DeliveryFailed: an upload did not go through; the message was not sent.
        """
        found = {}
        for picture in _pictures(card):
            content = self._content(picture)
            if content is None:
                continue
            digest = hashlib.sha256(content).hexdigest()
            known = await self._desk.read(slack_pictures.uploaded_file, workspace.external_id, digest)
            uploaded = known or await self._upload(workspace, picture, content, digest)
            if uploaded is not None:
                found[picture] = uploaded
        return found

    async def known(self, workspace: WorkspaceKey, card: Card) -> Mapping[PictureFile, str]:
        """Slack's ids of those of the card's pictures that are there already."""
        found = {}
        for picture in _pictures(card):
            digest = hashlib.sha256(self._content(picture) or b"").hexdigest()
            file = await self._desk.read(slack_pictures.uploaded_file, workspace.external_id, digest)
            if file is not None:
                found[picture] = file
        return found

    async def may_recover(self, workspace: WorkspaceKey, card: Card) -> bool:
        """After a refusal: whether waiting helps, or uploading anew does, which happens at the next try."""
        shown = [key for picture in _pictures(card) if (key := (workspace, picture.file)) in self._fresh]
        if any(self._clock() < self._fresh[key] + _TAKING_IN for key in shown):
            return True
        for key in shown:
            del self._fresh[key]
        await self._desk.write(slack_pictures.forget_uploads, workspace.external_id)
        return True

    def _content(self, picture: PictureFile) -> bytes | None:
        """What is in its file; None if it is gone or of a kind that Slack does not show: its words stand alone then."""
        try:
            path = self._path(picture)
            return path.read_bytes() if path.suffix in _SHOWN else None
        except (TutorError, OSError):
            log.warning("picture_missing", pack=picture.pack, file=picture.file)
            return None

    async def _upload(self, workspace: WorkspaceKey, picture: PictureFile, content: bytes, digest: str) -> str | None:
        """Slack's id of the new file; None where the workspace takes none: the picture's words stand alone then."""
        try:
            return await self._uploaded(workspace, picture, content, digest)
        except Refused as error:
            log.warning("picture_refused", file=picture.file, workspace=workspace.external_id, reason=str(error))
            return None

    async def _uploaded(self, workspace: WorkspaceKey, picture: PictureFile, content: bytes, digest: str) -> str:
        name = Path(picture.file).name
        place = await self._calls.call(
            workspace, "files.getUploadURLExternal", filename=name, length=len(content), alt_txt=picture.alt[:1000]
        )
        try:
            async with self._session.post(str(place["upload_url"]), data=content, proxy=self._calls.proxy) as answer:
                answer.raise_for_status()
        except (aiohttp.ClientError, TimeoutError) as error:
            raise TryLater(f"the picture could not be uploaded: {error!r}") from error
        file = str(place["file_id"])
        done = json.dumps([{"id": file, "title": name}])
        await self._calls.call(workspace, "files.completeUploadExternal", files=done)
        await self._desk.write(slack_pictures.keep_uploaded, workspace.external_id, digest, file)
        self._fresh[workspace, picture.file] = self._clock()
        return file


def _pictures(card: Card) -> list[PictureFile]:
    return [block.file for block in card if isinstance(block, Picture)]
