"""The kubelet hands out systemd's cgroup paths, and the runtime takes them for directories."""

from collections.abc import Iterator

from calicovet.model.case import Case, NodeView
from calicovet.model.cause import Cause, Sign, denies, hints, indicates, proves
from calicovet.model.facts import (
    Claimed,
    ContainerCgroup,
    KubeletCgroupDriver,
    KubeletVersion,
    RuntimeCgroupDriver,
    RuntimeSaid,
    RuntimeVersion,
    Topic,
)
from calicovet.model.failures.how import How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.shared import CONTAINER_KILLED
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import Ineffective, Plan, RestartPod, RestartUnit, RunOnNode
from calicovet.model.stage import StageId
from calicovet.model.symptoms import KILLED_REPEATEDLY
from calicovet.signals.messages import message
from calicovet.startup.versions import kubelet_follows_runtime

_CONFIG = "/etc/containerd/config.toml"
_PATH = "rt-systemd-cgroup-silent-kill:path"


def examine(case: Case) -> Iterator[Sign]:
    path = case.node.one(ContainerCgroup, _tells_the_driver)
    if path is not None:
        # The effect decides alone: what the files say may not have been read yet.
        fault = path.is_slice_under_cgroupfs
        yield proves(path, kubelet="systemd", runtime="cgroupfs") if fault else denies(path)
        return
    if (quoted := message(case.node, RuntimeSaid, _PATH)) is not None:
        yield proves(quoted, kubelet="systemd", runtime="cgroupfs")
        return
    kubelet = case.node.one(KubeletCgroupDriver)
    runtime = case.node.one(RuntimeCgroupDriver)
    if kubelet is not None and kubelet.driver != "systemd":
        yield denies(kubelet)
    elif runtime is not None and runtime.driver != "cgroupfs":
        yield denies(runtime)
    elif runtime is not None:
        yield _disagreement(case.node, kubelet, runtime)
    elif new := case.node.one(Claimed, lambda found: found.topic is Topic.NEW_NODE):
        yield hints(new, kubelet=kubelet.driver if kubelet else "?", runtime="?")


def _tells_the_driver(path: ContainerCgroup) -> bool:
    # A login session ends in .scope too; a container's scope bears the runtime's name.
    made_by_systemd = path.is_scope and any(
        f"{runtime}-" in path.path for runtime in ("cri-containerd", "docker", "crio", "libpod")
    )
    return path.is_slice_under_cgroupfs or made_by_systemd


def _disagreement(
    node: NodeView, kubelet: KubeletCgroupDriver | None, runtime: RuntimeCgroupDriver
) -> Sign:
    if kubelet is None:
        # Most kubelets use systemd, but this one's driver was not shown.
        return hints(runtime, kubelet="?", runtime=runtime.driver)
    words = {"kubelet": kubelet.driver, "runtime": runtime.driver}
    if runtime.runtime == "docker":
        # What speaks to docker for the kubelet may take the driver from it, or refuse to run.
        return hints(kubelet, runtime, **words)
    follows = _follows_runtime(node, runtime.runtime)
    if follows:
        return denies(kubelet, runtime)
    sign = indicates if follows is None else proves
    return sign(kubelet, runtime, **words)


def _follows_runtime(node: NodeView, name: str) -> bool | None:
    """Whether this kubelet takes the driver from its runtime; None: not known."""
    kubelet, runtime = node.one(KubeletVersion), node.one(RuntimeVersion)
    return kubelet_follows_runtime(
        kubelet.version if kubelet else _said(node, Topic.KUBERNETES_VERSION),
        runtime.version if runtime else f"{name}://{_said(node, Topic.RUNTIME_VERSION)}",
    )


def _said(node: NodeView, topic: Topic) -> str:
    claim = node.one(Claimed, lambda found: found.topic is topic)
    return claim.value if claim else ""


CAUSE = Cause(
    name="rt-systemd-cgroup-silent-kill",
    code="RUN001",
    stage=StageId.SANDBOX_READY,
    shows_as=KILLED_REPEATEDLY,
    reads=(
        ContainerCgroup,
        RuntimeSaid,
        KubeletCgroupDriver,
        RuntimeCgroupDriver,
        KubeletVersion,
        RuntimeVersion,
    ),
    decided_by=(
        KubeletCgroupDriver,
        RuntimeCgroupDriver,
    ),
    failures=(
        fails(
            How.MISMATCH,
            How.CONFLICT,
            thing=(ThingClass.CGROUP, ThingClass.CONFIG),
            value=("cgroupdriver", ""),
        ),
        *CONTAINER_KILLED,
    ),
    examine=examine,
    plan=Plan(
        steps=(
            RunOnNode(
                "set-systemd-cgroup",
                commands=(
                    # A package's stub has no plugins at all; one without the key has the table.
                    f"grep -qs plugins {_CONFIG} || containerd config default > {_CONFIG}",
                    f"sed -i -E 's/(SystemdCgroup *= *)false/\\1true/' {_CONFIG}",
                    f"grep -q SystemdCgroup {_CONFIG}"
                    f" || sed -i '/runc\\.options\\]/a SystemdCgroup = true' {_CONFIG}",
                    f"grep -E 'SystemdCgroup *= *true' {_CONFIG}",
                ),
                undo=("systemctl restart containerd kubelet",),
                edits=(_CONFIG,),
                saw=f"! grep -qsE 'SystemdCgroup *= *true' {_CONFIG}",
            ),
            RestartUnit(("containerd", "kubelet")),
            RestartPod(),
        ),
        does_not_help=(
            Ineffective.DELETE_POD,
            Ineffective.RESTART_KUBELET,
            Ineffective.RESET_NODE,
            Ineffective.REINSTALL_CALICO,
            Ineffective.LOAD_MODULE,
        ),
    ),
    prior=1.5,
)
