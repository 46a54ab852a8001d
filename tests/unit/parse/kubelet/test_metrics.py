from hypothesis import given
from hypothesis import strategies as st

from calicovet.model.evidence import Evidence, EvidenceKind
from calicovet.model.facts import ContainerCgroup, CpuThrottled, Fact, Unreadable
from calicovet.model.subject import Subject
from calicovet.parse.all_parsers import gives_of, parse
from calicovet.parse.kubelet.metrics import PARSER

HEX = "0123456789abcdef" * 4
POD = "kubepods-burstable-pod3f1c.slice"
SYSTEMD = f"/kubepods.slice/kubepods-burstable.slice/{POD}/cri-containerd-{HEX}.scope"
LITERAL = f"/system.slice/containerd.service/{POD}:cri-containerd:{HEX}"
CGROUPFS = f"/kubepods/burstable/pod3f1c/{HEX}"


def series(name: str, path: str, value: str = "1", *, pod: str = "calico-node-x7k2p") -> str:
    container = "calico-node" if pod.startswith("calico-node") else "app"
    labels = f'container="{container}",id="{path}",namespace="kube-system",pod="{pod}"'
    return f"{name}{{{labels}}} {value}\n"


USED = "container_cpu_usage_seconds_total"
PERIODS = "container_cpu_cfs_periods_total"
THROTTLED = "container_cpu_cfs_throttled_periods_total"


def piece(content: str) -> Evidence:
    kind = EvidenceKind.KUBELET_METRICS
    return Evidence(id="e", kind=kind, content=content, about=Subject(node="n1"), whole=True)


def read(content: str) -> list[Fact | Unreadable]:
    return list(parse(piece(content)))


def cgroup(content: str) -> ContainerCgroup:
    (found,) = read(content)
    assert isinstance(found, ContainerCgroup)
    return found


def test_a_scope_is_what_systemd_makes() -> None:
    found = cgroup(series(USED, SYSTEMD))
    assert found.path == SYSTEMD
    assert found.is_scope and not found.is_slice_under_cgroupfs


def test_systemds_words_kept_as_a_path_show_that_the_runtime_uses_cgroupfs() -> None:
    assert cgroup(series(USED, LITERAL)).is_slice_under_cgroupfs


def test_a_plain_path_is_neither() -> None:
    found = cgroup(series(USED, CGROUPFS))
    assert not found.is_scope and not found.is_slice_under_cgroupfs


def test_calico_nodes_path_is_its_own_and_that_of_others_the_nodes() -> None:
    ours = cgroup(series(USED, SYSTEMD))
    others = cgroup(series(USED, SYSTEMD, pod="web-1"))
    assert ours.about == Subject("n1", "kube-system", "calico-node-x7k2p", "calico-node")
    assert others.about == Subject("n1")


def test_periods_of_one_container_make_one_statement() -> None:
    found = read(
        series(PERIODS, SYSTEMD, "1.204e+03")
        + series(THROTTLED, SYSTEMD, "903 1700000000000")
        + series(USED, SYSTEMD)
    )
    assert found == [ContainerCgroup(path=SYSTEMD), CpuThrottled(periods=1204, throttled=903)]


def test_how_another_pod_is_held_back_is_not_calico_nodes_matter() -> None:
    found = read(
        series(PERIODS, SYSTEMD, "100", pod="web-1") + series(THROTTLED, SYSTEMD, "99", pod="web-1")
    )
    assert [type(fact) for fact in found] == [ContainerCgroup]


def test_a_cgroup_that_is_no_containers_says_nothing() -> None:
    assert read(series(USED, "/kubepods.slice") + series(USED, "/system.slice/sshd.service")) == []


def test_who_does_not_run_was_not_seen_to_be_free_of_limits() -> None:
    assert gives_of(piece(series(USED, SYSTEMD))) == (ContainerCgroup, CpuThrottled)
    assert gives_of(piece(series(USED, SYSTEMD, pod="web-1"))) == (ContainerCgroup,)
    assert gives_of(piece("")) == ()


@given(st.text(alphabet='container_cpu{}id="=,/0af.\\ 1e9\n', max_size=300))
def test_no_text_makes_it_crash(text: str) -> None:
    assert all(isinstance(found, PARSER.gives) for found in read(text))
