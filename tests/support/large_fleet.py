"""A paste of a large cluster in which some nodes took the address of a foreign bridge."""

from collections.abc import Iterator

_DOMAIN = "cluster.example.com"


def large_fleet(*, nodes: int, unhealthy: int) -> str:
    """Tables of all nodes and pods; of each unhealthy one its log, its bridge and its pod."""
    return "\n".join(_lines(nodes, frozenset(range(0, nodes, nodes // unhealthy)))) + "\n"


def _lines(nodes: int, unhealthy: frozenset[int]) -> Iterator[str]:
    yield "$ kubectl get nodes -o wide"
    yield "NAME STATUS ROLES AGE VERSION INTERNAL-IP EXTERNAL-IP OS-IMAGE KERNEL-VERSION CONTAINER-RUNTIME"
    for number in range(nodes):
        yield (
            f"{_name(number)} Ready <none> 90d v1.30.4 {_address(number)} <none> Ubuntu 22.04 LTS "
            "5.15.0-91-generic containerd://1.7.12"
        )
    yield "$ kubectl get pods -n calico-system -o wide"
    yield "NAME READY STATUS RESTARTS AGE IP NODE NOMINATED READINESS"
    for number in range(nodes):
        ready = "0/1" if number in unhealthy else "1/1"
        yield (
            f"{_pod(number)} {ready} Running 0 44h {_address(number)} {_name(number)} <none> <none>"
        )
    for number in sorted(unhealthy):
        yield from _of_one(number)


def _of_one(number: int) -> Iterator[str]:
    day = "2025-07-15"
    name, pod, address = _name(number), _pod(number), _address(number)
    yield f"$ kubectl logs -n calico-system {pod} -c calico-node"
    yield f"{day} 07:51:57.279 [INFO][9] startup/utils.go 138: Determined node name: {name}"
    yield (
        f"{day} 07:51:58.079 [INFO][9] startup/autodetection_methods.go 103: "
        "Using autodetected IPv4 address on interface nerdctl0: 10.4.0.1/24"
    )
    yield f"{day} 07:51:58.279 [INFO][9] startup/startup.go 212: Using node name: {name}"
    for index, link in ((2, "ens160"), (686, "nerdctl0")):
        yield (
            f"{day} 07:52:02.349 [INFO][87] felix/int_dataplane.go 1431: Linux interface state changed. "
            f'ifIndex={index} ifaceName="{link}" state="up"'
        )
    yield (
        f"{day} 07:52:02.351 [INFO][87] felix/int_dataplane.go 1471: Linux interface addrs changed. "
        f'addrs=set.Set{{{address}}} ifaceName="ens160"'
    )
    yield f"$ ssh {name} brctl show nerdctl0"
    yield "bridge name\tbridge id\t\tSTP enabled\tinterfaces"
    yield "nerdctl0\t\t8000.b290e45bf4d1\tno\t\tveth76f5219b"
    yield f"$ kubectl describe pod -n calico-system {pod}"
    yield from (f"Name: {pod}", "Namespace: calico-system", f"Node: {name}/{address}", "Events:")
    yield "  Type     Reason     Age                  From     Message"
    yield "  ----     ------     ----                 ----     -------"
    yield (
        "  Warning  Unhealthy  2m (x900 over 44h)   kubelet  Readiness probe failed: calico/node is not ready: "
        f"BIRD is not ready: BGP not established with {_address(number + 1)}"
    )


def _name(number: int) -> str:
    return f"worker-eu-west-1{'abc'[number % 3]}-{number:04d}.{_DOMAIN}"


def _pod(number: int) -> str:
    return f"calico-node-{number:05x}"


def _address(number: int) -> str:
    return f"10.60.{number // 250}.{number % 250 + 1}"
