"""Go's regular expressions by Python's engine."""

import pytest

from calicovet.startup.autodetection.go_regexp import go_pattern


@pytest.mark.parametrize(
    ("pattern", "name", "found"),
    [
        ("eth", "veth0", True),
        ("^eth0$", "eth0.100", False),
        ("(?i)ETH0", "eth0", True),
        ("^(?i)ETH", "eth0", True),
        ("a(?i)b|c", "C", True),
        ("(a(?i)b)|c", "C", False),
        ("(?-i)ETH", "eth0", False),
        (r"\Qeth0.100\E", "eth0.100", True),
        (r"\Qeth0.100\E", "eth0x100", False),
        (r"\Qeth(", "eth(", True),
        (r"\pN$", "eth0", True),
        (r"\PN$", "eth0", False),
        (r"\p{Lu}", "eth0", False),
        ("[[:^digit:]]$", "eth0", False),
        ("^[[:alpha:]_]+0", "e_0", True),
        ("[]e]", "e", True),
        ("[[]x", "[x", True),
        (r"[\[a]x", "ax", True),
        ("[a&&b]$", "x&", True),
        ("[--0]", "a.", True),
        ("e{,3}t", "et", False),
        ("e{,3}t", "e{,3}t", True),
        (r"\x{65}th", "eth0", True),
        (r"eth0\z", "eth0", True),
    ],
)
def test_a_pattern_finds_what_go_finds(pattern: str, name: str, found: bool) -> None:
    compiled = go_pattern(pattern)
    assert compiled is not None
    assert bool(compiled.search(name)) is found


@pytest.mark.parametrize(
    "pattern",
    [
        *(
            "eth[",
            "*",
            "eth(0",
            "eth0)",
            "eth**",
            "e{2,1}",
            "e{1001}",
            "\\",
            "[[:foo:]]",
            r"\p{Foo}",
        ),
        # Python would take these.
        *("(?=e)e", "(?<!x)e", "(?>e)", "(?#x)e", r"(e)\1", "eth++", r"\u0065th", r"eth0\Z"),
        *("(?x)eth", "(?a)eth", "(?)"),
    ],
)
def test_what_go_refuses_is_refused(pattern: str) -> None:
    assert go_pattern(pattern) is None
