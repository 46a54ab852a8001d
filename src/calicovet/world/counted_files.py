"""Files whose bytes are counted as they are read, so that a long read can be shown."""

from collections.abc import Iterator
from io import BufferedReader, FileIO
from pathlib import Path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

_COUNTED = [0]


def bytes_read() -> int:
    """The bytes that this process has read of files and standard input so far; it only grows."""
    return _COUNTED[0]


def open_counted(path: Path) -> BufferedReader:
    """The file, opened for reading."""
    return BufferedReader(_Counted(path))


def counted(chunks: Iterator[bytes]) -> Iterator[bytes]:
    """The same chunks, of a stream that was opened elsewhere."""
    for chunk in chunks:
        _COUNTED[0] += len(chunk)
        yield chunk


class _Counted(FileIO):
    def readinto(self, buffer: "WriteableBuffer", /) -> int:
        count = super().readinto(buffer)
        _COUNTED[0] += count or 0
        return count

    def readall(self) -> bytes:
        content = super().readall()
        _COUNTED[0] += len(content or b"")
        return content
