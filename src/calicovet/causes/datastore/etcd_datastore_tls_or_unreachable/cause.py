"""Calico keeps its data in etcd, and etcd cannot be reached or refuses the certificates."""

from collections.abc import Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign, Unforeseen, denies, hints, indicates, proves
from calicovet.model.commands.shell import command, part
from calicovet.model.facts import (
    ApiCallFailed,
    CallError,
    Milestone,
    MilestoneReached,
    Said,
    SettingSeen,
    StartupSaid,
)
from calicovet.model.failures.how import UNREACHED, How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.shared import (
    API_CLIENTS,
    CERTIFICATE_REFUSED,
    DATASTORE_NOT_CONNECTED,
)
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import (
    AskHuman,
    Ineffective,
    Plan,
    Risk,
    RunKubectl,
    RunOnNode,
)
from calicovet.model.stage import StageId
from calicovet.model.symptoms import DATASTORE_OR_TRAFFIC_FAILS
from calicovet.signals.api_route import is_calicos_own, is_for_etcd
from calicovet.signals.messages import message, only_known

_NAME = "etcd-datastore-tls-or-unreachable"
_DATES = frozenset({CallError.TLS_EXPIRED, CallError.TLS_NOT_YET, CallError.TLS_DATES})
"""A certificate out of its dates is another cause."""
_OF_CALICO = frozenset({"cni-plugin", "kube-controllers"})
_ONLY_ETCD = "etcd cluster is unavailable"
_BARE = "context deadline exceeded"
_PAST = frozenset({Milestone.NODE_READ, Milestone.ADDRESS_CHOSEN, Milestone.STARTUP_FINISHED})


def examine(case: Case) -> Iterator[Sign]:
    node = case.node
    if kubernetes := node.one(SettingSeen, _says_kubernetes):
        yield denies(kubernetes)
        return
    setting = node.one(SettingSeen, _says_etcd)
    call = node.one(ApiCallFailed, lambda found: _went_to_etcd(found, known=setting is not None))
    said = message(node, Said, _NAME)
    told = only_known(call, said)
    if told and setting is not None:
        yield proves(*told, setting, **_words(node, call, said))
    elif call is not None:
        yield indicates(*told, **_words(node, call, said))
    elif said is not None:
        sure = _ONLY_ETCD in said.detail("error").lower() and _is_calicos(node, said)
        sign = indicates if sure else hints
        yield sign(said, **_words(node, call, said))
    elif setting is not None:
        yield from _without_words(node, setting)
    elif bare := node.one(StartupSaid, _has_no_address):
        yield hints(bare, **_words(node, None, None))


def _is_calicos(node: NodeView, said: Said) -> bool:
    """Whether Calico speaks; kube-apiserver has the same words for its own etcd."""
    of_its_log = said.about.container == "calico-node" or said.about.pod.startswith("calico-")
    same_line = node.one(
        StartupSaid, lambda found: found.cited == said.cited and found.key.startswith("ds-")
    )
    return of_its_log or same_line is not None


def _has_no_address(said: StartupSaid) -> bool:
    # Calls to the API server fail with the URL they were for; etcd's client names none.
    return said.key == "ds-client" and said.detail("error").strip() == _BARE


def _without_words(node: NodeView, setting: SettingSeen) -> Iterator[Sign]:
    """etcd is used, and the start goes no further than the place where it is asked."""
    vague = node.one(StartupSaid, _has_no_address) or node.one(
        ApiCallFailed, lambda found: not found.target and is_calicos_own(found)
    )
    skipped = node.one(
        MilestoneReached, lambda found: found.milestone is Milestone.DATASTORE_CHECK_SKIPPED
    )
    if vague is not None:
        yield indicates(vague, setting, **{**_words(node, None, None), "error": _BARE})
    elif skipped is not None and not node.all(
        MilestoneReached, lambda found: found.milestone in _PAST
    ):
        yield hints(skipped, setting, **_words(node, None, None))


def _says_kubernetes(setting: SettingSeen) -> bool:
    return setting.name == "DATASTORE_TYPE" and setting.value.strip("\"'").lower() == "kubernetes"


def _says_etcd(setting: SettingSeen) -> bool:
    if setting.name == "DATASTORE_TYPE":
        return setting.value.strip("\"'").lower().startswith("etcd")
    return setting.name == "ETCD_ENDPOINTS" and bool(setting.value.strip("\"' "))


def _went_to_etcd(call: ApiCallFailed, *, known: bool) -> bool:
    """Whether Calico called an etcd; of unknown speakers the API server is the likelier one."""
    return (
        is_for_etcd(call.target)
        and call.error not in _DATES
        and (is_calicos_own(call) or call.process in _OF_CALICO or (known and not call.process))
    )


def _words(node: NodeView, call: ApiCallFailed | None, said: Said | None) -> dict[str, object]:
    endpoints = _endpoints(node)
    error = said.detail("error") if said is not None else call.error.value if call else "?"
    return {"target": call.target if call and call.target else endpoints, "error": error}


def _endpoints(node: NodeView) -> str:
    setting = node.one(
        SettingSeen, lambda found: found.name == "ETCD_ENDPOINTS" and "://" in found.value
    )
    return setting.value if setting else "etcd"


def plan(case: Case) -> Plan:
    namespace = case.node.namespace or "kube-system"
    call = case.node.one(ApiCallFailed, lambda found: is_for_etcd(found.target))
    known = _endpoints(case.node)
    called = part("https://{target:etcd}", target=call.target if call else part("<etcd>:2379"))
    url = known if "://" in known else called
    # Where install-cni copies them to; the Secret itself is mounted only into the pods.
    tls = "/etc/cni/net.d/calico-tls/etcd-"
    secret = part(
        "kubectl -n {namespace} get secret calico-etcd-secrets -o jsonpath=", namespace=namespace
    )
    return Plan(
        steps=(
            RunKubectl(
                "look-at-the-settings",
                commands=(
                    command(
                        "kubectl -n {namespace} get configmap calico-config -o yaml | grep etcd",
                        namespace=namespace,
                    ),
                    # Names and sizes; the key must not be printed.
                    command(
                        "kubectl -n {namespace} describe secret calico-etcd-secrets",
                        namespace=namespace,
                    ),
                    command("{secret}'{{.data.etcd-ca}}' | base64 -d | head -1", secret=secret),
                    command("{secret}'{{.data.etcd-cert}}' | base64 -d | head -1", secret=secret),
                ),
                risk=Risk.NONE,
            ),
            RunOnNode(
                "try-etcd",
                commands=(
                    command(
                        "ETCDCTL_API=3 etcdctl --endpoints {url:etcd} --cacert {tls}ca --cert {tls}cert"
                        " --key {tls}key endpoint health",
                        url=url,
                        tls=tls,
                    ),
                ),
                risk=Risk.NONE,
            ),
            AskHuman("correct-it", risk=Risk.ROLLS_ALL_NODES),
        ),
        does_not_help=(
            Ineffective.DELETE_POD,
            Ineffective.RESTART_KUBELET,
            Ineffective.CHANGE_ADDRESS,
        ),
    )


CAUSE = Cause(
    name=_NAME,
    code="DAT014",
    stage=StageId.IPAM_UPGRADED,
    shows_as=DATASTORE_OR_TRAFFIC_FAILS,
    reads=(SettingSeen, ApiCallFailed, Said, StartupSaid, MilestoneReached),
    decided_by=(SettingSeen,),
    failures=(
        DATASTORE_NOT_CONNECTED,
        fails(
            *UNREACHED,
            *CERTIFICATE_REFUSED,
            How.SLOW,
            How.RESET,
            How.EOF,
            How.NO_SERVER,
            How.NOT_TLS,
            How.UNAUTHORIZED,
            thing=ThingClass.ETCD,
        ),
        fails(
            How.REFUSED,
            How.TIMED_OUT,
            How.NO_ROUTE,
            thing=ThingClass.DATASTORE,
            value="",
            by=API_CLIENTS,
        ),
        fails(How.MISMATCH, How.INVALID_VALUE, thing=ThingClass.ETCD),
    ),
    examine=examine,
    plan=plan,
    explains=("felix-datastore-unreachable",),
    prior=0.3,
    unforeseen=Unforeseen.NEEDS_SESSION,
)
