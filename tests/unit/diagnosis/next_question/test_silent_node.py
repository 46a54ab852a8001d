"""A node that the control plane no longer hears from: the host is asked, once."""

from calicovet.causes.catalogue import load_catalogue
from tests.unit.diagnosis.pastes import diagnosed, node

_SILENT = """\
$ kubectl get nodes -o wide
NAME   STATUS     ROLES    AGE   VERSION   INTERNAL-IP
sn-1   Ready      <none>   90d   v1.29.4   192.0.2.11
sn-2   NotReady   <none>   90d   v1.29.4   192.0.2.12
$ kubectl -n kube-system get pods -o wide | grep calico-node
calico-node-4jx7k   1/1   Running   0   80d   192.0.2.11   sn-1   <none>   <none>
calico-node-8fkp2   1/1   Running   0   80d   192.0.2.12   sn-2   <none>   <none>
$ kubectl describe node sn-2
Name:               sn-2
Conditions:
  Type             Status    LastHeartbeatTime                 LastTransitionTime                Reason              Message
  ----             ------    -----------------                 ------------------                ------              -------
  Ready            Unknown   Fri, 13 Oct 2023 09:02:41 +0000   Fri, 13 Oct 2023 09:04:02 +0000   NodeStatusUnknown   Kubelet stopped posting node status.
"""
_JOURNAL = """\
root@sn-2:~# journalctl -u kubelet --no-pager
Oct 13 09:10:12 sn-2 kubelet[911]: I1013 09:10:12.002213     911 kubelet.go:2441] "SyncLoop ADD" source="api" pods=["default/web-7"]
root@sn-2:~#
"""


def _command(*texts: str) -> str:
    asked = node(diagnosed(*texts), "sn-2").next
    assert asked is not None
    return asked.command


def test_silence_names_no_cause_and_asks_the_host() -> None:
    assert diagnosed(_SILENT).summary.causes == ()
    assert _command(_SILENT).startswith("ping -c 3 192.0.2.12; ssh sn-2 'systemctl status kubelet")


def test_the_question_is_about_the_kubelet_and_what_may_be_behind_its_silence() -> None:
    asked = node(diagnosed(_SILENT), "sn-2").next
    assert asked is not None
    assert asked.decides_between == ("node-kubelet-dead", *_behind("node-kubelet-dead"))
    assert [answer.then for answer in asked.answers] == [*asked.decides_between[:4]]


def _behind(name: str) -> tuple[str, ...]:
    return next(cause.caused_by for cause in load_catalogue() if cause.name == name)


def test_a_host_that_was_read_is_not_asked_the_same_again() -> None:
    assert not _command(_SILENT, _JOURNAL).startswith("ping")
