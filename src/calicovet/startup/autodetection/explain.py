"""Why autodetection chose one link and skipped the others."""

from collections.abc import Sequence

from calicovet.model.facts.addresses import HostLink, Interface
from calicovet.model.record import record
from calicovet.startup.autodetection.interface_names import first_match
from calicovet.startup.autodetection.select import Choice, detect_address, is_global_unicast
from calicovet.startup.versions import Release, exclude_list


@record
class Skipped:
    """A link that was not taken."""

    link: str
    why: str
    """`excluded` (by its name), `no-address`, `not-global`, `comes-later`."""
    pattern: str = ""


@record(kw_only=True)
class Explanation:
    """What made a link win under first-found, for a sentence."""

    choice: Choice
    index: int | None = None
    highest_index: bool | None = None
    """Whether no link has a higher index; None where an index is not known."""
    last_in_listing: bool = False
    skipped: tuple[Skipped, ...] = ()


def not_excluded(link: str, release: Release | None) -> bool:
    """Whether a name is missing from the exclude list of that release (of a new one, if not known)."""
    return first_match(exclude_list(release)[0], link) is None


def explain_choice(
    links: Sequence[HostLink], *, family: int = 4, release: Release | None = None
) -> Explanation:
    """How first-found comes to its choice among these links, which stand in the kernel's order."""
    choice = detect_address("first-found", links, family=family, release=release)
    won = next((link for link in links if choice.link and link.name == choice.link), None)
    skipped = tuple(_skipped(link, family, release) for link in links if link is not won)
    if won is None:
        return Explanation(choice=choice, skipped=skipped)
    return Explanation(
        choice=choice,
        index=won.index,
        highest_index=_is_highest(won, links),
        last_in_listing=won is links[-1],
        skipped=skipped,
    )


def _is_highest(won: HostLink, links: Sequence[HostLink]) -> bool | None:
    indexes = [link.index for link in links if link.index is not None]
    if won.index is None or len(indexes) < len(links):
        return None
    return won.index == max(indexes)


def _skipped(link: HostLink, family: int, release: Release | None) -> Skipped:
    pattern = first_match(exclude_list(release)[0], link.name)
    if pattern is not None:
        return Skipped(link.name, "excluded", pattern)
    own: list[Interface] = [address for address in link.addresses if address.version == family]
    if not own:
        return Skipped(link.name, "no-address")
    if not any(is_global_unicast(address.ip) for address in own):
        return Skipped(link.name, "not-global")
    return Skipped(link.name, "comes-later")
