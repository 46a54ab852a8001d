"""Quantities of memory and CPU in the API server's form."""

import re

_AMOUNT = re.compile(r"(\d+)(Ki|Mi|Gi|Ti|m|)")
_BINARY = ("Ki", "Mi", "Gi", "Ti")


def canonical(quantity: str) -> str:
    """The same amount in the server's own form, by which it can be found again: 2048Mi is 2Gi."""
    read = _AMOUNT.fullmatch(quantity)
    if read is None:
        return quantity
    number, unit = int(read[1]), read[2]
    while number and unit in _BINARY[:-1] and number % 1024 == 0:
        number, unit = number // 1024, _BINARY[_BINARY.index(unit) + 1]
    if unit == "m" and number % 1000 == 0:
        return str(number // 1000)
    return f"{number}{unit}"
