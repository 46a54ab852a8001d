"""What the environment says about language, colour and output format. Imports nothing: help reads it, too."""

from collections.abc import Mapping, Sequence

LANGUAGES = ("en", "zh")
COLOURS = ("auto", "always", "never")
LANG, COLOR, OUTPUT = "CALICOVET_LANG", "CALICOVET_COLOR", "CALICOVET_OUTPUT"


def language_code(flag: str | None, environment: Mapping[str, str]) -> str:
    """The flag, else CALICOVET_LANG, else the locale as programs ask for it: the first variable that is set."""
    if flag:
        return flag
    if (own := environment.get(LANG)) in LANGUAGES:
        return str(own)
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := environment.get(name):
            return "zh" if value.lower().startswith("zh") else "en"
    return "en"


def language_of_words(words: Sequence[str], environment: Mapping[str, str]) -> str:
    """The language for help and usage errors: the command line cannot be parsed yet, or not at all."""
    flag = ""
    for word, following in zip(words, (*words[1:], ""), strict=True):
        if word == "--":
            break
        said = following if word == "--lang" else word.removeprefix("--lang=")
        if said in LANGUAGES and word.startswith("--lang"):
            flag = said
    return language_code(flag, environment)


def output_format(formats: Sequence[str], environment: Mapping[str, str]) -> str:
    """The default of `-o`: CALICOVET_OUTPUT where the command has that format, else the first one."""
    wanted = environment.get(OUTPUT, "")
    return wanted if wanted in formats else formats[0]
