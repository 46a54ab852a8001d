"""A proxy stands between Calico and the API server, because nobody told it to stay out."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, indicates, proves
from calicovet.model.facts import Said
from calicovet.model.plan import Plan, RestartPod, RestartUnit, Risk, RunOnNode, Vain
from calicovet.model.shell import command, part
from calicovet.model.stage import Shape, StageId
from calicovet.startup.runtime_units import units_of_runtime

_KEY = "api-proxy-env"
_INSIDE = "10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,.svc,.cluster.local,localhost,127.0.0.1"


def examine(case: Case) -> Iterator[Sign]:
    said = case.node.one(Said, lambda found: found.key == _KEY)
    if said is not None:
        yield proves(said, error=f"proxyconnect tcp: {said.detail('error')}"[:160])
        return
    # The API server names the user it refuses; a bare word is somebody else's.
    status = case.node.one(Said, lambda found: found.key == f"{_KEY}:status")
    if status is not None:
        yield indicates(status, error=status.detail("error"))


def plan(case: Case) -> Plan:
    unit = units_of_runtime(case.node.unread())[-1]
    folder = f"/etc/systemd/system/{unit}.service.d"
    # Of several drop-ins the last by name wins, and people call theirs proxy.conf.
    place = f"{folder}/zz-no-proxy.conf"
    return Plan(
        steps=(
            RunOnNode(
                "find-the-proxy",
                commands=(
                    "systemctl show containerd docker crio kubelet -p Environment | grep -i proxy",
                    "grep -rni proxy /etc/systemd/system/*.service.d /etc/environment 2>/dev/null",
                ),
                risk=Risk.NONE,
            ),
            RunOnNode(
                "stay-out",
                commands=(
                    command("mkdir -p {folder}", folder=folder),
                    # What it has kept out so far stays out; in capitals it hides the one in small letters.
                    command(
                        "old=$(systemctl show {unit} -p Environment --value | tr ' ' '\\n'"
                        " | sed -n 's/^\"*no_proxy=//Ip' | tr -d '\"' | paste -sd, -)",
                        unit=unit,
                    ),
                    command(
                        "printf '[Service]\\nEnvironment=\"NO_PROXY=%s\"\\n'"
                        ' "${{old:+$old,}}{inside}" > {place}',
                        inside=part(_INSIDE),
                        place=place,
                    ),
                    "systemctl daemon-reload",
                ),
                undo=(
                    "systemctl daemon-reload",
                    command("systemctl restart {unit} kubelet", unit=unit),
                ),
                makes=(place,),
                saw=command("[ ! -e {place} ]", place=place),
            ),
            RestartUnit((unit, "kubelet")),
            RestartPod(),
        ),
        does_not_help=(Vain.DELETE_POD, Vain.REINSTALL_CALICO, Vain.RESET_NODE),
    )


CAUSE = Cause(
    name="api-proxy-env",
    stage=StageId.IPAM_UPGRADED,
    shows_as=frozenset(
        {
            Shape.INIT_STUCK,
            Shape.INIT_FAILING,
            Shape.EXITS_AT_STARTUP,
            Shape.STUCK_AT_STARTUP,
            Shape.KILLED_BEFORE_FELIX,
            Shape.RUNNING_NOT_READY,
            Shape.READY_BUT_FLAPPING,
            Shape.READY_BUT_BROKEN,
        }
    ),
    reads=(Said,),
    examine=examine,
    plan=plan,
    explains=(
        "ipamup-node-or-api-unreachable",
        "felix-datastore-unreachable",
        "api-endpoint-unreachable",
        "ds-kubeadm-config-timeout",
    ),
    prior=0.6,
)
