"""Why one link won."""

from ipaddress import ip_interface

from calicovet.model.facts import HostLink
from calicovet.startup.autodetection.explain import Skipped, explain_choice, not_excluded
from calicovet.startup.versions import read_release


def link(name: str, index: int | None, *addresses: str) -> HostLink:
    return HostLink(name=name, index=index, addresses=tuple(map(ip_interface, addresses)))


LINKS = (
    link("lo", 1, "127.0.0.1/8"),
    link("ens160", 2, "10.51.0.101/24"),
    link("usb0", 3, "169.254.3.1/24"),
    link("ens224", 4),
    link("nerdctl0", 686, "10.4.0.1/24"),
)


def test_the_winner_is_the_last_in_the_listing_with_the_highest_index() -> None:
    told = explain_choice(LINKS)
    assert (told.choice.link, told.index) == ("nerdctl0", 686)
    assert told.last_in_listing and told.highest_index


def test_the_others_are_passed_over_for_a_reason() -> None:
    assert explain_choice(LINKS).skipped == (
        Skipped("lo", "excluded", "^lo"),
        Skipped("ens160", "comes-later"),
        Skipped("usb0", "not-global"),
        Skipped("ens224", "no-address"),
    )


def test_an_index_that_is_not_known_decides_nothing() -> None:
    told = explain_choice((link("ens160", None, "10.51.0.101/24"), LINKS[-1]))
    assert told.highest_index is None


def test_nobody_wins_where_all_are_excluded() -> None:
    told = explain_choice(LINKS[:1])
    assert told.choice.address is None and told.index is None
    assert told.skipped == (Skipped("lo", "excluded", "^lo"),)


def test_a_names_absence_from_the_list_depends_on_the_release() -> None:
    assert not_excluded("nerdctl0", None)
    assert not_excluded("br-12", read_release("v3.22.0"))
    assert not not_excluded("br-12", read_release("v3.27.0"))
