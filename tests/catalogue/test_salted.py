"""Some healthy clusters, salted with failures of other programs: nothing is named. `make score` asks all of them."""

from collections.abc import Iterable
from pathlib import Path

import pytest

from gym.healthy.forms import Form
from gym.healthy.recordings import unpack
from score.salted.salt import programs
from score.salted.variants import Variant, make, salted_answer, variants

_ALL = variants()
_ONE_OF_EACH_FORM = tuple({each.form: each for each in _ALL}.values())
_VARIANTS = (*_ONE_OF_EACH_FORM, *variants(7, seed=1))
_FEWEST = 200


@pytest.mark.parametrize("variant", _VARIANTS, ids=lambda variant: f"{variant.name}/{variant.seed}")
def test_nothing_is_named_in_a_salted_healthy_cluster(variant: Variant) -> None:
    answer = salted_answer(variant)
    assert (answer.named, answer.unhealthy) == ((), ())


def test_there_are_enough_of_all_forms() -> None:
    assert len(_ALL) >= _FEWEST
    assert {each.form for each in _ALL} == set(Form)


@pytest.mark.parametrize("variant", _ONE_OF_EACH_FORM, ids=lambda variant: variant.form.value)
def test_a_variant_is_always_the_same_and_holds_what_was_put_in(
    variant: Variant, tmp_path: Path
) -> None:
    paths, names = make(variant, tmp_path / "one")
    first, second = _content(paths), _content(make(variant, tmp_path / "two")[0])
    unpack(variant.situation, tmp_path / "plain")
    plain = _content([tmp_path / "plain" / variant.form])
    assert first == second
    put_in = {*first} - {*plain}
    for program in programs():
        if program["name"] in names:
            image = f"registry.example/{program['name']}:1.4".encode()
            assert any(image in text for text in put_in)


def _content(paths: Iterable[Path]) -> list[bytes]:
    files = (each for path in paths for each in (path, *path.rglob("*")) if each.is_file())
    return sorted(each.read_bytes() for each in files)
