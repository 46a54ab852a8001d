"""Names as people count them."""

from calicovet.model.display.natural_order import natural


def test_two_comes_before_ten() -> None:
    names = ["n10", "n2", "n1", "n2-b10", "n2-b9", "a", "10", "9"]
    assert sorted(names, key=natural) == ["9", "10", "a", "n1", "n2", "n2-b9", "n2-b10", "n10"]
