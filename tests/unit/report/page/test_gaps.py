"""What could not be read does not hide what was."""

from dataclasses import replace

from calicovet.model.diagnosis import Diagnosis
from calicovet.model.evidence import EvidenceKind, Gap, GapReason, Request
from calicovet.model.language import Language
from calicovet.model.subject import Subject
from calicovet.report.page.gaps import MOST, gaps
from tests.unit.report.sample import FINE, UNEXPLAINED

POOLS, CONFIG = (
    Gap(
        Request(EvidenceKind.OBJECTS),
        GapReason.FORBIDDEN,
        f"{what}.crd.projectcalico.org",
        f'RBAC {{apiGroups: ["crd.projectcalico.org"], resources: [{what}], verbs: [get, list]}}',
    )
    for what in ("ippools", "felixconfigurations")
)
NAMED = Gap(
    Request(EvidenceKind.KUBEADM_CONFIG),
    GapReason.FORBIDDEN,
    "configmaps",
    'RBAC {apiGroups: [""], resources: [configmaps], resourceNames: [kubeadm-config], verbs: [get]}'
    " in namespace kube-system",
)


def told(diagnosis: Diagnosis, *found: Gap, language: Language = Language.EN) -> list[str]:
    rows = list(gaps(replace(diagnosis, gaps=found), language, "calicovet"))
    return [line.text for row in rows for line in row.lines]


def of_kubelet(kind: EvidenceKind, close: str) -> Gap:
    return Gap(Request(kind, Subject("n2")), GapReason.ABSENT, "404 page not found", close)


def test_one_line_says_what_is_forbidden_of_a_group() -> None:
    [line] = told(UNEXPLAINED, POOLS, CONFIG)
    assert line == (
        "ippools.crd.projectcalico.org, felixconfigurations.crd.projectcalico.org: not allowed;"
        ' RBAC {apiGroups: ["crd.projectcalico.org"],'
        " resources: [ippools, felixconfigurations], verbs: [get, list]}"
    )


def test_rules_of_other_names_or_places_stay_apart() -> None:
    elsewhere = replace(
        NAMED, how_to_close=NAMED.how_to_close.replace("kube-system", "calico-system")
    )
    [line] = told(UNEXPLAINED, NAMED, elsewhere)
    assert line.count("configmaps]") == 2
    assert "in namespace kube-system; RBAC" in line and line.endswith("in namespace calico-system")


def test_in_a_healthy_cluster_missing_rights_are_one_line() -> None:
    assert told(FINE, POOLS, CONFIG, NAMED) == [
        "some evidence needs more RBAC rights; `calicovet preflight --rbac` lists them"
    ]


def test_in_a_healthy_cluster_what_did_not_answer_is_still_told() -> None:
    late = Gap(Request(EvidenceKind.NODE_TABLE), GapReason.TIMED_OUT, "nodes", "kubectl get nodes")
    assert told(FINE, late) == ["the list of nodes: timed out (nodes); kubectl get nodes"]


def test_the_node_is_named_once_before_all_that_is_typed_there() -> None:
    memory = of_kubelet(EvidenceKind.MEMORY, "on n2: free -m")
    [line] = told(UNEXPLAINED, memory, of_kubelet(EvidenceKind.DISKS, "on n2: df -h"))
    assert line.endswith("; on n2: free -m; df -h")


def test_many_lines_are_cut_and_the_rest_is_counted() -> None:
    many = [
        Gap(Request(EvidenceKind.CALICO_LOG, Subject(f"n{i}")), GapReason.TIMED_OUT, "", "kubectl")
        for i in range(20)
    ]
    lines = told(UNEXPLAINED, *many)
    assert len(lines) == MOST
    assert lines[-1] == "15 more of this kind, all of them in `-o json`"


def test_as_many_as_fit_are_all_told() -> None:
    some = [
        Gap(Request(EvidenceKind.CALICO_LOG, Subject(f"n{i}")), GapReason.TIMED_OUT)
        for i in range(MOST)
    ]
    assert len(told(UNEXPLAINED, *some)) == MOST
    assert "more" not in told(UNEXPLAINED, *some)[-1]


def test_in_chinese_only_rules_commands_and_names_are_english() -> None:
    script = (
        "on n2, as root: sh host-script.sh > n2.txt"
        " (calicovet host-script --node n2 prints it), then --host-facts n2.txt"
    )
    setting = "in the kubelet's configuration enableSystemLogHandler: true; or on n2: dmesg -T"
    lines = told(
        UNEXPLAINED,
        NAMED,
        of_kubelet(EvidenceKind.KERNEL_LOG, setting),
        Gap(Request(EvidenceKind.PASTE, Subject("n2")), GapReason.UNREACHABLE, "n2: ssh", script),
        language=Language.ZH,
    )
    assert lines[0].endswith("verbs: [get]}，在命名空间 kube-system 内")
    assert lines[1].endswith(
        "在 kubelet 配置中设置 enableSystemLogHandler: true; 在 n2 上执行：dmesg -T"
    )
    assert "在 n2 上以 root 执行：sh host-script.sh > n2.txt" in lines[2]
