"""What stands in a person's sentence supports a cause; it never proves one."""

from calicovet.model.facts import CurlAnswered
from calicovet.model.finding import Verdict
from tests.unit.diagnosis.pastes import diagnosed

CONFLICT = "Calico node 'w2' is already using the IPv4 address 10.0.0.7."
METHOD = "Invalid IP autodetection method: fist-found"


def named(text: str) -> dict[str, Verdict]:
    return {cause.name: cause.verdict for cause in diagnosed(text).summary.causes}


def test_a_message_within_a_sentence_makes_a_cause_likely_at_most() -> None:
    text = f'Our calico-node does not start and the log has "{METHOD}" in it, why is that?\n'
    assert named(text) == {"ip-method-invalid": Verdict.LIKELY}


def test_the_same_message_on_a_separate_line_proves_it() -> None:
    text = f"Our calico-node does not start, and the log ends so:\n\n{METHOD}\nCalico node failed to start\n"
    assert named(text) == {"ip-method-invalid": Verdict.PROVEN}


def test_a_whole_log_line_within_a_sentence_is_the_programs_word() -> None:
    line = f"2024-03-01 10:00:01.120 [ERROR][9] startup/autodetection_methods.go 87: {METHOD}"
    assert named(f"The log of our calico-node ends with `{line}` and then nothing.\n") == {
        "ip-method-invalid": Verdict.PROVEN
    }


def test_the_other_node_of_a_quoted_message_is_not_the_sick_one() -> None:
    found = diagnosed(f'Can you say why calico-node prints "{CONFLICT}" and ends?\n')
    assert [node.node for node in found.nodes] == [None]


def test_what_a_guide_says_one_may_see_was_not_seen() -> None:
    text = (
        "calico-node on w3 is in CrashLoopBackOff. The documentation says:\n\n"
        "> If you see `Unable to auto-detect an IPv4 address using interface regexes [eth.*]: "
        "no valid host interfaces found` then set IP_AUTODETECTION_METHOD.\n"
    )
    assert named(text) == {}


def test_the_kernels_log_in_the_hosts_language_is_not_a_persons_word() -> None:
    text = (
        "calico-node-tz6mw   0/1   Running   0   41d   192.168.31.57   n7\n"
        "[root@n7 ~]# dmesg -T | grep -i 'killed process'\n"
        "[三 6月 14 16:20:11 2023] Killed process 20117 (calico-node) total-vm:1582940kB, anon-rss:255120kB\n"
    )
    exhibits = [exhibit for _, exhibit in diagnosed(text).facts if "20117" in exhibit.excerpt]
    assert exhibits
    assert all(exhibit.taken_by != "you say" for exhibit in exhibits)


def test_two_tries_in_one_line_are_told_apart() -> None:
    text = (
        "root@w1:~# curl -km3 https://10.96.0.1:443/version; curl -km3 https://10.0.0.1:6443/version\n"
        "curl: (28) Connection timed out after 3001 milliseconds\n"
        '{\n  "major": "1"\n}\n'
    )
    facts = [fact for fact, _ in diagnosed(text).facts]
    tried = [(fact.target, fact.ok) for fact in facts if isinstance(fact, CurlAnswered)]
    assert sorted(tried) == [("10.0.0.1:6443", True), ("10.96.0.1:443", False)]
