"""Lists whose entries each name another failure: they never occur all at once."""

from collections.abc import Iterable

from calicovet.model.provenance import Speaker

_MOST_ENTRIES = 60
_LONGEST = 600
_GENERAL = ("call:", "milestone:", "harmless:", "access-")
"""Keys of what any program's call gives."""


def different_failures(entries: Iterable[str]) -> int:
    """How many entries name a failure that none before them names."""
    from calicovet.parse.failures.reading import read_failure
    from calicovet.parse.messages.index import keys_in

    seen: set[str] = set()
    found = 0
    for number, entry in enumerate(entries):
        if number >= _MOST_ENTRIES:
            break
        text = entry[:_LONGEST].strip("-*•| \t")
        failure = read_failure(text, Speaker.PERSON)
        topics = {key for key in keys_in(text) if not key.startswith(_GENERAL)}
        if failure is not None:
            topics.add(f"{failure.how} {failure.thing.kind}")
        if topics and not topics & seen:
            found += 1
        seen |= topics
    return found
