"""Diagnoses by hand, as the engine would give them, with their offers."""

from dataclasses import replace
from datetime import UTC, datetime
from ipaddress import IPv4Interface

from calicovet.model.cause import proves
from calicovet.model.diagnosis import (
    Change,
    Contradiction,
    Diagnosis,
    NamedCause,
    NodeDiagnosis,
    NodeState,
    Recovery,
    RedHerring,
    Summary,
    SummaryVerdict,
)
from calicovet.model.evidence import EvidenceKind, Gap, GapReason, Request
from calicovet.model.facts import CalicoAddress, Citation, KernelVersion, OwnerKind
from calicovet.model.finding import (
    Answer,
    Contrast,
    Difference,
    Exhibit,
    Extent,
    Finding,
    NextQuestion,
    Verdict,
)
from calicovet.model.remediation.plan import (
    AskHuman,
    Ineffective,
    Plan,
    RestartPod,
    SetSetting,
    Setting,
)
from calicovet.model.stage import Localisation, Shape, StageId, StageState
from calicovet.model.subject import Subject
from calicovet.remedy.offers import with_offers

_ADDRESS = CalicoAddress(
    about=Subject(node="node-b"),
    cited=(Citation("e1", 41),),
    address=IPv4Interface("10.9.0.1/24"),
)

_STAGES = Localisation(
    states={
        stage: StageState.FAILED
        if stage in (StageId.BGP_ESTABLISHED, StageId.PROBES_PASSING)
        else StageState.UNKNOWN
        if stage is StageId.NETWORK_AVAILABLE
        else StageState.PASSED
        for stage in StageId
    },
    frontier=(StageId.BGP_ESTABLISHED, StageId.PROBES_PASSING),
    shape=Shape.RUNNING_NOT_READY,
)

_STUCK = Localisation(
    states={
        stage: StageState.PASSED
        if stage in (StageId.POD_CREATED, StageId.POD_BOUND, StageId.SANDBOX_READY)
        else StageState.STUCK
        if stage is StageId.IPAM_UPGRADED
        else StageState.SKIPPED
        if stage in (StageId.IMAGES_PRESENT, StageId.BPF_PREPARED)
        else StageState.NOT_REACHED
        for stage in StageId
    },
    frontier=(StageId.IPAM_UPGRADED,),
    shape=Shape.INIT_STUCK,
)

WRONG_BRIDGE = Finding(
    name="ip-wrong-bridge",
    code="ADR003",
    verdict=Verdict.PROVEN,
    stage=StageId.ADDRESS_CHOSEN,
    signs=(proves(_ADDRESS),),
    evidence=(
        Exhibit(
            "paste.md:41",
            "projectcalico.org/IPv4Address: 10.9.0.1/24",
            "kubectl get nodes",
            (Extent(31, 42),),
        ),
        Exhibit(
            "paste.md:97",
            "41: nerdctl0 inet 10.9.0.1/24",
            "ip addr",
            (Extent(4, 12), Extent(18, 29)),
        ),
        Exhibit("paste.md:2", "it began when nerdctl was installed", "you say"),
    ),
    contrast=Contrast(absent_on=("node-a", "node-c")),
    explains=("bgp-peer-is-the-sick-one",),
    details={"address": "10.9.0.1", "link": "nerdctl0", "expected": "192.0.2.12"},
    plan=Plan(
        steps=(SetSetting(Setting.ADDRESS_AUTODETECTION_V4, "kubernetes-internal-ip"),),
        instead=Plan(steps=(AskHuman("no-such-step"), RestartPod())),
        does_not_help=(Ineffective.DELETE_POD, Ineffective.EDIT_DAEMONSET_UNDER_OPERATOR),
        untried=("node-c",),
    ),
)

_SICK = NodeDiagnosis(
    node="node-b",
    pod="calico-system/calico-node-x7k2p",
    state=NodeState.SICK,
    status="Running 0/1",
    restarts=0,
    age="3d",
    stages=_STAGES,
    findings=(WRONG_BRIDGE,),
)

HEALTHY = NodeDiagnosis(node="node-a", state=NodeState.HEALTHY)

UNKNOWN = NodeDiagnosis(
    node="jenny",
    pod="kube-system/calico-node-kz8ft",
    state=NodeState.SICK,
    status="Init:0/3",
    restarts=0,
    age="36m",
    stages=_STUCK,
    findings=(
        replace(
            WRONG_BRIDGE,
            name="rt-runtime-hung",
            code="RUN003",
            verdict=Verdict.POSSIBLE,
            evidence=(),
            explains=(),
            plan=None,
        ),
    ),
    differences=(
        Difference(
            KernelVersion(about=Subject(node="jenny"), version="3.10.0"),
            0.0,
            Exhibit("paste.md:9", "", "uname -r"),
        ),
        Difference(
            KernelVersion(about=Subject(node="jenny"), version="3.10.0"),
            0.25,
            Exhibit("paste.md:10", "kernel 3.10.0", "uname -r"),
        ),
    ),
    look_at=(Exhibit("paste.md:80", "panic: nobody knows this one", "kubectl logs"),),
    next=NextQuestion(
        command="kubectl -n kube-system logs calico-node-kz8ft -c upgrade-ipam --tail=50",
        requests=(
            Request(EvidenceKind.CALICO_LOG, Subject(node="jenny", container="upgrade-ipam")),
        ),
        decides_between=("rt-runtime-hung", "ip-wrong-bridge"),
        answers=(Answer("rt-runtime-hung"), Answer("ip-wrong-bridge")),
        key="calico-log",
    ),
    since=datetime(2026, 11, 16, 9, 14, tzinfo=UTC),
    changes=(
        Change(
            key="revision",
            at=datetime(2026, 11, 16, 9, 12, 1, tzinfo=UTC),
            exhibit=Exhibit("paste.md:60", 'creationTimestamp: "2026-11-16T09:12:01Z"'),
            details={"name": "calico-node", "number": "7"},
            parts=("env IP_AUTODETECTION_METHOD: first-found -> interface=eth0",),
        ),
    ),
)

HERRING = RedHerring(
    "sctp-modprobe",
    Exhibit(
        "paste.md:31",
        "2024-11-11 02:54:08.708 [INFO][119] felix/int_dataplane.go 1965: attempted to modprobe nf_conntrack_proto_sctp error=exit status 1",
        "kubectl logs",
    ),
)

EXPLAINED = with_offers(
    Diagnosis(
        summary=Summary(
            SummaryVerdict.EXPLAINED,
            (NamedCause("ip-wrong-bridge", "ADR003", Verdict.PROVEN, ("node-b",)),),
            sick=1,
            healthy=2,
        ),
        nodes=(
            _SICK,
            NodeDiagnosis(node="node-d", state=NodeState.SICK, victim_of="node-b"),
            HEALTHY,
            NodeDiagnosis(
                node="node-c",
                state=NodeState.HEALTHY,
                recovery=Recovery(
                    status="CrashLoopBackOff 0/1",
                    ended_by=(Exhibit("paste.md:41", "systemctl restart containerd"),),
                ),
            ),
        ),
        red_herrings=(HERRING,),
        contradictions=(
            Contradiction(
                "version-claimed-and-seen",
                (Exhibit("paste.md:3", "v3.15.1"), Exhibit("paste.md:29", "v3.27.0")),
                {"claimed": "v3.15.1", "seen": "v3.27.0"},
            ),
        ),
        gaps=(
            Gap(
                Request(EvidenceKind.PASTE),
                GapReason.FORBIDDEN,
                "kubelet.log: no permission",
                "sudo",
            ),
            Gap(Request(EvidenceKind.LOAD, Subject(node="node-b")), GapReason.ABSENT),
        ),
        owner=OwnerKind.OPERATOR,
        namespace="calico-system",
        pods=3,
        crashed_causes=("dp-mtu-mismatch",),
        facts=(
            (_ADDRESS, Exhibit("paste.md:41", "IPv4Address: 10.9.0.1/24", "kubectl get nodes")),
        ),
    )
)

SICK = EXPLAINED.nodes[0]

UNEXPLAINED = Diagnosis(
    summary=Summary(SummaryVerdict.UNEXPLAINED, sick=1),
    nodes=(UNKNOWN,),
    red_herrings=(HERRING,),
    taken_at=datetime(2026, 11, 16, 11, 19, tzinfo=UTC),
)

FINE = Diagnosis(summary=Summary(SummaryVerdict.HEALTHY, healthy=1), nodes=(HEALTHY,))

NOTHING = Diagnosis(summary=Summary(SummaryVerdict.COULD_NOT_LOOK))
