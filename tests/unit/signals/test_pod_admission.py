from calicovet.model.case import NodeView
from calicovet.model.facts import EventSeen
from calicovet.signals.pod_admission import ask_again


def _refused(*objects: str) -> NodeView:
    return NodeView(
        "sick",
        tuple(
            EventSeen(type="Warning", reason="FailedCreate", message="forbidden", object=name)
            for name in objects
        ),
    )


def test_the_daemonset_whose_pods_are_refused_is_touched_and_left_as_it_was() -> None:
    touch, leave = ask_again(_refused("daemonset/csi", "daemonset/rke2-canal"), "kube-system")
    assert touch.startswith("kubectl -n kube-system annotate daemonset rke2-canal ")
    assert touch.endswith("look-again=now --overwrite")
    assert leave.endswith("rke2-canal calicovet/look-again-")


def test_where_events_name_none_it_is_calico_node() -> None:
    assert " calico-node " in ask_again(_refused("replicaset/coredns"), "calico-system")[0]


def test_the_question_is_not_held_against_the_cause() -> None:
    node = _refused("daemonset/calico-node")
    ask_again(node, "kube-system")
    assert not node.asked
