"""Calico calls the API server through a proxy, because NO_PROXY does not exempt it."""

from collections.abc import Iterator

from calicovet.model.case import Case
from calicovet.model.cause import Cause, Sign, Unforeseen, indicates, proves
from calicovet.model.commands.shell import command, part
from calicovet.model.facts import Said
from calicovet.model.failures.how import UNREACHED, How
from calicovet.model.failures.pattern import fails
from calicovet.model.failures.shared import API_CLIENTS, api_fails
from calicovet.model.failures.thing import ThingClass
from calicovet.model.remediation.plan import (
    Ineffective,
    Plan,
    RestartPod,
    RestartUnit,
    Risk,
    RunOnNode,
)
from calicovet.model.stage import StageId
from calicovet.model.symptoms import DATASTORE_FAILS_AT_TIMES
from calicovet.signals.messages import message
from calicovet.signals.runtime_units import units_of_runtime

_KEY = "api-proxy-env"
_INSIDE = "10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,.svc,.cluster.local,localhost,127.0.0.1"


def examine(case: Case) -> Iterator[Sign]:
    said = message(case.node, Said, _KEY)
    if said is not None:
        yield proves(said, error=f"proxyconnect tcp: {said.detail('error')}"[:160])
        return
    # The API server names the user it refuses; a bare word is from another program.
    status = message(case.node, Said, f"{_KEY}:status")
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
        does_not_help=(
            Ineffective.DELETE_POD,
            Ineffective.REINSTALL_CALICO,
            Ineffective.RESET_NODE,
        ),
    )


CAUSE = Cause(
    name="api-proxy-env",
    code="DAT020",
    stage=StageId.IPAM_UPGRADED,
    shows_as=DATASTORE_FAILS_AT_TIMES,
    reads=(Said,),
    failures=(
        fails(
            *UNREACHED,
            How.FAILED,
            How.FORBIDDEN,
            How.SERVER_ERROR,
            How.UNAUTHORIZED,
            How.NOT_RESOLVED,
            How.FOREIGN_ANSWER,
            How.SLOW,
            How.EOF,
            How.RESET,
            thing=ThingClass.PROXY,
            by=API_CLIENTS,
        ),
        api_fails(How.SERVER_ERROR, How.FORBIDDEN, How.FOREIGN_ANSWER, How.NOT_TLS),
        fails(How.INVALID_VALUE, How.MISMATCH, How.MISSING, thing=ThingClass.PROXY),
    ),
    examine=examine,
    plan=plan,
    explains=(
        "ipamup-node-or-api-unreachable",
        "felix-datastore-unreachable",
        "api-endpoint-unreachable",
        "ds-kubeadm-config-timeout",
    ),
    prior=0.6,
    unforeseen=Unforeseen.ONLY_READER_JUDGES,
)
