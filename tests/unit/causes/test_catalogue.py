import subprocess
import sys

import pytest

from calicovet.causes.catalogue import (
    PREFIXES,
    area_of,
    find,
    folder_of,
    load_catalogue,
    load_cause,
    names,
    next_code,
)


def test_every_cause_has_its_own_name() -> None:
    names = [cause.name for cause in load_catalogue()]
    assert names
    assert len(names) == len(set(names))


def test_the_names_are_those_of_the_loaded_causes() -> None:
    assert names() == tuple(cause.name for cause in load_catalogue())


def test_a_cause_is_found_by_name_and_by_code_however_spelt() -> None:
    cause = find("ip-wrong-bridge")
    assert cause is not None
    assert find("ADR003") is cause
    assert find(" adr003 ") is cause
    assert find("ip_wrong_bridge") is cause


@pytest.mark.parametrize("word", ["", "ADR", "ip-wrong", "no-such-cause", "ADR999"])
def test_what_is_only_nearly_a_name_finds_nothing(word: str) -> None:
    assert find(word) is None


def test_one_cause_is_loaded_by_its_name() -> None:
    assert load_cause("ip-wrong-bridge").code == "ADR003"
    with pytest.raises(KeyError):
        load_cause("no-such-cause")


@pytest.mark.parametrize("called", ["ADR003", "ip-wrong-bridge"])
def test_finding_a_cause_loads_no_other_area(called: str) -> None:
    program = (
        "import sys; from calicovet.causes.catalogue import find;"
        f" assert find({called!r}).code == 'ADR003';"
        " print({name.split('.')[2] for name in sys.modules if name.endswith('.cause')"
        " and name.startswith('calicovet.causes.')})"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout == "{'addresses'}\n"


def test_a_folder_is_found_under_its_area() -> None:
    assert area_of("ip-wrong-bridge") == "addresses"
    assert (folder_of("ip-wrong-bridge") / "cause.py").is_file()


def test_the_next_code_of_an_area_is_one_that_no_cause_had() -> None:
    codes = {cause.code for cause in load_catalogue()}
    for area in PREFIXES:
        assert next_code(area) not in codes
    last = max(code for code in codes if code.startswith("SCH"))
    assert next_code("scheduling") > last
