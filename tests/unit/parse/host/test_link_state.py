"""What a link has sent and received, what it leaves to its card, and who carries it."""

from calicovet.model.evidence import EvidenceKind
from calicovet.model.facts import HostLink, LinkCounters, LinkOffload, VxlanLink
from tests.unit.parse.host.pieces import facts

_DETAILS = """\
2: ens3: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1450 qdisc fq_codel state UP mode DEFAULT group default qlen 1000
    link/ether fa:16:3e:5a:10:9f brd ff:ff:ff:ff:ff:ff promiscuity 0 minmtu 68 maxmtu 65535
6: vxlan.calico: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1400 qdisc noqueue state UNKNOWN mode DEFAULT group default
    link/ether 66:90:61:7f:ec:3b brd ff:ff:ff:ff:ff:ff promiscuity 0 minmtu 68 maxmtu 65535
    vxlan id 4096 local 10.50.0.12 dev ens3 srcport 0 0 dstport 4789 nolearning ttl auto
"""


def test_a_vxlan_link_names_who_carries_it() -> None:
    found = facts(EvidenceKind.IP_LINK, _DETAILS)
    assert [fact for fact in found if isinstance(fact, VxlanLink)] == [
        VxlanLink(name="vxlan.calico", vni=4096, port=4789, parent="ens3")
    ]


def test_each_link_has_its_own_hardware_address() -> None:
    found = facts(EvidenceKind.IP_LINK, _DETAILS)
    macs = {fact.name: fact.mac for fact in found if isinstance(fact, HostLink)}
    assert macs == {"ens3": "fa:16:3e:5a:10:9f", "vxlan.calico": "66:90:61:7f:ec:3b"}


def test_lines_of_a_link_whose_head_was_cut_out_are_nobodys() -> None:
    headless = "\n".join(line for line in _DETAILS.split("\n") if not line.startswith("6:"))
    found = facts(EvidenceKind.IP_LINK, headless)
    assert not [fact for fact in found if isinstance(fact, VxlanLink)]
    assert [fact.mac for fact in found if isinstance(fact, HostLink)] == ["fa:16:3e:5a:10:9f"]


def test_statistics_count_packets_and_not_bytes() -> None:
    text = """\
9: vxlan.calico: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1450 qdisc noqueue state UNKNOWN mode DEFAULT
    link/ether 66:5f:c2:71:0a:b8 brd ff:ff:ff:ff:ff:ff
    RX: bytes  packets  errors  dropped overrun mcast
    0          0        0       0       0       0
    TX: bytes  packets  errors  dropped carrier collsns
    190344     2644     0       0       0       0
"""
    found = facts(EvidenceKind.IP_LINK, text)
    assert LinkCounters(name="vxlan.calico", received=0, sent=2644) in found


def test_statistics_that_were_cut_count_nothing() -> None:
    text = """\
9: vxlan.calico: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1450 qdisc noqueue state UNKNOWN mode DEFAULT
    RX: bytes  packets  errors  dropped overrun mcast
    0          0        0       0       0       0
    TX: bytes  packets  errors  dropped carrier collsns
"""
    assert not [f for f in facts(EvidenceKind.IP_LINK, text) if isinstance(f, LinkCounters)]


def test_the_kernels_own_table_counts_the_same() -> None:
    text = """\
Inter-|   Receive                                                |  Transmit
 face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed
    lo:  998116   11310    0    0    0     0          0         0   998116   11310    0    0    0     0       0          0
vxlan.calico:       0       0    0    0    0     0          0         0   190344    2644    0    0    0     0       0          0
"""
    found = facts(EvidenceKind.HOST_FILE, text, "cat /proc/net/dev")
    assert LinkCounters(name="vxlan.calico", received=0, sent=2644) in found


def test_an_offload_belongs_to_the_link_that_was_asked_for() -> None:
    found = facts(
        EvidenceKind.HOST_FILE,
        "Features for vxlan.calico:\ntx-checksumming: on\n\ttx-checksum-ip-generic: off [fixed]\n",
        "ethtool -k vxlan.calico",
    )
    assert LinkOffload(link="vxlan.calico", feature="tx-checksum-ip-generic", on=False) in found
    cut = facts(
        EvidenceKind.HOST_FILE,
        "\ttx-checksum-ip-generic: on\n",
        "ethtool -k vxlan.calico | grep tx-checksum-ip-generic",
    )
    assert cut == [LinkOffload(link="vxlan.calico", feature="tx-checksum-ip-generic", on=True)]


def test_settings_of_a_program_are_no_offloads() -> None:
    assert not [
        fact
        for fact in facts(EvidenceKind.HOST_FILE, "tx-thing: on\n", "cat /etc/thing.conf")
        if isinstance(fact, LinkOffload)
    ]
