"""Calico's selectors, as its documentation writes them."""

import pytest

from calicovet.startup.label_selectors import selects

LABELS = {"rack": "r1", "route-reflector": "true", "kubernetes.io/os": "linux"}


@pytest.mark.parametrize(
    ("selector", "expected"),
    [
        ("all()", True),
        ("has(route-reflector)", True),
        ("!has(route-reflector)", False),
        ("rack == 'r1'", True),
        ('rack == "r2"', False),
        ("rack != 'r2'", True),
        ("zone != 'a'", True),
        ("zone == 'a'", False),
        ("rack in {'r1', 'r2'}", True),
        ("rack not in {'r1','r2'}", False),
        ("rack == 'r2' || has(route-reflector) && kubernetes.io/os == 'linux'", True),
        ("!(rack == 'r1' || rack == 'r2')", False),
        ("rack starts with 'r'", True),
        ("rack ends with '2'", False),
        ("rack contains 'zz'", False),
        ("rack =", None),
        ("", None),
        ("(" * 40 + "all()" + ")" * 40, None),
    ],
)
def test_a_selector(selector: str, expected: bool | None) -> None:
    assert selects(selector, LABELS) is expected
