"""Twins are made by taking lines, and only those that decide."""

from score.sample import Place
from score.strip import decisive, strip, strip_bare

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


_BOTH = """$ kubectl -n kube-system logs calico-node-x7k2p -c calico-node
2021-11-04 13:50:27.118 [INFO][8] startup/startup.go 112: Datastore is ready
2021-11-04 13:50:27.132 [WARNING][8] startup/startup.go 824: Unable to auto-detect IPv4 address by connecting to 8.8.8.8: dial udp4 8.8.8.8:80: connect: network is unreachable
2021-11-04 13:50:27.132 [WARNING][8] startup/startup.go 610: Couldn't autodetect an IPv4 address. If auto-detecting, choose a different autodetection method.
2021-11-04 13:50:27.150 [WARNING][8] startup/startup.go 1317: Terminating
Calico node failed to start
"""
_ALIKE = frozenset({"ip-autodetect-none"})


def test_what_proves_a_look_alike_goes_too_but_did_not_decide() -> None:
    bare = strip_bare({"log": _BOTH}, frozenset({"ip-can-reach-failed"}), _ALIKE)
    assert bare.taken == {Place("log", 3)}
    assert bare.alike == _ALIKE
    assert "autodetect" not in bare.texts["log"]
    assert "Datastore is ready" in bare.texts["log"]


def test_where_no_look_alike_is_left_nothing_more_goes() -> None:
    assert strip_bare({"log": _LOG}, _CAUSE, _ALIKE) == strip({"log": _LOG}, _CAUSE)
