"""Registry rows of a host's links, addresses and routes."""

from calicovet.model import facts as f
from calicovet.model.evidence_kinds import probe_words as w
from calicovet.model.evidence_kinds.row import HostProbe, Turn, at, host

IP_ADDR = host(
    "ip-addr",
    "ip addr",
    shows=(f.HostLink,),
    programs="ifconfig",
    probes=at(Turn.LINKS, "ip addr"),
    container_probes=at(Turn.LINKS, "ip addr"),
    asks=(
        "Which addresses does the node have, and on which links?",
        "节点有哪些地址，在哪些网卡上？",
    ),
)
IP_LINK = host(
    "ip-link",
    "ip -d link",
    shows=(f.BridgeLink, f.VxlanLink),
    probes=at(Turn.LINKS, *w.LINKS),
    container_probes=at(Turn.LINKS, w.LINKS[0]),
    asks=("What kind of link carries the address?", "带这个地址的网卡是什么类型？"),
)
IP_ROUTE = host(
    "ip-route",
    "ip route",
    shows=(f.DefaultRoute,),
    programs="route",
    probes=at(Turn.LINKS, "ip route"),
    container_probes=at(Turn.LINKS, "ip route", "ip rule"),
    asks=("Where does the node send its packets?", "节点把报文发往哪里？"),
)
TUNNEL_TRAFFIC = host(
    "tunnel-traffic",
    "cat /proc/net/dev; timeout 20 tcpdump -nni any -c 20 udp port 4789 or proto 4",
    shows=(f.LinkCounters,),
    read_as="host-file",
    probes=at(Turn.LINKS, "cat /proc/net/dev") + at(Turn.RULES, w.TUNNEL_CHECKSUMS),
    asks=(
        "Do packets of other nodes come in through the tunnel?",
        "其他节点的报文是否经隧道到达本节点？",
    ),
)
BRIDGES = host(
    "bridges",
    "ip -d link show type bridge",
    programs="brctl bridge",
    probes=at(Turn.LINKS, HostProbe("bridge fdb show dev vxlan.calico", w.VXLAN)),
    asks=(
        "Which bridges are there, and which programs created them?",
        "有哪些网桥，由哪些程序创建？",
    ),
)
