"""The token in the CNI plugin's kubeconfig on the host is no longer accepted."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign, Unforeseen, denies, hints, indicates, proves
from calicovet.model.facts import (
    ApiCallFailed,
    BeingDeleted,
    CallError,
    CniInstallSaid,
    CniPluginSaid,
    ContainerState,
    ControllersSaid,
    Fact,
    LogShown,
    PodListed,
)
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.provenance import Speaker
from calicovet.model.remediation.plan import (
    AskHuman,
    Ineffective,
    Plan,
    RestartPod,
    Risk,
    RunOnNode,
)
from calicovet.model.stage import StageId
from calicovet.model.symptoms import RUNS_BUT_FAILS
from calicovet.signals.api_route import is_calicos_own
from calicovet.signals.cni_plugin_log import CONTAINER, went_on
from calicovet.signals.messages import message

_NAME = "cni-kubeconfig-token-stale"
_FILE = "/etc/cni/net.d/calico-kubeconfig"
_LIFETIME = timedelta(hours=24)
"""So long the token is good that install-cni asks for; a pod that is younger wrote one that still holds."""


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    said = message(node, CniPluginSaid, _NAME)
    if said is None:
        return
    if (since := went_on(node, _NAME)) is not None:
        yield denies(since)
        return
    words = {"file": _FILE, "error": said.detail("error")}
    going = node.one(BeingDeleted, lambda found: found.kind == "ServiceAccount")
    if going is not None:
        yield denies(going)
        return
    decoded = message(node, ControllersSaid, f"{_NAME}:decoded")
    if decoded is not None and said.at is not None:
        over = _end(decoded) < said.at
        yield proves(said, decoded, **words) if over else denies(decoded)
        return
    expired = message(node, ControllersSaid, f"{_NAME}:expired")
    listed = node.one(PodListed)
    if expired is not None:
        yield proves(said, expired, **words)
    elif _is_refused_itself(node):
        yield hints(said, **words)
    elif listed is not None and _is_old_and_well(listed):
        yield proves(said, listed, **words)
    elif later := _refused_after_start(node):
        # Young as it is, calico-node works with its own token, and the plugin's is refused.
        sign = proves if later[0].about.container == CONTAINER else indicates
        yield sign(*later, **words)
    elif listed is not None:
        # It is too young for an old token, or it has other troubles.
        yield hints(said, **words)
    else:
        watcher = message(node, CniInstallSaid, "cni-token-failed:watcher")
        # A lone refusal has many reasons.
        yield indicates(said, watcher, **words) if watcher else hints(said, **words)


def _end(decoded: ControllersSaid) -> datetime:
    return datetime.fromtimestamp(int(decoded.detail("exp")), UTC)


def _is_refused_itself(node: NodeView) -> bool:
    return (
        node.one(
            ApiCallFailed,
            lambda found: found.error is CallError.UNAUTHORIZED and is_calicos_own(found),
        )
        is not None
    )


def _refused_after_start(node: NodeView) -> tuple[Fact, ...]:
    """The plugin's refusal and calico-node's state, where that was ready and older than the refusal."""
    well = node.one(
        ContainerState,
        lambda found: found.about.container == "calico-node" and found.ready is True,
    )
    if well is None or well.started is None:
        return ()
    started = well.started
    said = node.one(
        CniPluginSaid,
        lambda found: found.key == _NAME and found.at is not None and found.at > started,
    )
    return (said, well) if said is not None else ()


def _is_old_and_well(listed: PodListed) -> bool:
    return 0 < listed.total == listed.ready and listed.age is not None and listed.age >= _LIFETIME


CAUSE = Cause(
    name=_NAME,
    code="INI007",
    stage=StageId.CNI_INSTALLED,
    shows_as=RUNS_BUT_FAILS,
    reads=(
        CniPluginSaid,
        CniInstallSaid,
        ControllersSaid,
        BeingDeleted,
        ApiCallFailed,
        PodListed,
        LogShown,
        ContainerState,
    ),
    decided_by=(CniPluginSaid,),
    failures=(
        fails(
            How.UNAUTHORIZED,
            thing=(ThingClass.API_SERVER, ThingClass.DATASTORE, ThingClass.TOKEN),
            by=Speaker.CNI_PLUGIN,
        ),
    ),
    examine=examine,
    plan=Plan(
        steps=(
            RunOnNode(
                "look-at-the-token",
                commands=(
                    f"ls -l --time-style=full-iso {_FILE}",
                    # A token is coded for URLs and not padded, which base64 complains of.
                    f"grep token: {_FILE} | cut -d. -f2 | tr _- /+ | base64 -d 2>/dev/null; echo",
                    "date -u +%s",
                ),
                risk=Risk.NONE,
            ),
            RestartPod(),
            AskHuman("keep-it-fresh"),
        ),
        does_not_help=(
            Ineffective.RESTART_KUBELET,
            Ineffective.RESET_NODE,
            Ineffective.CHANGE_ADDRESS,
        ),
    ),
    caused_by=("host-time-skew",),
    prior=0.5,
    unforeseen=Unforeseen.IN_SECRETS,
)
