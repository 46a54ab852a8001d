"""The languages that calicovet speaks."""

from enum import StrEnum


class Language(StrEnum):
    EN = "en"
    ZH = "zh"
