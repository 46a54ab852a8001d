"""Every row of the table of red herrings: told under "Harmless" beside the cause, and never the cause."""

import pytest

from calicovet.causes.catalogue import names
from calicovet.model.diagnosis import Diagnosis
from calicovet.model.language import Language
from calicovet.parse.messages.harmless import MESSAGES
from calicovet.parse.messages.message import compiled
from calicovet.report.catalogue_pages.red_herrings import Herring, herrings
from calicovet.report.words import words
from tests.unit.diagnosis.pastes import diagnosed

_PODS = """$ kubectl -n kube-system get pods -o wide
NAME                READY   STATUS    RESTARTS       AGE   IP           NODE   NOMINATED NODE   READINESS GATES
calico-node-hh2jp   0/1     Running   1 (18m ago)    20m   172.30.5.5   n5     <none>           <none>
calico-node-kz8c4   1/1     Running   0              90d   172.30.5.4   n4     <none>           <none>
"""
_CAUSE = """$ kubectl -n kube-system logs calico-node-hh2jp -c calico-node
2024-08-30 09:18:44.087 [ERROR][1331] felix/ipsets.go 599: Bad return code from 'ipset list'. error=exit status 1 family="inet" stderr="ipset v7.11: Kernel and userspace incompatible: settype hash:net with revision 8 not supported by userspace.\\n"
2024-08-30 09:18:46.412 [PANIC][1331] felix/ipsets.go 381: Failed to update IP sets after multiple retries. family="inet"
"""
_NAMED = "felix-ipset-userspace-too-old"
_SHOWN_BY_STATES = {
    "exit-0-completed": """$ kubectl -n kube-system describe pod calico-node-hh2jp
Name:         calico-node-hh2jp
Namespace:    kube-system
Node:         n5/172.30.5.5
Containers:
  calico-node:
    State:          Running
      Started:      Fri, 30 Aug 2024 09:18:00 +0000
    Last State:     Terminated
      Reason:       Completed
      Exit Code:    0
    Ready:          False
    Restart Count:  1
""",
    "exit-255": """$ kubectl -n kube-system describe pod calico-node-kz8c4
Name:         calico-node-kz8c4
Namespace:    kube-system
Node:         n4/172.30.5.4
Containers:
  calico-node:
    State:          Running
      Started:      Fri, 30 Aug 2024 07:02:11 +0000
    Last State:     Terminated
      Reason:       Unknown
      Exit Code:    255
    Ready:          True
    Restart Count:  1
""",
    "not-ready-taint": """$ kubectl describe node n5
Name:               n5
Taints:             node.kubernetes.io/not-ready:NoSchedule
Unschedulable:      false
""",
}
_DOWNSTREAM = {"kube-controllers-down", "coredns-down", "csi-driver-down"}
_QUIET = {
    "no-as-number",
    "ipv6-support-echo",
    "datastore-test-skipped",
    "interface-updates",
    "felix-config-echo",
    "peers-established-count",
    "no-config-of-this-type",
    "no-etcd-tls",
}
"""Plain bookkeeping: known, so that it is never taken for a cause, and not reported."""

every_row = pytest.mark.parametrize("row", herrings(), ids=lambda row: row.key)


def _with(row: Herring, cause: str) -> Diagnosis:
    if row.key in _SHOWN_BY_STATES:
        return diagnosed(_PODS + cause + _SHOWN_BY_STATES[row.key])
    if row.key in _DOWNSTREAM:
        return diagnosed(
            _PODS + f"{row.line}   3   20m   10.244.3.2   n5   <none>   <none>\n" + cause
        )
    if not cause:
        cause = "$ kubectl -n kube-system logs calico-node-hh2jp -c calico-node\n"
    return diagnosed(f"{_PODS}{cause}2024-08-30 09:18:47.000 {row.line}\n")


@every_row
def test_beside_the_cause_it_is_told_as_harmless(row: Herring) -> None:
    diagnosis = _with(row, _CAUSE)
    assert [cause.name for cause in diagnosis.summary.causes] == [_NAMED]
    told = [herring for herring in diagnosis.red_herrings if herring.key == row.key]
    assert len(told) == (row.key not in _QUIET)


@every_row
def test_alone_it_names_no_cause(row: Herring) -> None:
    assert _with(row, "").summary.causes == ()


def test_a_state_is_no_red_herring_while_the_cause_is_not_known() -> None:
    keys = {
        herring.key
        for key in _SHOWN_BY_STATES
        for herring in diagnosed(_PODS + _SHOWN_BY_STATES[key]).red_herrings
    }
    assert keys.isdisjoint(_SHOWN_BY_STATES)


def test_every_harmless_message_has_a_row_and_its_line_is_such_a_message() -> None:
    by_message = {message.key.removeprefix("harmless:") for message in MESSAGES}
    rows = {row.key: row for row in herrings()}
    assert rows.keys() - by_message == _SHOWN_BY_STATES.keys() | _DOWNSTREAM
    assert by_message <= rows.keys()
    for key in by_message:
        patterns = [one.pattern for one in MESSAGES if one.key == f"harmless:{key}"]
        assert any(compiled(pattern).search(rows[key].line) for pattern in patterns), key


@every_row
def test_a_row_is_whole_in_both_languages(row: Herring) -> None:
    for told in (row.why, row.seen, *((row.matters,) if row.matters else ())):
        assert all(told[language].strip() for language in Language)
    assert row.why[Language.EN] != row.why[Language.ZH]
    assert set(row.leads) <= {*names()}
    assert not row.leads or row.matters


def test_the_words_of_a_diagnosis_are_those_of_the_table() -> None:
    assert {f"herring.{row.key}" for row in herrings()} <= set(words(Language.EN))
