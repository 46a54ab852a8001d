"""When a certificate expires."""

import re
from datetime import UTC, datetime

_PEM = re.compile(rb"-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----")
_UTC_TIME, _GENERALIZED_TIME, _VERSION = 0x17, 0x18, 0xA0


def expiry_of(pem: bytes) -> datetime | None:
    """The end of the first certificate's validity; None where it cannot be read."""
    from base64 import b64decode

    found = _PEM.search(pem)
    if found is None:
        return None
    try:
        return _not_after(b64decode(found[1]))
    except (ValueError, IndexError):
        return None


def _not_after(der: bytes) -> datetime | None:
    # Certificate{tbs{[version], serial, algorithm, issuer, validity{notBefore, notAfter}, …}, …}
    certificate = _members(_members(der)[0][1])
    fields = _members(certificate[0][1])
    if fields[0][0] == _VERSION:
        fields = fields[1:]
    tag, text = _members(fields[3][1])[1]
    digits = text.decode("ascii")
    if tag == _UTC_TIME:  # two digits of the year: 1950 to 2049
        digits = ("19" if digits[:2] >= "50" else "20") + digits
    elif tag != _GENERALIZED_TIME:
        return None
    return datetime.strptime(digits[:14], "%Y%m%d%H%M%S").replace(tzinfo=UTC)


def _members(der: bytes) -> list[tuple[int, bytes]]:
    """The tag and the content of each element that stands in a row."""
    found, at = list[tuple[int, bytes]](), 0
    while at < len(der):
        tag, length, at = der[at], der[at + 1], at + 2
        if length & 0x80:
            size = length & 0x7F
            length, at = int.from_bytes(der[at : at + size]), at + size
        found.append((tag, der[at : at + length]))
        at += length
    return found
