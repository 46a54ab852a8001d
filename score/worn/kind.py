"""The ways in which a paste gets worn, and what each of them does to the text."""

from enum import StrEnum


class Worn(StrEnum):
    """In the order of the page."""

    BARE = "bare"
    INLINE = "inline"
    QUOTED = "quoted"
    MARKED = "in quotation marks"
    INDENTED = "indented"
    WRAPPED_80 = "wrapped at 80"
    WRAPPED_100 = "wrapped at 100"
    MASKED = "masked"
    UNSTAMPED = "without time stamps"
    REWORDED = "other wording"


EXPLAINED = {
    Worn.BARE: "only the lines that decide, nothing around them.",
    Worn.INLINE: "these lines inside a sentence of a person, English or Chinese.",
    Worn.QUOTED: "the whole paste, with `> ` before each line.",
    Worn.MARKED: "the lines that decide, each in quotation marks.",
    Worn.INDENTED: "the whole paste, four blanks before each line.",
    Worn.WRAPPED_80: "the whole paste, lines broken at 80 columns: between words as mail does, or anywhere "
    "as a terminal does, by turns.",
    Worn.WRAPPED_100: "the same at 100 columns.",
    Worn.MASKED: "addresses as `10.x.x.5` or `192.168.xx.xx`, nodes as `node-X`, pods as "
    "`calico-node-xxxxx`; the same thing always in the same way.",
    Worn.UNSTAMPED: "the whole paste without the time stamps of its log lines.",
    Worn.REWORDED: "one line, in the words of another release, runtime or Go version, with nothing around it.",
}
"""What is done to the text, for the page."""
