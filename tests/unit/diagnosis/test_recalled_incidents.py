"""A sentence about an earlier incident names no cause of this one."""

import pytest

from calicovet.api import diagnose_text

_READY = """\
NAME                READY   STATUS    RESTARTS   AGE
calico-node-4tq9m   1/1     Running   0          41d
"""


@pytest.mark.parametrize(
    "recalled",
    [
        "Last time it was the autodetection picking docker0 as the node's address.",
        "We once had calico-node down because port 179 was blocked by firewalld.",
        "上次是 BGP 的 179 端口被防火墙拦截。",
        "之前遇到过 calico-node 选错网卡的问题。",
    ],
)
def test_an_earlier_incident_beside_a_ready_pod_names_nothing(recalled: str) -> None:
    text = f"Requests to our shop are slow today. {recalled}\n\n{_READY}"
    assert diagnose_text(text).summary.causes == ()


def test_what_began_last_week_is_this_incident() -> None:
    text = (
        "Since last week calico-node is 0/1 on node-3, because port 179 is blocked by firewalld.\n"
    )
    assert diagnose_text(text).summary.causes != ()


def test_a_program_that_is_named_after_calico_node_is_another_one() -> None:
    text = f"calico-node-exporter is our own collector and keeps restarting.\n\n{_READY}"
    assert diagnose_text(text).summary.sick == 0
