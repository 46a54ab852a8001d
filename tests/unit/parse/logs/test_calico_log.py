from datetime import UTC, datetime, timedelta

import pytest

from calicovet.model.evidence import Evidence, EvidenceKind
from calicovet.model.facts import (
    CalicoVersion,
    CniInstallSaid,
    ControllersSaid,
    Fact,
    Failure,
    FelixHealthRow,
    IpamUpgradeSaid,
    LogShown,
    Said,
    StartupSaid,
    Unreadable,
)
from calicovet.model.subject import NO_SUBJECT, Subject
from calicovet.parse.logs.calico_log import (
    CALICO_LOG_GIVES,
    gives_for,
    read_calico_log,
    read_other_log,
)


def read(text: str, *, whole: bool = True, about: Subject = NO_SUBJECT) -> list[Fact | Unreadable]:
    evidence = Evidence(
        id="e", kind=EvidenceKind.CALICO_LOG, content=text, whole=whole, about=about
    )
    return list(read_calico_log(evidence))


def shown(text: str, *, whole: bool = True) -> LogShown:
    found = read(text, whole=whole)[0]
    assert isinstance(found, LogShown)
    return found


def test_an_empty_log_was_shown_all_the_same() -> None:
    assert read("", about=Subject(container="upgrade-ipam")) == [LogShown(lines=0, whole=True)]
    assert shown("\n \n", whole=False) == LogShown(lines=0, whole=False)


def test_a_log_has_its_length_its_times_and_its_longest_silence() -> None:
    text = (
        "2024-01-01 00:00:00.000 [INFO][9] startup/startup.go 1: a\n"
        "no time here\n"
        "2024-01-01 00:00:40.000 [INFO][9] startup/startup.go 1: b\n"
        "2024-01-01T00:00:41.000Z [INFO][9] startup/startup.go 1: c\n"
        "2024-99-01 00:00:00.000 [INFO][9] startup/startup.go 1: d\n"
    )
    assert shown(text) == LogShown(
        lines=5,
        whole=True,
        first=datetime(2024, 1, 1, tzinfo=UTC),
        last=datetime(2024, 1, 1, 0, 0, 41, tzinfo=UTC),
        longest_gap=timedelta(seconds=40),
    )


@pytest.mark.parametrize(
    ("line", "container"),
    [
        ("2020-01-01 00:00:00.000 [INFO][1] ipam_plugin.go 75: x", "upgrade-ipam"),
        ("2024-01-01 00:00:00.000 [INFO][1] ipam/ipam_plugin.go 75: x", "upgrade-ipam"),
        ("2024-01-01 00:00:00.000 [INFO][1] cni-installer/<nil> <nil>: x", "install-cni"),
        ("2024-01-01 00:00:00.000 [INFO][9] startup/startup.go 1: x", "calico-node"),
        ("2020-01-01 00:00:00.000 [INFO][9] startup.go 1: x", "calico-node"),
        ("2024-01-01 00:00:00.000 [INFO][9] unheard-of/what.go 1: x", ""),
        (
            "2024-01-01 00:00:00.000 [INFO][9] startup/a.go 1: x\n"
            "2024-01-01 00:00:00.000 [INFO][1] cni-installer/b.go 1: x",
            "",
        ),
    ],
)
def test_the_lines_show_the_container_where_no_heading_names_it(line: str, container: str) -> None:
    assert shown(line).about.container == container


def test_a_named_container_stands() -> None:
    line = "2024-01-01 00:00:00.000 [INFO][9] startup/startup.go 1: x"
    (found,) = read(line, about=Subject(container="canal"))
    assert isinstance(found, LogShown)
    assert found.about.container == "canal"


def version_in(*places: tuple[str, str]) -> tuple[str, str] | None:
    text = "\n".join(f"2024-01-01 00:00:00.000 [INFO][9] {place}: {said}" for place, said in places)
    for fact in read(text):
        if isinstance(fact, CalicoVersion) and fact.by == "positions":
            return fact.low, fact.high
    return None


EARLY, NAME = "Early log level set to info", "Using node name: n1"


@pytest.mark.parametrize(
    ("places", "version"),
    [
        ([("startup.go 256", EARLY), ("startup.go 181", NAME)], ("v3.4.1", "v3.8")),
        ([("startup.go 244", EARLY)], ("v3.4.0", "")),
        (
            [("startup/startup.go 431", EARLY), ("startup/startup.go 215", NAME)],
            ("v3.28.0", "v3.28"),
        ),
        (
            [
                ("startup/startup.go 439", EARLY),
                ("felix/health.go 336", "Overall health status changed: live=true ready=true"),
            ],
            ("v3.29.0", "v3.29"),
        ),
        (
            [
                ("felix/int_dataplane.go 1431", "Linux interface state changed."),
                ("felix/int_dataplane.go 2098", "Received interface update msg=x"),
            ],
            ("v3.29.2", "v3.29.7"),
        ),
        (
            [
                (
                    "felix/int_dataplane.go 2052",
                    "attempted to modprobe nf_conntrack_proto_sctp error=exit status 1",
                )
            ],
            ("v3.27.0", ""),
        ),
        # ambiguous, contradictory, unknown, another file of that name
        ([("startup/startup.go 215", NAME)], None),
        (
            [
                ("startup/startup.go 431", EARLY),
                ("felix/health.go 333", "Overall health status changed: x"),
            ],
            None,
        ),
        ([("startup/startup.go 9999", EARLY)], None),
        ([("confd/health.go 336", "Overall health status changed: x")], None),
        ([("init-best-effort/startup.go 431", EARLY)], None),
        ([("startup/startup.go <nil>", EARLY)], None),
        ([("startup/startup.go 431", "Something else")], None),
    ],
)
def test_positions_tell_the_release_where_they_agree(
    places: list[tuple[str, str]], version: tuple[str, str] | None
) -> None:
    assert version_in(*places) == version


@pytest.mark.parametrize(
    ("text", "row"),
    [
        (
            "| InternalDataplaneMainLoop | 1m30s   | reporting live | reporting non-ready |        |",
            FelixHealthRow(
                component="InternalDataplaneMainLoop",
                timeout="1m30s",
                liveness="reporting live",
                readiness="reporting non-ready",
            ),
        ),
        (
            "| FelixStartup              | -       | reporting live | reporting ready |        |",
            FelixHealthRow(
                component="FelixStartup", liveness="reporting live", readiness="reporting ready"
            ),
        ),
        (
            "| BPFEndpointManager | - | - | reporting non-ready | Not yet synced. |",
            FelixHealthRow(
                component="BPFEndpointManager",
                liveness="-",
                readiness="reporting non-ready",
                detail="Not yet synced.",
            ),
        ),
        (
            "| CalculationGraph | 1m0s (override) | timed out | timed out | |",
            FelixHealthRow(
                component="CalculationGraph",
                timeout="1m0s (override)",
                liveness="timed out",
                readiness="timed out",
            ),
        ),
    ],
)
def test_a_row_of_the_health_table_is_read_by_its_bars(text: str, row: FelixHealthRow) -> None:
    assert row in read(text)


def test_a_table_in_one_escaped_string_gives_all_its_rows() -> None:
    text = (
        "2022-01-01 00:00:00.000 [INFO][9] felix/health.go 242: Overall health status changed "
        'newStatus=&health.HealthReport{Live:true, Ready:true, Detail:"+---+\\n| COMPONENT | TIMEOUT |'
        " LIVENESS | READINESS | DETAIL |\\n| async_calc_graph | 20s | reporting live | reporting ready"
        ' |  |\\n| felix-startup | 0s | reporting live | reporting ready | |\\n+---+"}'
    )
    rows = [fact for fact in read(text) if isinstance(fact, FelixHealthRow)]
    assert [(row.component, row.timeout) for row in rows] == [
        ("async_calc_graph", "20s"),
        ("felix-startup", ""),
    ]


def test_a_table_of_pods_has_no_health_rows() -> None:
    text = "| COMPONENT | TIMEOUT | LIVENESS | READINESS | DETAIL |\n| a | b | ready | live | c |"
    assert not [fact for fact in read(text) if isinstance(fact, FelixHealthRow)]


def test_another_log_is_read_for_its_own_words() -> None:
    text = "2024-01-01 00:00:00.000 [FATAL][1] main.go 118: Failed to initialize Calico datastore"
    evidence = Evidence(
        id="e",
        kind=EvidenceKind.OTHER_LOG,
        content=text,
        about=Subject(container="calico-kube-controllers"),
    )
    kinds = [type(fact) for fact in read_other_log(evidence)]
    assert kinds == [LogShown, ControllersSaid, Failure]


def test_each_container_answers_for_its_own_facts_only() -> None:
    assert gives_for("upgrade-ipam") == (IpamUpgradeSaid, LogShown)
    assert gives_for("install-cni") == (CniInstallSaid, LogShown)
    assert gives_for("calico-node") is CALICO_LOG_GIVES
    assert StartupSaid in gives_for("")


HEALTHY = """\
2024-01-01 03:06:19.594 [INFO][9] startup/startup.go 439: Early log level set to info
2024-01-01 03:06:19.594 [INFO][9] startup/utils.go 126: Using NODENAME environment for node name n1
2024-01-01 03:06:19.594 [INFO][9] startup/startup.go 95: Starting node n1 with version v3.29.0
2024-01-01 03:06:19.600 [INFO][9] startup/startup.go 468: Datastore connection verified
2024-01-01 03:06:19.608 [INFO][9] startup/customresource.go 102: Error getting resource Key=GlobalFelixConfig(name=CalicoVersion) Name="calicoversion" error=the server could not find the requested resource (get GlobalFelixConfigs.crd.projectcalico.org calicoversion)
2024-01-01 03:06:19.615 [INFO][9] startup/autodetection_methods.go 103: Using autodetected IPv4 address on interface eth0: 172.31.0.11/24
2024-01-01 03:06:19.616 [INFO][9] startup/startup.go 720: No AS number configured on node resource, using global value
2024-01-01 03:06:19.633 [INFO][9] startup/startup.go 688: FELIX_IPV6SUPPORT is false through environment variable
2024-01-01 03:06:19.638 [INFO][9] startup/client.go 253: Unable to initialize default Tier error=connection is unauthorized: tiers.crd.projectcalico.org is forbidden: User "system:serviceaccount:kube-system:calico-node" cannot create resource "tiers" in API group "crd.projectcalico.org" at the cluster scope
2024-01-01 03:06:19.639 [INFO][9] startup/startup.go 215: Using node name: n1
Calico node started successfully
2024-01-01 03:06:20.639 [INFO][80] felix/int_dataplane.go 2153: attempted to modprobe nf_conntrack_proto_sctp error=exit status 1 output=""
bird: Unable to open configuration file /etc/calico/confd/config/bird.cfg
2024-01-01 03:06:22.639 [INFO][80] felix/int_dataplane.go 900: Completed first update to dataplane. secsSinceStart=1.9
2024-01-01 03:06:22.640 [INFO][80] felix/health.go 336: Overall health status changed: live=true ready=true
"""


def test_a_healthy_start_gives_no_complaint() -> None:
    assert not [fact for fact in read(HEALTHY) if isinstance(fact, Said)]
