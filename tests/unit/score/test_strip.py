"""Twins are made by taking lines, and only those that decide."""

from score.sample import Place
from score.strip import decisive, strip

_LOG = """$ kubectl -n kube-system logs calico-node-x7k2p -c calico-node
2024-03-05 21:11:19.418 [INFO][9] startup/startup.go 105: Datastore is ready
2024-03-05 21:11:19.431 [WARNING][9] startup/startup.go 1095: Calico node 'w-05' is already using the IPv4 address 10.0.0.5.
2024-03-05 21:11:19.444 [WARNING][9] startup/utils.go 48: Terminating
2024-03-05 21:12:20.431 [WARNING][9] startup/startup.go 1095: Calico node 'w-05' is already using the IPv4 address 10.0.0.5.
Calico node failed to start
"""
_CAUSE = frozenset({"ip-conflict-duplicate"})


def test_what_is_said_twice_is_taken_twice() -> None:
    bare = strip({"log": _LOG}, _CAUSE)
    assert bare.taken == {Place("log", 3), Place("log", 5)}
    assert "already using" not in bare.texts["log"]
    assert "Datastore is ready" in bare.texts["log"]


def test_of_another_cause_nothing_is_taken() -> None:
    assert strip({"log": _LOG}, frozenset({"crd-missing"})).texts == {"log": _LOG}


def test_a_line_decides_if_less_is_said_without_it() -> None:
    assert decisive({"log": _LOG}, frozenset({Place("log", 3), Place("log", 2)})) == {
        Place("log", 3)
    }
