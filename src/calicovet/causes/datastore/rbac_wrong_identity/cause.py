"""calico-node authenticates to the API server with another identity than its service account."""

import re
from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, Unforeseen, indicates, proves
from calicovet.model.commands.shell import command
from calicovet.model.facts import AccessForbidden
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.shared import api_fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import AskHuman, Ineffective, Plan, Risk, RunKubectl
from calicovet.model.stage import StageId
from calicovet.model.symptoms import DATASTORE_OR_TRAFFIC_FAILS
from calicovet.signals.api_route import is_calicos_own

_STRANGER = re.compile(
    r"system:(?:node:[\w.-]+|anonymous|unauthenticated|serviceaccount:[\w-]+:default)"
)
_OUR_ACCOUNT = re.compile(r"system:serviceaccount:[\w-]+:[\w-]*(?:calico|canal|tigera)[\w-]*")
_CALICOS_GROUP = "projectcalico.org"
_CALICOS = frozenset({"ippools", "clusterinformations", "felixconfigurations"})
_EVERYBODYS = frozenset({"nodes", "pods"})


def examine(case: Case) -> Iterator[Sign]:
    for refused in case.node.all(AccessForbidden, _is_of_interest):
        # The name of a node or user is never deliberate; another account may be.
        sign = proves if _STRANGER.fullmatch(refused.user) else indicates
        yield sign(
            refused,
            user=refused.user,
            verb=refused.verb,
            resource=f"{refused.resource}.{refused.group}" if refused.group else refused.resource,
        )
        return


def _is_of_interest(refused: AccessForbidden) -> bool:
    if _OUR_ACCOUNT.fullmatch(refused.user):
        return False
    calicos_thing = refused.group.endswith(_CALICOS_GROUP) or refused.resource in _CALICOS
    if is_calicos_own(refused):
        return calicos_thing or refused.resource.partition("/")[0] in _EVERYBODYS
    # In other mouths, nodes and pods are refused for reasons that are not ours.
    named = _STRANGER.fullmatch(refused.user) is not None
    return named and calicos_thing and refused.process in ("", "cni-plugin")


def plan(case: Case) -> Plan:
    namespace = case.node.namespace or "kube-system"
    template = "{.spec.template.spec.serviceAccountName}"
    return Plan(
        steps=(
            RunKubectl(
                "who-speaks",
                commands=(
                    command(
                        "kubectl -n {namespace} get daemonset calico-node -o jsonpath={template}",
                        namespace=namespace,
                        template=template,
                    ),
                    command(
                        "kubectl -n {namespace} set env daemonset/calico-node --list"
                        " | grep -e KUBECONFIG -e K8S_API",
                        namespace=namespace,
                    ),
                ),
                risk=Risk.NONE,
            ),
            AskHuman("give-back-the-account", risk=Risk.ROLLS_ALL_NODES),
        ),
        does_not_help=(
            Ineffective.DELETE_POD,
            Ineffective.RESET_NODE,
            Ineffective.EDIT_DAEMONSET_UNDER_OPERATOR,
        ),
    )


CAUSE = Cause(
    name="rbac-wrong-identity",
    code="DAT012",
    stage=StageId.IPAM_UPGRADED,
    shows_as=DATASTORE_OR_TRAFFIC_FAILS,
    reads=(AccessForbidden,),
    failures=(
        fails(How.FORBIDDEN, thing=ThingClass.RESOURCE),
        api_fails(How.FORBIDDEN),
    ),
    examine=examine,
    plan=plan,
    explains=("ipamup-node-or-api-unreachable", "ds-networkunavailable-stuck"),
    prior=0.5,
    unforeseen=Unforeseen.IN_SECRETS,
)
