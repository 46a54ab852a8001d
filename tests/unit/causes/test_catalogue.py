import pytest

from calicovet.causes.catalogue import (
    PREFIXES,
    area_of,
    code_of,
    codes,
    find,
    folder_of,
    load_catalogue,
    next_code,
)


def test_every_cause_has_its_own_name() -> None:
    names = [cause.name for cause in load_catalogue()]
    assert names
    assert len(names) == len(set(names))


def test_a_code_may_wait_for_its_folder() -> None:
    assert {cause.name for cause in load_catalogue()} <= codes().keys()


def test_a_cause_is_found_by_name_and_by_code_however_spelt() -> None:
    cause = find("ip-wrong-bridge")
    assert cause is not None
    assert find("ADR003") is cause
    assert find(" adr003 ") is cause
    assert find("ip_wrong_bridge") is cause


@pytest.mark.parametrize("word", ["", "ADR", "ip-wrong", "no-such-cause", "ADR999"])
def test_what_is_only_nearly_a_name_finds_nothing(word: str) -> None:
    assert find(word) is None


def test_the_code_stands_in_the_table() -> None:
    assert code_of("ip-wrong-bridge") == "ADR003"
    assert code_of("no-such-cause") == ""


def test_a_folder_is_found_under_its_area() -> None:
    assert area_of("ip-wrong-bridge") == "addresses"
    assert (folder_of("ip-wrong-bridge") / "cause.py").is_file()


def test_the_next_code_of_an_area_is_one_that_nobody_had() -> None:
    for area in PREFIXES:
        assert next_code(area) not in codes().values()
    last = max(code for code in codes().values() if code.startswith("SCH"))
    assert next_code("scheduling") > last
