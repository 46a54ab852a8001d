"""The check list: quiet where all is well, one sentence where it is not."""

import json

from calicovet.model.finding import Exhibit
from calicovet.model.language import Language
from calicovet.preflight.all_checks import CHECKS
from calicovet.preflight.check import Answer, Result
from calicovet.preflight.run import Foreseen, Preflight
from calicovet.report.preflight import render_preflight, render_preflight_json
from calicovet.report.words import words

BY_NAME = {check.name: check for check in CHECKS}
FINE = Result(answer=Answer.OK)
OPEN = Result(answer=Answer.NOT_KNOWN)
MISSING = Result(answer=Answer.RISK, cause="felix-ipip-module-missing")
ALONE = Result(answer=Answer.BAD, cause="rt-mount-not-shared", details={"mounts": "/sys"})


def of(name: str, result: Result, *nodes: str) -> Foreseen:
    shown = Exhibit("this host:7", "sysfs", "cat /proc/1/mountinfo")
    return Foreseen(check=BY_NAME[name], result=result, nodes=nodes, evidence=(shown,))


def drawn(*found: Foreseen, hosts_asked: bool = True, everything: bool = False) -> str:
    nodes = tuple(dict.fromkeys(name for each in found for name in each.nodes))
    return render_preflight(
        Preflight(foreseen=found, nodes=nodes),
        Language.EN,
        hosts_asked=hosts_asked,
        everything=everything,
        width=100,
        colour=False,
    )


def test_what_is_fine_is_one_line() -> None:
    text = drawn(of("localhost", FINE, "n1"), of("mtu", FINE, "n1"))
    assert text.split("\n")[0].startswith("Nothing that was looked at keeps")
    assert "v network  2 fine" in text and "localhost" not in text
    assert "localhost is 127.0.0.1" in drawn(of("localhost", FINE, "n1"), everything=True)


def test_what_is_in_the_way_is_said_with_its_page() -> None:
    text = drawn(of("mounts-shared", ALONE, "n1"), of("ipip-module", MISSING, "n1"))
    assert "1 thing in the way. Besides, 1 thing may hurt." in text
    assert "  x Not mounted as shared: /sys." in text
    assert "      calicovet explain rt-mount-not-shared" in text
    assert "  ! This kernel has no ipip" in text


def test_nodes_are_named_unless_it_is_all_of_them() -> None:
    both = of("localhost", FINE, "n1", "n2")
    assert "x n2: Not mounted" in drawn(both, of("mounts-shared", ALONE, "n2"))
    assert "x Not mounted" in drawn(both, of("mounts-shared", ALONE, "n1", "n2"))


def test_what_is_not_known_is_named_with_what_decides_it() -> None:
    text = drawn(of("localhost", FINE, "n1"), of("firewall", OPEN, "n1"))
    assert "? network  1 fine, 1 not known" in text
    assert "decided by `systemctl is-active firewalld ufw" in text


def test_what_only_hosts_know_is_counted_where_they_were_not_asked() -> None:
    text = drawn(of("localhost", FINE, "n1"), of("firewall", OPEN, "n1"), hosts_asked=False)
    assert "? hosts    1 not asked: network" in text and "firewalld" not in text
    assert "could not be told" not in text


def test_programs_get_both_languages_and_the_evidence() -> None:
    found = Preflight(foreseen=(of("mounts-shared", ALONE, "n1"),), nodes=("n1",))
    told = json.loads(render_preflight_json(found, ()))
    assert (told["schema"], told["answer"]) == ("calicovet-preflight/v1", "bad")
    (check,) = told["checks"]
    assert (check["name"], check["group"], check["nodes"]) == ("mounts-shared", "files", ["n1"])
    assert set(check["what"]) == set(check["sentence"]) == {"en", "zh"}
    assert check["cause"] == "rt-mount-not-shared"
    assert check["evidence"][0]["taken_by"] == "cat /proc/1/mountinfo"


def test_every_check_has_words() -> None:
    for check in CHECKS:
        assert f"preflight.check.{check.name}.what" in words(Language.EN)
        assert f"preflight.group.{check.group}" in words(Language.EN)
