"""Whatever is pasted, the reader comes back with pieces."""

import random

import pytest

from calicovet.model.evidence import Evidence
from calicovet.model.evidence import EvidenceKind as Kind
from calicovet.parse.text.transcript import Transcript, read_transcript
from tests.support.growth import is_linear

SAMPLES = (
    """# calico-node crashes

Two nodes, worker-1 and worker-2; on all others it runs.

```
[root@worker-1 ~]# uptime; nproc
 12:58:40 up 211 days,  3:12,  1 user,  load average: 412.07, 398.51, 377.90
32
[root@worker-1 ~]# kubectl describe pod calico-node-abcde -n kube-system
Name:         calico-node-abcde
Node:         worker-1/10.0.0.2
Containers:
  calico-node:
    State:          Waiting
      Reason:       CrashLoopBackOff
    Liveness:   exec [/bin/calico-node -felix-live -bird-live] delay=10s timeout=1s
Events:
  Type     Reason     Age   From     Message
  Warning  Unhealthy  4m (x5 over 10m)  kubelet  Liveness probe failed: calico/node is not ready
```
""",
    """新节点起不来，执行 kubectl get pods -A 结果如下：

NAMESPACE     NAME                READY   STATUS             RESTARTS   AGE
kube-system   calico-node-x7k2p   0/1     CrashLoopBackOff   12 (3m ago)   36m

> quoted words
> 2024-01-01 00:00:00.000 [INFO][9] startup/startup.go 425: Early log level set to info

删除 pod 没用，其他节点正常。
""",
    """$ ip a
1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue state UNKNOWN
    inet 127.0.0.1/8 scope host lo
$ kubectl get ds calico-node -o yaml
apiVersion: apps/v1
kind: DaemonSet
spec:
  template:
    spec:
      containers:
      - env:
        - name: IP
          value: autodetect
Jan 12 13:58:02 n1 kubelet[1211]: E0112 13:58:02.118442    1211 pod_workers.go:1] "x"
<pre>Calico process is running.</pre><br>
""",
)
ODD = "`~\"'\\|<>&;[]{}()#$%@：，。（）\t\r\x1b\u200b㉿┌└➜… \n"


def read(text: str) -> Transcript:
    return read_transcript(Evidence(id="P", kind=Kind.PASTE, content=text, source="x"))


def check(text: str) -> None:
    transcript = read(text)
    for piece in transcript.pieces:
        assert len(piece.numbers) == len(piece.content.split("\n"))
        assert piece.kind is not Kind.PASTE
    assert len({piece.id for piece in transcript.pieces}) == len(transcript.pieces)


@pytest.mark.parametrize("seed", range(100))
def test_cuts_shuffles_and_odd_characters_do_no_harm(seed: int) -> None:
    chance = random.Random(seed)
    text = "".join(chance.sample(SAMPLES, 2))
    low = chance.randrange(len(text))
    check(text[low : low + chance.randrange(len(text))])
    lines = text.split("\n")
    chance.shuffle(lines)
    check("\n".join(lines))
    odd = list(text)
    for _ in range(30):
        odd.insert(chance.randrange(len(odd)), chance.choice(ODD))
    check("".join(odd))
    check(text.replace("\n", chance.choice(["\r\n", " ", "\\n", "\n\n", "\n    ", "\n> ", "\r"])))


@pytest.mark.parametrize(
    "text", ["", "\n", " ", "```", "~~~\n", "$", "#", "`", "\x00", "Name:", "> ", "<pre>"]
)
def test_next_to_nothing_is_read_too(text: str) -> None:
    check(text)


def test_every_sample_gives_its_pieces() -> None:
    assert [[piece.kind for piece in read(text).pieces] for text in SAMPLES] == [
        [Kind.LOAD, Kind.CPU_COUNT, Kind.POD_DESCRIBE],
        [Kind.POD_TABLE, Kind.CALICO_LOG],
        [Kind.IP_ADDR, Kind.OBJECTS, Kind.KUBELET_JOURNAL, Kind.BGP_STATUS],
    ]


@pytest.mark.parametrize(
    "run",
    ["x", "\"'`", "[root@a ", "```\n", "a b c d\n", "Name: a "],
    ids=["letters", "quotes", "prompts", "fences", "lines", "keys"],
)
def test_large_oddities_are_read_in_linear_time(run: str) -> None:
    assert is_linear(lambda size: read(run * (size // len(run))), 100_000)
