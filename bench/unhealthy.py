"""A paste of a cluster on which no calico-node starts: both lists, and descriptions of some pods."""

from collections.abc import Iterator
from pathlib import Path

_PODS = "NAME                READY   STATUS             RESTARTS         AGE   IP             NODE           NOMINATED NODE   READINESS GATES"
_NODES = "NAME           STATUS     ROLES    AGE    VERSION   INTERNAL-IP    EXTERNAL-IP   OS-IMAGE             KERNEL-VERSION       CONTAINER-RUNTIME"
_STATUSES = (
    ("0/1", "CrashLoopBackOff"),
    ("0/1", "Running"),
    ("0/1", "Init:CrashLoopBackOff"),
    ("0/1", "Init:ImagePullBackOff"),
    ("0/1", "Pending"),
)
_DESCRIBED = 100
"""Every hundredth pod is described."""
_DESCRIPTION = """\
Name:         {pod}
Namespace:    kube-system
Node:         {node}/{address}
Status:       Running
IP:           {address}
Containers:
  calico-node:
    Image:          docker.io/calico/node:v3.25.0
    State:          Waiting
      Reason:       CrashLoopBackOff
    Last State:     Terminated
      Reason:       OOMKilled
      Exit Code:    137
    Ready:          False
    Restart Count:  {restarts}
    Limits:
      memory:  64Mi
Events:
  Type     Reason   Age                  From     Message
  ----     ------   ----                 ----     -------
  Warning  BackOff  2m (x{restarts} over 3h)  kubelet  Back-off restarting failed container calico-node in pod {pod}
"""


def unhealthy_paste(nodes: int) -> str:
    """The text of that many unhealthy nodes; the same number gives the same text."""
    return "\n".join(_lines(nodes))


def write_unhealthy(path: Path, nodes: int) -> None:
    """Writes the paste to the file."""
    path.write_text(unhealthy_paste(nodes), encoding="utf-8")


def _lines(nodes: int) -> Iterator[str]:
    yield "$ kubectl get pods -n kube-system -l k8s-app=calico-node -o wide"
    yield _PODS
    for number in range(nodes):
        ready, status = _STATUSES[number % len(_STATUSES)]
        restarts = f"{number % 40} (5m ago)" if number % 40 else "0"
        yield (
            f"{_pod(number)}   {ready}     {status:<18} {restarts:<16} 3h    {_address(number):<14} "
            f"{_node(number):<14} <none>           <none>"
        )
    yield ""
    yield "$ kubectl get nodes -o wide"
    yield _NODES
    for number in range(nodes):
        yield (
            f"{_node(number):<14} NotReady   <none>   210d   v1.27.6   {_address(number):<14} <none>        "
            "Ubuntu 22.04.3 LTS   5.15.0-84-generic    containerd://1.7.2"
        )
    yield ""
    for number in range(0, nodes, _DESCRIBED):
        yield f"$ kubectl describe pod -n kube-system {_pod(number)}"
        yield _DESCRIPTION.format(
            pod=_pod(number),
            node=_node(number),
            address=_address(number),
            restarts=number % 40 + 1,
        )


def _pod(number: int) -> str:
    letters = "bcdfghjklmnpqrstvwxz"
    return "calico-node-" + "".join(letters[number // 20**place % 20] for place in range(5))


def _node(number: int) -> str:
    return f"worker-{number:05}"


def _address(number: int) -> str:
    return f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}"
