"""A paste of any size: a calico-node log that says nothing, and an incident after it."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path
from random import Random

# What a healthy calico-node writes all day, with what differs from line to line in braces.
_LINES = (
    "[INFO][{pid}] felix/summary.go 100: Summarising {n} dataplane reconciliation loops over 1m3.{n}s: avg={n}ms longest={n}ms (resync-filter-v4,resync-nat-v4)",
    '[INFO][{pid}] felix/int_dataplane.go 1431: Linux interface state changed. ifIndex={n} ifaceName="cali{hex}" state="up"',
    '[INFO][{pid}] felix/int_dataplane.go 1475: Linux interface addrs changed. addrs=set.Set{{fe80::ecee:eeff:feee:eeee}} ifaceName="cali{hex}"',
    '[INFO][{pid}] felix/endpoint_mgr.go 602: Updating per-endpoint chains. id=types.WorkloadEndpointID{{OrchestratorId:"k8s", WorkloadId:"shop/web-{hex}", EndpointId:"eth0"}}',
    '[INFO][{pid}] felix/route_table.go 1188: Failed to access interface because it doesn\'t exist. error=Link not found ifaceName="cali{hex}" ifaceRegex="^cali.*" ipVersion=0x4 tableIndex=254',
    "[INFO][{pid}] monitor-addresses/autodetection_methods.go 103: Using autodetected IPv4 address on interface eth0: 192.0.2.{n}/24",
    "[INFO][{pid}] confd/client.go 1005: Recompute BGP peerings: HostBGPConfig(node=worker-{n}; name=network_v4) updated",
    "bird: Mesh_192_0_2_{n}: State changed to feed",
    "[WARNING][{pid}] felix/l3_route_resolver.go 674: Unable to create route for IP; the node it belongs to was not recorded in IPAM IP=192.0.2.{n}",
    '[INFO][{pid}] felix/health.go 336: Overall health status changed: live=true ready=true id="{hex}"',
)


def write_paste(path: Path, megabytes: int, incident: str) -> None:
    """Writes a paste of about that size; the same size gives the same text."""
    room = megabytes * 1_000_000 - len(incident.encode())
    with path.open("w", encoding="utf-8") as file:
        room -= file.write("The log of calico-node on a node that works:\n\n```\n")
        lines = daily_log()
        while room > 0:
            room -= file.write("".join(islice(lines, 1_000)))
        file.write("```\n\n" + incident)


def daily_log() -> Iterator[str]:
    """What calico-node on a healthy node writes, without end; always the same."""
    random, at = Random(1), datetime(2020, 12, 29, tzinfo=UTC)
    while True:
        at += timedelta(milliseconds=random.randrange(200))
        line = random.choice(_LINES).format(
            pid=random.randrange(60, 120),
            n=random.randrange(1, 255),
            hex=f"{random.randrange(1 << 44):011x}",
        )
        stamp = (
            ""
            if line.startswith("bird")
            else f"{at:%Y-%m-%d %H:%M:%S}.{at.microsecond // 1000:03d} "
        )
        yield f"{stamp}{line}\n"
