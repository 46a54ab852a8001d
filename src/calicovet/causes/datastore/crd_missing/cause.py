"""The API server does not know a resource that this release of Calico needs."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Scope, Sign, denies, hints, indicates, proves
from calicovet.model.facts import CrdListed, CrdNotServed, StartupSaid
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.shared import CALICOS_KINDS
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import (
    AskHuman,
    Ineffective,
    Plan,
    RestartPod,
    Risk,
    RunKubectl,
)
from calicovet.model.stage import StageId
from calicovet.model.symptoms import DATASTORE_FAILS
from calicovet.signals.api_route import is_calicos_own
from calicovet.signals.messages import message

_CALICOS_OTHERS = frozenset({"typha", "kube-controllers", "operator", "cni-plugin"})


def examine(case: Case) -> Iterator[Sign]:
    missing = case.node.one(CrdNotServed)
    if missing is None:
        defaults = message(case.node, StartupSaid, "crd-missing:defaults")
        if defaults is not None:
            yield hints(defaults, resource="?")
        return
    listed = case.node.one(CrdListed, lambda found: _is_the_same(found.name, missing.resource))
    if listed is not None:
        yield denies(listed)
        return
    calicos = is_calicos_own(missing) or missing.process in _CALICOS_OTHERS
    # From kubectl the message means the same, but not that calico-node waits for it.
    sign = proves if calicos else indicates
    yield sign(missing, resource=missing.resource)


def _is_the_same(listed: str, resource: str) -> bool:
    """Whether a CRD is the one that was asked for, be it by resource or by kind."""
    plural = listed.partition(".")[0]
    return "crd.projectcalico.org" in listed and plural in (
        resource,
        f"{resource}s",
        f"{resource}es",
        f"{resource.removesuffix('y')}ies",
    )


CAUSE = Cause(
    name="crd-missing",
    code="DAT006",
    stage=StageId.IPAM_UPGRADED,
    shows_as=DATASTORE_FAILS,
    reads=(CrdNotServed, CrdListed, StartupSaid),
    failures=(
        fails(How.NOT_SERVED, thing=ThingClass.RESOURCE, value=CALICOS_KINDS),
        fails(
            How.NOT_FOUND, How.MISSING, thing=ThingClass.RESOURCE, value="customresourcedefinitions"
        ),
    ),
    examine=examine,
    plan=Plan(
        steps=(
            RunKubectl(
                "list-the-crds",
                commands=("kubectl get crd | grep projectcalico.org",),
                risk=Risk.NONE,
            ),
            AskHuman("apply-the-crds", risk=Risk.CLUSTER_WIDE),
            RestartPod(),
        ),
        does_not_help=(Ineffective.DELETE_POD, Ineffective.RESET_NODE, Ineffective.CHANGE_ADDRESS),
    ),
    scope=Scope.CLUSTER,
    explains=("ds-migration-or-ipam-upgrade-failed",),
    prior=0.6,
)
