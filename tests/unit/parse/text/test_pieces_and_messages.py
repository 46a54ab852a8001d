"""What stands in an event belongs to that event's pod, and is told once."""

from calicovet.model.evidence import Evidence, EvidenceKind
from calicovet.model.facts import BgpNotEstablished, ProbeFailed, RuntimeAnswered
from calicovet.parse.all_parsers import parse
from calicovet.parse.commands.known_programs import is_call, strip_prefixes
from calicovet.parse.text.line_kinds import line_looks
from calicovet.parse.text.transcript import read_transcript

QUOTING = (
    "90s   Warning   Unhealthy   pod/calico-node-hs8vz   Readiness probe failed: 2022-01-11 "
    "10:13:12.502 [INFO][219] confd/health.go 180: Number of node(s) with BGP peering established "
    "= 2 calico/node is not ready: BIRD is not ready: BGP not established with 10.6.6.3"
)


def paste(text: str) -> Evidence:
    return Evidence(id="p", kind=EvidenceKind.PASTE, content=text, source="paste.txt")


def test_an_event_that_quotes_a_log_line_is_an_event() -> None:
    looks = line_looks(QUOTING)
    assert looks is not None
    assert looks.kind is EvidenceKind.EVENT_TABLE


def test_a_message_in_an_event_is_told_once_and_about_the_pod_of_the_event() -> None:
    piece = Evidence(id="e", kind=EvidenceKind.EVENT_TABLE, content=QUOTING)
    for kind in (BgpNotEstablished, ProbeFailed):
        assert [fact.about.pod for fact in parse(piece) if isinstance(fact, kind)] == [
            "calico-node-hs8vz"
        ]


def test_a_line_between_events_is_still_searched() -> None:
    text = f"{QUOTING}\nContainer calico-node failed liveness probe, will be restarted"
    piece = Evidence(id="e", kind=EvidenceKind.EVENT_TABLE, content=text)
    assert "KilledByProbe" in {type(fact).__name__ for fact in parse(piece)}


def test_time_and_timeout_are_looked_through() -> None:
    assert strip_prefixes("time timeout 30 docker ps") == "docker ps"
    assert strip_prefixes("sudo timeout -k 5 10s crictl ps -a") == "crictl ps -a"
    assert strip_prefixes("timeout --signal=KILL 2.5m docker ps") == "docker ps"
    assert is_call("time timeout 30 docker ps")


def test_timeout_is_a_prefix_only_with_a_duration() -> None:
    assert strip_prefixes("timeout docker ps") == "timeout docker ps"
    assert not is_call("timeout exceeded while waiting")


def test_what_a_measured_call_took_is_read_behind_both_prefixes() -> None:
    text = "[root@n1 ~]# time timeout 30 docker ps\n\nreal\t0m7.250s\nuser\t0m0.021s\nsys\t0m0.014s"
    facts = [fact for piece in read_transcript(paste(text)).pieces for fact in parse(piece)]
    assert [fact.seconds for fact in facts if isinstance(fact, RuntimeAnswered)] == [7.25]


LOADS = """# The crashing nodes again

Their load:

```
[root@a1 ~]# uptime
 12:58:40 up 21 days,  3:12,  1 user,  load average: 412.07, 398.51, 377.90
{more}```
"""
ANOTHER = """[root@a2 ~]# uptime
 12:59:03 up 21 days,  3:11,  1 user,  load average: 8.12, 7.90, 8.33
"""


def test_a_heading_calls_the_only_host_below_it_sick() -> None:
    claims = read_transcript(paste(LOADS.format(more=""))).claims
    assert [(claim.topic, claim.about.node) for claim in claims] == [("sick", "a1")]


def test_a_heading_calls_none_of_several_hosts_sick() -> None:
    assert read_transcript(paste(LOADS.format(more=ANOTHER))).claims == ()
