"""Files and folders as they may really be: unreadable, endless, elsewhere; whatever goes wrong is a finding."""

from pathlib import Path

from bot.bank.problem import Finding

MOST_BYTES = 1_000_000


def entries(folder: Path) -> list[Path] | Finding:
    """What a folder holds in order of names, but for names that begin with a dot."""
    try:
        return sorted(path for path in folder.iterdir() if not path.name.startswith("."))
    except OSError as error:
        return Finding(problem=f"cannot be opened: {error.strerror}", remedy="Give this account the right to read it")


def is_folder(path: Path) -> bool:
    """Whether the path is a folder that can be looked at."""
    try:
        return path.is_dir()
    except OSError:
        return False


def is_there(path: Path) -> bool:
    """Whether the folder has anything of that name, be it a broken link or out of reach."""
    try:
        path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:
        return True
    return True


def within(path: Path, root: Path) -> bool:
    """Whether the path, all symbolic links followed, lies in the root."""
    try:
        return path.resolve().is_relative_to(root.resolve())
    except (OSError, RuntimeError, ValueError):  # a circle of links is a RuntimeError until Python 3.12
        return False


def data_of(path: Path, root: Path) -> bytes | Finding:
    """A file's bytes, if it is an ordinary file of at most a megabyte that lies in the root."""
    if not within(path, root):
        return Finding(problem="is a link that leads out of the folder", remedy="Put the file itself here")
    try:
        if not path.is_file():
            return Finding(problem="is not a file", remedy="Put a file in its place or take it away")
        if path.stat().st_size > MOST_BYTES:
            return Finding(problem="is larger than 1 MB", remedy="Make it smaller")
        return path.read_bytes()
    except OSError as error:
        return Finding(problem=f"cannot be read: {error.strerror}", remedy="Give this account the right to read it")


def text_of(path: Path, root: Path) -> str | Finding:
    """A file's text in UTF-8, with or without a byte order mark."""
    data = data_of(path, root)
    if isinstance(data, Finding):
        return data
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        return Finding(problem="is not UTF-8 text", remedy="Save it again with the encoding UTF-8", line=line)
