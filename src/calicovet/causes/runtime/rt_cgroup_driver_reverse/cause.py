"""The runtime wants systemd's cgroup paths, and the kubelet hands out plain ones."""

from collections.abc import Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign, denies, proves
from calicovet.model.commands.shell import command
from calicovet.model.facts import (
    KubeletCgroupDriver,
    KubeletSaid,
    KubeletVersion,
    RuntimeCgroupDriver,
    RuntimeSaid,
    RuntimeVersion,
    Said,
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
    RestartUnit,
    RunOnNode,
)
from calicovet.model.stage import Shape, StageId
from calicovet.signals.messages import message
from calicovet.startup.versions import kubelet_follows_runtime

_KEY = "rt-cgroup-driver-reverse"
_CONFIG = "/var/lib/kubelet/config.yaml"
_RUNTIME = "/etc/containerd/config.toml"
_SYSTEMD = "[ -d /run/systemd/system ]"


def examine(case: Case) -> Iterator[Sign]:
    said: Said | None = case.node.one(RuntimeSaid, _is_refusal)
    said = said or case.node.one(KubeletSaid, _is_refusal)
    if said is not None:
        # No other program prints this message.
        yield proves(
            said,
            kubelet=said.detail("kubelet") or "cgroupfs",
            runtime=said.detail("runtime") or "systemd",
        )
        return
    kubelet = case.node.one(KubeletCgroupDriver)
    runtime = case.node.one(RuntimeCgroupDriver)
    if kubelet is not None and kubelet.driver == "systemd":
        yield denies(kubelet)
    elif runtime is not None and runtime.driver == "cgroupfs":
        yield denies(runtime)
    elif kubelet is not None and runtime is not None and _follows_runtime(case.node):
        # What its file says is not asked.
        yield denies(kubelet, runtime)
    elif kubelet is not None and runtime is not None:
        yield proves(kubelet, runtime, kubelet=kubelet.driver, runtime=runtime.driver)


def _follows_runtime(node: NodeView) -> bool:
    """Whether this kubelet is known to take the driver from its runtime."""
    kubelet, runtime = node.one(KubeletVersion), node.one(RuntimeVersion)
    if kubelet is None or runtime is None:
        return False
    return kubelet_follows_runtime(kubelet.version, runtime.version) is True


def _is_refusal(said: Said) -> bool:
    return said.key.startswith(_KEY)


def plan(case: Case) -> Plan:
    refused = case.node.one(KubeletSaid, _is_refusal) or message(
        case.node, RuntimeSaid, f"{_KEY}:docker"
    )
    if refused is not None and refused.detail("runtime") == "cgroupfs":
        return Plan(
            steps=(AskHuman("align-docker"), RestartUnit(("docker", "kubelet")), RestartPod()),
            does_not_help=(Ineffective.DELETE_POD, Ineffective.REINSTALL_CALICO),
        )
    runtime = "docker" if refused else "containerd"
    return Plan(
        steps=(
            RunOnNode(
                "align-the-kubelet",
                commands=(
                    # Where systemd does not run the host, it keeps no cgroups either.
                    f"! {_SYSTEMD} || sed -i '/^cgroupDriver:/d;$a cgroupDriver: systemd' {_CONFIG}",
                    f"{_SYSTEMD} || sed -i -E 's/(SystemdCgroup *= *)true/\\1false/' {_RUNTIME}",
                ),
                undo=(command("systemctl restart {runtime} kubelet", runtime=runtime),),
                edits=(_CONFIG,) if refused else (_CONFIG, _RUNTIME),
                saw=f"{{ {_SYSTEMD} && ! grep -q '^cgroupDriver: systemd' {_CONFIG}; }}"
                f" || {{ ! {_SYSTEMD} && grep -qE 'SystemdCgroup *= *true' {_RUNTIME}; }}",
            ),
            RestartUnit((runtime, "kubelet")),
            RestartPod(),
        ),
        does_not_help=(Ineffective.DELETE_POD, Ineffective.REINSTALL_CALICO),
    )


CAUSE = Cause(
    name="rt-cgroup-driver-reverse",
    code="RUN002",
    stage=StageId.SANDBOX_READY,
    shows_as=frozenset({Shape.PENDING, Shape.CONTAINER_NOT_CREATED, Shape.INIT_FAILING}),
    reads=(
        RuntimeSaid,
        KubeletSaid,
        KubeletCgroupDriver,
        RuntimeCgroupDriver,
        KubeletVersion,
        RuntimeVersion,
    ),
    decided_by=(KubeletSaid, RuntimeSaid),
    failures=(
        fails(How.MISMATCH, thing=ThingClass.CGROUP, saying="slice as parent"),
        fails(
            How.MISMATCH,
            How.CONFLICT,
            thing=(ThingClass.CGROUP, ThingClass.CONFIG),
            value=("cgroupdriver", ""),
        ),
        fails(
            How.INVALID_VALUE,
            How.INVALID_ARGUMENT,
            thing=ThingClass.CGROUP,
            by=(Speaker.RUNTIME, Speaker.KUBELET),
        ),
    ),
    examine=examine,
    plan=plan,
    prior=0.6,
)
