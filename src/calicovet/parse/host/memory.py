"""`free` and /proc/meminfo."""

from collections.abc import Iterator

from calicovet.model.evidence import Evidence
from calicovet.model.facts import Fact, MemoryFree, SwapSpace, Unreadable
from calicovet.parse.host.lines import cite, numbered, pattern
from calicovet.parse.parser import Parser

_ROW = r"\s*(?:Mem|内存)\s*[:：]\s*(\S.*)"
_SWAP = r"\s*(?:Swap|交换)\s*[:：]\s*(\S+)"
_OLD_ROW = r"\s*-/\+ .*?:\s+\S+\s+(\S+)"
_MEMINFO = r"\s*(MemTotal|MemAvailable|MemFree|SwapTotal):\s+(\d{1,15}) kB"
_SIZE = r"(\d{1,18}(?:[.,]\d+)?)([BKMGTP]?)i?B?"
_MEBIBYTES = {"B": 2.0**-20, "K": 2.0**-10, "M": 1.0, "G": 2.0**10, "T": 2.0**20, "P": 2.0**30}
_FLAG = r"\bfree\s(?:.*\s)?-\w*([bkmg])|\bfree\s.*--(bytes|kibi|kilo|mebi|mega|gibi|giga)"


def read_memory(evidence: Evidence) -> Iterator[Fact | Unreadable]:
    """Total memory, what programs could still get of it, and how much swap there is."""
    header = ""
    row: tuple[list[str], int] | None = None
    old_free = ""
    meminfo: dict[str, int] = {}
    for number, line in numbered(evidence):
        if found := pattern(_ROW).match(line):
            row = row or (found[1].split(), number)
        elif found := pattern(_OLD_ROW).match(line):
            old_free = found[1]
        elif found := pattern(_SWAP).match(line):
            yield from _swap(evidence, found[1], number)
        elif found := pattern(_MEMINFO).match(line):
            meminfo[found[1]] = int(found[2])
        elif row is None and ("total" in line or "总计" in line):
            header = line
    if row is not None:
        yield from _free(evidence, header, row[0], row[1], old_free)
    total = meminfo.get("MemTotal")
    available = meminfo.get("MemAvailable", meminfo.get("MemFree"))
    if total is not None and available is not None:
        yield _memory(evidence, total / 1024, available / 1024, 0)
    if (swap := meminfo.get("SwapTotal")) is not None:
        yield SwapSpace(total=swap // 1024, about=evidence.about, cited=cite(evidence, 0))


def _free(
    evidence: Evidence, header: str, values: list[str], line: int, old_free: str
) -> Iterator[MemoryFree]:
    scale = _scale(evidence, values[0])
    sizes = [_size(value, scale) for value in values[:6]]
    if len(sizes) < 3 or sizes[0] is None:
        return
    available = sizes[2]
    if old_free:
        available = _size(old_free, scale)
    elif len(sizes) == 6 and (
        "avail" in header or "可用" in header or not (header or _is_old(sizes))
    ):
        available = sizes[5]
    if available is not None:
        yield _memory(evidence, sizes[0], available, line)


def _swap(evidence: Evidence, total: str, line: int) -> Iterator[SwapSpace]:
    size = _size(total, _scale(evidence, total))
    if size is None and total == "0":
        size = 0.0
    if size is not None:
        yield SwapSpace(total=round(size), about=evidence.about, cited=cite(evidence, line))


def _is_old(sizes: list[float | None]) -> bool:
    """Whether used and free make up the total: then caches count as used, and no column is what is available."""
    total, used, free = (size or 0.0 for size in sizes[:3])
    return abs(total - used - free) <= total * 0.0005


def _size(text: str, scale: float | None) -> float | None:
    found = pattern(_SIZE).fullmatch(text)
    if found is None:
        return None
    factor = _MEBIBYTES[found[2]] if found[2] else scale
    return None if factor is None else float(found[1].replace(",", ".")) * factor


def _scale(evidence: Evidence, total: str) -> float | None:
    """MiB per unit of a bare number, by the flag, or by what a host can have; None: not known."""
    found = pattern(_FLAG).search(evidence.taken_by)
    if found is not None:
        return _MEBIBYTES[(found[1] or found[2])[0].upper()]
    if pattern(r"\bfree\b").search(evidence.taken_by):
        return _MEBIBYTES["K"]
    if not total.isdigit() or len(total) > 15:
        return None
    # No host of a cluster has less than 256 MiB, and few have more than 256 GiB.
    number = int(total)
    if number >= 2**21:
        return _MEBIBYTES["K"]
    return _MEBIBYTES["M"] if 2**8 <= number < 2**18 else None


def _memory(evidence: Evidence, total: float, available: float, line: int) -> MemoryFree:
    return MemoryFree(
        total=round(total),
        available=round(available),
        about=evidence.about,
        cited=cite(evidence, line),
    )


PARSER = Parser(read_memory, gives=(MemoryFree, SwapSpace))
