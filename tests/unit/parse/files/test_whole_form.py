"""A file of a folder is one thing by its form, or what people paste together."""

from pathlib import Path

import pytest

from calicovet.model.evidence import Evidence, EvidenceKind
from calicovet.parse.files.folder_file import read_folder_file
from calicovet.parse.files.whole_form import Other, whole_form

CALICO = "2024-05-06 07:08:{:02}.123 [INFO][62] felix/int_dataplane.go 1925: Completed update\n"
KUBELET = 'May 06 07:08:{:02} node-1 kubelet[812]: I0506 07:08:09.123456 812 kubelet.go:2] "x"\n'
KLOG = "I0506 07:08:{:02}.123456       1 controller.go:114] reconciling\n"
LOGRUS = 'time="2024-05-06T07:08:{:02}Z" level=error msg="GRPC error: deadline exceeded"\n'
COREDNS = "[ERROR] plugin/errors: 2 example.org. A: read udp 10.0.0.{}:53: i/o timeout\n"
JSON = '{{"level":"info","ts":"2024-05-06T07:08:{:02}Z","msg":"reconciled"}}\n'
DMESG = "[Mon May  6 07:08:{:02} 2024] eth0: link becomes ready\n"
TYPHA = "2024-05-06 07:08:{:02}.123 [INFO][7] sync_server.go 100: Accepted connection\n"


def lines(form: str, count: int = 40) -> str:
    return "".join(form.format(number) for number in range(count))


@pytest.mark.parametrize(
    ("content", "path", "form"),
    [
        (lines(CALICO), "x/1.txt", EvidenceKind.CALICO_LOG),
        (lines(TYPHA), "x/1.txt", EvidenceKind.OTHER_LOG),
        (lines(KUBELET), "x/1.txt", EvidenceKind.KUBELET_JOURNAL),
        (lines(KLOG), "x/kubelet.log", EvidenceKind.KUBELET_JOURNAL),
        (lines(LOGRUS), "node-1/containerd.log", EvidenceKind.RUNTIME_JOURNAL),
        (lines(DMESG), "x/1.txt", EvidenceKind.KERNEL_LOG),
        (lines(KLOG), "x/1.txt", Other.STRANGERS_LOG),
        (lines(LOGRUS), "x/csi/1.txt", Other.STRANGERS_LOG),
        (lines(COREDNS), "x/1.txt", Other.STRANGERS_LOG),
        (lines(JSON), "x/1.txt", Other.STRANGERS_LOG),
        ('{\n  "apiVersion": "v1",\n  "items": []\n}\n', "x/1", EvidenceKind.OBJECTS),
        ("apiVersion: v1\nitems:\n- metadata:\nkind: PodList\n", "x/1", EvidenceKind.OBJECTS),
        ("$ kubectl logs calico-node-x7k2p\n" + lines(CALICO), "x/1", None),
        ("The log of node-1:\n\n```\n" + lines(CALICO) + "```\n", "x/1.md", None),
        ("calico-node does not start. Any ideas?\n", "x/1", None),
        ("", "x/1", None),
    ],
)
def test_the_form_of_a_file(content: str, path: str, form: EvidenceKind | Other | None) -> None:
    assert whole_form(content.split("\n"), path) == form


def _pieces(content: str, path: str) -> list[tuple[EvidenceKind, str]]:
    file = Evidence(id="1", kind=EvidenceKind.PASTE, content=content, source=path, from_folder=True)
    return [(piece.kind, piece.about.container) for piece in read_folder_file(file).pieces]


def test_a_log_is_one_piece_and_shows_its_container() -> None:
    assert _pieces(lines(CALICO, 400), "a/b") == [(EvidenceKind.CALICO_LOG, "calico-node")]


def test_the_log_of_a_program_that_has_no_part_in_it_is_not_read() -> None:
    assert _pieces(lines(LOGRUS), "apps/csi.log") == []


def test_what_another_program_says_of_calico_is_read() -> None:
    assert _pieces(lines(KLOG) + "E0506 07:08:59.1  1 c.go:1] calico-node is gone\n", "a/b") != []


def test_what_is_pasted_into_a_file_of_a_folder_is_read_as_any_paste() -> None:
    demo = Path("tests/recorded/gym/nerdctl0-bridge.text.md").read_text(encoding="utf-8")
    assert {kind for kind, _ in _pieces(demo, "a/b.md")} >= {
        EvidenceKind.NODE_TABLE,
        EvidenceKind.POD_TABLE,
        EvidenceKind.POD_DESCRIBE,
    }


_JAVA = "java.lang.OutOfMemoryError: Java heap space\npanic: runtime error: invalid memory address or nil pointer dereference\n"


@pytest.mark.parametrize(
    ("path", "read"),
    [
        ("case/shop/web-6f5c9d8b7c-8kxfn", False),
        ("case/shop/web-6f5c9d8b7c-8kxfn.log.gz", False),
        ("case/web-6f5c9d8b7c-8kxfn/web.log", False),
        ("case/kube-system/calico-node-8kxfn.log", True),
        ("case/md-0-6f5c9d8b7c-8kxfn/kubelet.txt", True),
        ("case/notes.txt", True),
    ],
)
def test_a_file_named_after_another_programs_pod_is_left_out(path: str, read: bool) -> None:
    file = Evidence(id="one", kind=EvidenceKind.PASTE, content=_JAVA, source=path)
    assert bool(read_folder_file(file).pieces) is read
