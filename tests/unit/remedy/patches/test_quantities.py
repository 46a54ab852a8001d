import pytest

from calicovet.remedy.patches.quantities import canonical


@pytest.mark.parametrize(
    ("told", "kept"),
    [
        ("2048Mi", "2Gi"),
        ("2000Mi", "2000Mi"),
        ("512Mi", "512Mi"),
        ("2000m", "2"),
        ("250m", "250m"),
        ("2", "2"),
        ("1.5", "1.5"),
    ],
)
def test_an_amount_is_written_as_the_server_writes_it(told: str, kept: str) -> None:
    assert canonical(told) == kept
