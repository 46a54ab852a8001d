import pytest

from calicovet.model.evidence import Evidence
from calicovet.model.evidence import EvidenceKind as Kind
from calicovet.model.facts.base import Topic
from calicovet.parse.text.transcript import Transcript, read_transcript

LOG = """2024-01-01 00:00:00.000 [INFO][9] startup/startup.go 425: Early log level set to info
2024-01-01 00:00:05.000 [ERROR][9] startup/startup.go 158: failed to query kubeadm's config map"""
TABLE = """NAME                READY   STATUS             RESTARTS   AGE   IP         NODE
calico-node-x7k2p   0/1     CrashLoopBackOff   12         3h    10.0.0.3   node-3
calico-node-abcde   1/1     Running            0          3h    10.0.0.1   node-1"""


def read(text: str, numbers: tuple[int, ...] = ()) -> Transcript:
    return read_transcript(
        Evidence(id="P", kind=Kind.PASTE, content=text, source="p.md", numbers=numbers)
    )


def kinds(text: str) -> list[Kind]:
    return [piece.kind for piece in read(text).pieces]


def only(text: str) -> Evidence:
    (piece,) = read(text).pieces
    return piece


def test_a_fenced_command_with_its_output() -> None:
    piece = only(f"```\n[root@m1 ~]# kubectl get pods -n kube-system -o wide\n{TABLE}\n```")
    assert (piece.kind, piece.whole, piece.about.namespace, piece.about.node) == (
        Kind.POD_TABLE,
        True,
        "kube-system",
        "",
    )
    assert piece.taken_by == "kubectl get pods -n kube-system -o wide"
    assert piece.numbers == (3, 4, 5)
    assert piece.content == TABLE


def test_lines_keep_the_numbers_of_the_source() -> None:
    assert only("```\nuptime\n 1:00 up 1 day, load average: 1.0, 2.0, 3.0\n```").number_of(1) == 3
    piece = read("$ nproc\n32", numbers=(10, 20)).pieces[0]
    assert piece.number_of(1) == 20


def test_a_host_command_is_about_the_host_of_its_prompt_and_kubectl_is_not() -> None:
    text = f"```\nroot@n1:~# ip r\ndefault via 10.0.0.1 dev eth0\nroot@n1:~# kubectl logs calico-node-zzzzz\n{LOG}\n```"
    route, log = read(text).pieces
    assert route.about.node == "n1"
    assert log.about.node == ""


def test_a_pod_is_on_the_node_that_the_table_shows() -> None:
    table, log = read(
        f"```\n$ kubectl get po -o wide\n{TABLE}\n$ kubectl logs calico-node-x7k2p\n{LOG}\n```"
    ).pieces
    assert table.kind is Kind.POD_TABLE
    assert (log.about.node, log.about.container) == ("node-3", "calico-node")


def test_an_empty_output_between_prompts_is_an_answer_and_at_the_end_it_is_not() -> None:
    text = "```\nroot@n1:~# lsmod | grep sctp\nroot@n1:~# kubectl logs calico-node-x7k2p -c upgrade-ipam\nroot@n1:~#\n```"
    modules, log = read(text).pieces
    assert (modules.kind, modules.content, modules.whole) == (Kind.MODULES, "", False)
    assert (log.kind, log.content, log.whole) == (Kind.CALICO_LOG, "", True)
    assert read("```\n$ lsmod | grep sctp\n```").pieces == ()


def test_two_commands_on_one_line_give_two_pieces() -> None:
    text = "```\n[root@n1 ~]# uptime; nproc\n 1:00 up 1 day, load average: 412.0, 2.0, 3.0\n32\n```"
    load, count = read(text).pieces
    assert [(p.kind, p.taken_by, p.about.node) for p in (load, count)] == [
        (Kind.LOAD, "uptime", "n1"),
        (Kind.CPU_COUNT, "nproc", "n1"),
    ]


def test_two_commands_of_one_kind_share_a_piece() -> None:
    piece = only("```\n$ cat /a/b; cat /c/d\nx\n```")
    assert (piece.kind, piece.taken_by) == (Kind.HOST_FILE, "cat /a/b")


def test_a_command_that_goes_on_in_the_next_line() -> None:
    piece = only(f"```\n$ kubectl logs \\\n  calico-node-x7k2p --tail 5\n{LOG}\n```")
    assert (piece.about.pod, piece.whole) == ("calico-node-x7k2p", False)


def test_the_command_may_stand_in_the_caption() -> None:
    piece = only(f"执行 kubectl get pods -A -o wide 结果如下：\n\n{TABLE}\n")
    assert (piece.taken_by, piece.whole) == ("kubectl get pods -A -o wide", True)
    said, log = read(f"`kubectl logs calico-node-x7k2p --tail=2` says\n\n```\n{LOG}\n```").pieces
    assert said.taken_by == "you say"
    assert (log.about.pod, log.whole) == ("calico-node-x7k2p", False)


def test_a_command_that_is_only_mentioned_does_not_name_another_output() -> None:
    log = read(f"`calicoctl node status` looks fine, this does not:\n\n```\n{LOG}\n```").pieces[-1]
    assert (log.kind, log.taken_by) == (Kind.CALICO_LOG, "paste")


def test_the_command_may_stand_in_a_separate_block() -> None:
    piece = only(f"```\nkubectl get pods -n kube-system\n```\n\nOutput:\n\n```\n{TABLE}\n```")
    assert piece.taken_by == "kubectl get pods -n kube-system"


def test_without_any_marks_pieces_are_told_by_their_looks() -> None:
    text = f"My cluster is broken, please help.\n\n{TABLE}\n\nAnd this is what it logs:\n{LOG}\n\nThanks for any help!"
    assert kinds(text) == [Kind.POD_TABLE, Kind.CALICO_LOG]


def test_an_unclosed_fence_and_text_on_the_line_of_a_fence() -> None:
    assert kinds(f"```kubectl get po\n{TABLE}```\nand\n```\n{LOG}") == [
        Kind.POD_TABLE,
        Kind.CALICO_LOG,
    ]
    assert kinds("```curl: (28) Failed to connect```") == [Kind.API_CURL]


def test_an_unknown_text_is_kept_as_text() -> None:
    piece = only("```\nfoo bar baz\n```")
    assert (piece.kind, piece.content, piece.whole) == (Kind.TEXT, "foo bar baz", False)


def test_a_refusal_is_no_log() -> None:
    piece = only(
        '```\n$ kubectl logs calico-node-x7k2p\nError from server (BadRequest): container "calico-node" is waiting\n```'
    )
    assert (piece.kind, piece.whole, piece.about.pod) == (Kind.TEXT, False, "calico-node-x7k2p")


def test_what_was_cut_by_hand_is_not_whole() -> None:
    assert not only(f"```\n$ kubectl logs calico-node-x7k2p\n{LOG}\n...\n```").whole
    assert only(f"```\n$ kubectl logs calico-node-x7k2p\n{LOG}\n```").whole


@pytest.mark.parametrize(
    ("behind", "breaks_off"), [("", True), ("\n\n", True), ("\n```", False), ("\n$ ", False)]
)
def test_what_the_paste_ends_with_may_go_on(behind: str, breaks_off: bool) -> None:
    opening = "```\n" if behind.endswith("```") else ""
    piece = only(f"{opening}$ kubectl logs calico-node-x7k2p\n{LOG}{behind}")
    assert (piece.whole, piece.breaks_off) == (True, breaks_off)


@pytest.mark.parametrize(
    ("file", "container"),
    [
        ("containers/calico-node-x7k2p_kube-system_calico-node-90f3.log", "calico-node"),
        ("pods/kube-system_calico-node-x7k2p_90f3/calico-node/2.log", "calico-node"),
        ("containers/calico-node-x7k2p_kube-system_install-cni-90f3.log", "install-cni"),
        ("containers/kube-flannel-ds-x7k2p_kube-flannel_kube-flannel-90f3.log", ""),
    ],
)
def test_the_file_of_a_log_names_its_container(file: str, container: str) -> None:
    trace = "2024-03-01T10:00:00.494527321Z stdout F goroutine 101 [running]:"
    text = f"I found this in /var/log/{file}, and wonder.\n\n{trace}"
    pieces = read_transcript(Evidence(id="p", kind=Kind.PASTE, content=text)).pieces
    log = next(piece for piece in pieces if piece.kind is Kind.CALICO_LOG)
    assert log.about.container == container


def test_a_promise_of_the_whole_log_is_believed() -> None:
    assert read(f"The whole log of calico-node:\n\n```\n{LOG}\n```").pieces[-1].whole
    assert not read(f"The last lines of the log:\n\n```\n{LOG}\n```").pieces[-1].whole


def test_a_description_from_name_to_events_is_whole_without_command() -> None:
    text = "```\nName:  calico-node-x7k2p\nNode:  n1/10.0.0.1\nEvents:  <none>\n```"
    assert only(text).whole
    assert not only(text.replace("Events:", "Status:")).whole


def test_a_log_that_is_the_same_on_two_nodes_is_a_piece_of_each() -> None:
    text = f"The log of calico-node on node-4, the same on node-9; on healthy nodes it goes on:\n\n```\n{LOG}\n```"
    assert [p.about.node for p in read(text).pieces if p.kind is Kind.CALICO_LOG] == [
        "node-4",
        "node-9",
    ]
    assert Topic.HEALTHY not in {claim.topic for claim in read(text).claims}


def test_a_role_over_a_prompt_is_a_claim_about_its_host() -> None:
    text = "On a node that works:\n\n```\nroot@n2:~# ip r\ndefault via 10.0.0.1 dev eth0\n```"
    (claim,) = read(text).claims
    assert (claim.topic, claim.about.node) == (Topic.HEALTHY, "n2")


def test_an_unnamed_healthy_node_is_never_the_sick_one() -> None:
    text = "故障节点：\n\n```\nroot@n1:~# nproc\n4\n```\n\n正常节点：\n\n```\nnproc\n8\n```"
    sick, healthy = read(text).pieces
    assert (sick.about.node, healthy.about.node) == ("n1", "healthy-peer")


def test_a_role_without_a_host_means_the_host_that_has_it_elsewhere() -> None:
    text = f"On the new node:\n\n```\nroot@n1:~# nproc\n4\n```\n\nThe log on the new node:\n\n```\n{LOG}\n```"
    assert [piece.about.node for piece in read(text).pieces] == ["n1", "n1"]


def test_a_note_between_outputs_is_a_caption() -> None:
    text = "```\n$ nproc\n4\n# now on node-7\n$ ip r\ndefault via 10.0.0.1 dev eth0\n```"
    assert read(text + "\nnode-7 is a worker").pieces[-1].about.node == "node-7"


def test_remarks_of_a_guide_are_no_output() -> None:
    assert (
        read(
            "```\nkubectl get pods\n# Expected: all pods 1/1 Running\nkubectl get nodes\n```"
        ).pieces
        == ()
    )


def test_the_defaulted_container_is_believed() -> None:
    text = f'```\n$ kubectl logs calico-node-x7k2p --all-containers\nDefaulted container "calico-node" out of: calico-node\n{LOG}\n```'
    assert only(text).about.container == "calico-node"


def test_another_programs_log_is_told_by_its_caption_or_lines() -> None:
    lines = LOG.replace("startup/startup.go", "kube-controllers/main.go")
    assert only(f"```\n{lines}\n```").about.container == "calico-kube-controllers"
    log = read(
        f"log of upgrade-ipam in calico-node-x7k2p:\n\n```\n{LOG.replace('startup/startup', 'x/y')}\n```"
    ).pieces[-1]
    assert (log.about.container, log.about.pod) == ("upgrade-ipam", "calico-node-x7k2p")


def test_messages_quoted_in_sentences_are_kept_for_the_search() -> None:
    piece = only("The event says `Liveness probe failed: timeout` on node-4 all the time.")
    assert (piece.kind, piece.taken_by, piece.about.node) == (Kind.TEXT, "you say", "node-4")
    assert read("I like turtles very much.").pieces == ()


def test_get_all_is_cut_by_its_headers() -> None:
    text = f"```\n$ kubectl get all\n{TABLE}\n\nNAME  TYPE  CLUSTER-IP\nx  y  z\n\nNAME  DESIRED  CURRENT\ncalico-node 3 3\n```"
    assert kinds(text) == [Kind.POD_TABLE, Kind.OTHER_TABLE, Kind.WORKLOAD_TABLE]


def test_a_two_row_prompt_names_the_host() -> None:
    assert (
        only("```\n┌──(root㉿kali)-[~]\n└─# ip r\ndefault via 10.0.0.1 dev eth0\n```").about.node
        == "kali"
    )
    assert only("┌──(root㉿kali)-[~]\n└─# ip r\ndefault via 10.0.0.1 dev eth0").about.node == "kali"


def test_backticks_around_single_lines_and_indented_code() -> None:
    assert kinds(f"`kubectl get pods -o wide`\n{TABLE}") == [Kind.POD_TABLE]
    indented = "\n".join(
        "    " + line
        for line in f"$ kubectl get po\n{TABLE}\n\n$ kubectl logs x\n{LOG}".split("\n")
    )
    assert kinds(f"What I see:\n\n{indented}\n\nWhat now?") == [Kind.POD_TABLE, Kind.CALICO_LOG]


def test_a_journal_names_its_host_itself() -> None:
    assert only("```\nJan 12 13:58:02 n7 kubelet[1]: x\n```").about.node == "n7"


def test_the_same_paste_gives_the_same_ids() -> None:
    text = f"```\n{LOG}\n```"
    assert [p.id for p in read(text).pieces] == [p.id for p in read(text).pieces]


def test_a_described_node_is_the_one_that_it_names() -> None:
    text = "```\nName:   n1.example.com\nRoles:  worker\nEvents:  <none>\n```"
    assert (only(text).kind, only(text).about.node) == (Kind.NODE_DESCRIBE, "n1.example.com")
