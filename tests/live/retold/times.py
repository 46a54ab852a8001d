"""The times in a text, moved to the present."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_MONTH = "|".join(_MONTHS)
_ISO = re.compile(r"\b(20\d\d-\d\d-\d\d)([ T])(\d\d:\d\d:\d\d)")
_JOURNAL = re.compile(rf"^({_MONTH}) {{1,2}}(\d{{1,2}}) (\d\d:\d\d:\d\d)", re.MULTILINE)
_KLOG = re.compile(r"\b([IWEF])(\d\d)(\d\d) (\d\d:\d\d:\d\d)(?=\.\d{6} )")
_DMESG = re.compile(rf"\[[A-Z][a-z]{{2}} ({_MONTH}) {{1,2}}(\d{{1,2}}) (\d\d:\d\d:\d\d) (20\d\d)\]")


class Clock:
    """Moves every time by the same span: the latest one in the text becomes now."""

    def __init__(self, then: datetime | None) -> None:
        self.now = datetime.now(UTC).replace(microsecond=0)
        self._then = (then or self.now).replace(microsecond=0)
        self._shift = self.now - self._then

    def at(self, moment: datetime | None) -> str | None:
        """A moment of the text, as the API server writes it."""
        return _written(moment + self._shift) if moment is not None else None

    def ago(self, span: timedelta | None) -> str:
        """So long before now; a minute where it is not told."""
        return _written(self.now - (timedelta(minutes=1) if span is None else span))

    def text(self, text: str) -> str:
        """The text with the times in it moved."""
        text = _ISO.sub(self._try(self._iso), text)
        text = _JOURNAL.sub(self._try(self._journal), text)
        text = _KLOG.sub(self._try(self._klog), text)
        return _DMESG.sub(self._try(self._dmesg), text)

    def _try(self, move: Callable[[re.Match[str]], str]) -> Callable[[re.Match[str]], str]:
        def moved(found: re.Match[str]) -> str:
            try:
                return move(found)
            except ValueError:
                return found[0]

        return moved

    def _iso(self, found: re.Match[str]) -> str:
        moment = datetime.fromisoformat(f"{found[1]} {found[3]}") + self._shift
        return moment.strftime(f"%Y-%m-%d{found[2]}%H:%M:%S")

    def _journal(self, found: re.Match[str]) -> str:
        moment = self._of_month(found[1], found[2], found[3], self._then.year)
        return moment.strftime("%b %d %H:%M:%S")

    def _klog(self, found: re.Match[str]) -> str:
        written = f"{self._then.year}-{found[2]}-{found[3]} {found[4]}"
        moment = datetime.fromisoformat(written) + self._shift
        return f"{found[1]}{moment:%m%d %H:%M:%S}"

    def _dmesg(self, found: re.Match[str]) -> str:
        moment = self._of_month(found[1], found[2], found[3], int(found[4]))
        return f"[{moment:%a %b %d %H:%M:%S %Y}]"

    def _of_month(self, month: str, day: str, clock: str, year: int) -> datetime:
        number = _MONTHS.index(month) + 1
        return datetime.fromisoformat(f"{year}-{number:02}-{int(day):02} {clock}") + self._shift


def _written(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
