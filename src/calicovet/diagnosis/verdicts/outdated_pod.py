"""Pods that are older than their DaemonSet's template."""

from dataclasses import replace

from calicovet.model.case import NodeView
from calicovet.model.facts import DaemonSetRevision, PodCreated, WorkloadListed
from calicovet.model.remediation.plan import (
    EditPods,
    Ineffective,
    Plan,
    RestartPod,
    SetSetting,
    SetVariables,
    Step,
)

_OF_THE_TEMPLATE = (SetSetting, SetVariables, EditPods)


def for_present_template(plan: Plan, node: NodeView) -> Plan:
    """The plan; where the template was changed after the pod was made, with the pod's deletion for its edits.

    A DaemonSet whose strategy is OnDelete makes no new pod by itself.
    """
    edits = [step for step in plan.steps if isinstance(step, _OF_THE_TEMPLATE)]
    if not edits or not _is_outdated(node.unread()):
        return plan
    steps: list[Step] = []
    for step in plan.steps:
        if step is edits[0]:
            steps.append(RestartPod())
        elif not isinstance(step, (*_OF_THE_TEMPLATE, RestartPod)):
            steps.append(step)
    vain = tuple(one for one in plan.does_not_help if one is not Ineffective.DELETE_POD)
    return replace(plan, steps=tuple(steps), instead=None, does_not_help=vain)


def _is_outdated(node: NodeView) -> bool:
    listed = node.one(
        WorkloadListed,
        lambda found: found.name in ("calico-node", "canal") and found.updated is not None,
    )
    if listed is None or listed.updated is None or listed.strategy == "RollingUpdate":
        return False
    if listed.updated == 0:
        return listed.desired > 0
    return listed.updated < listed.desired and _is_older_than_the_template(node)


def _is_older_than_the_template(node: NodeView) -> bool:
    pod = node.one(PodCreated, lambda found: found.about.pod == node.pod)
    revision = max(node.all(DaemonSetRevision), key=lambda found: found.number, default=None)
    if pod is None or revision is None or revision.created is None:
        return False
    return pod.created < revision.created
