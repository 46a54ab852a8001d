from calicovet.model.remediation.change import DeletePod, PlannedStep
from calicovet.model.remediation.plan import OfferedStep
from calicovet.remedy import object_refs
from calicovet.report.fixes.steps import same_nodes


def _step(node: str, line: str) -> PlannedStep:
    return PlannedStep(
        cause="x", node=node, offered=OfferedStep(key="drain-node", commands=(line,))
    )


def test_nodes_on_which_the_same_is_to_be_done_are_told_together() -> None:
    steps = [_step(name, f"kubectl drain {name}") for name in ("node-1", "node-2", "node-10")]
    assert same_nodes(steps) == {"node-1": ("node-2", "node-10")}


def test_a_node_that_needs_anything_else_is_told_apart() -> None:
    steps = [_step(name, f"kubectl drain {name}") for name in ("node-1", "node-2")]
    steps.append(_step("node-2", "reboot"))
    assert same_nodes(steps) == {}


def test_what_calicovet_does_is_told_of_each_node() -> None:
    ref = object_refs.pod("kube-system", "calico-node-a1b2c")
    steps = [
        PlannedStep(
            cause="x",
            node=name,
            offered=OfferedStep(key="restart-pod"),
            changes=(DeletePod(ref=ref, uid=name),),
        )
        for name in ("a", "b")
    ]
    assert same_nodes(steps) == {}
