"""A zip with QTI documents: an export of Canvas or Blackboard, a Common Cartridge, or a package of QTI 2 or 3."""

from collections.abc import Iterator
from functools import partial
from pathlib import PurePosixPath

from bot.bank.importing.archive import Archive, names_in, unpacked
from bot.bank.importing.draft import Format, NotABank, Reading, Skipped
from bot.bank.importing.encoding import Unreadable
from bot.bank.importing.formats import moodle_xml, qti2, qti12
from bot.bank.importing.source import Source
from bot.bank.importing.xml_tree import root_name, xml_text

_ENDINGS = (".xml", ".qti", ".dat")
_CANVAS = "non_cc_assessments"
_HEAD = 20_000


def _sniff(source: Source) -> int:
    names = names_in(source)
    if any(PurePosixPath(name).name == "imsmanifest.xml" for name in names):
        return 80
    return 40 if any(name.endswith(_ENDINGS) for name in names) else 0


def _read(source: Source) -> Reading:
    archive = unpacked(source)
    read = 0
    for name in _documents(archive):
        try:
            member = Source(name=name, data=archive.read(name), encoding=source.encoding)
            text = xml_text(member.text)
        except Unreadable as error:
            yield Skipped(place=name, reason=error.message)
            continue
        root = root_name(text[:_HEAD])
        find = partial(archive.near, name)
        if root == qti12.ROOT:
            yield from qti12.read_items(text, find=find, member=name)
        elif root in qti2.ROOTS:
            yield qti2.read_item(text, find=find, member=name)
        elif root == "quiz":
            yield from moodle_xml.FORMAT.read(member)
        else:
            continue
        read += 1
    if not read:
        raise NotABank("It is a zip in which nothing is a QTI document.")


def _documents(archive: Archive) -> Iterator[str]:
    """The documents that may hold items; of Canvas' two copies of a quiz only the whole one."""
    whole = {PurePosixPath(name).name.split(".")[0] for name in archive.names if _CANVAS in name.split("/")}
    for name in archive.names:
        path = PurePosixPath(name)
        copy = path.name == "assessment_qti.xml" and path.parent.name in whole
        if path.name.endswith(_ENDINGS) and path.name != "imsmanifest.xml" and not copy:
            yield name


FORMAT = Format(name="qti-package", sniff=_sniff, read=_read)
