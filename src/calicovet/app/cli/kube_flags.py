"""kubectl's flags that choose the cluster and the user (--context, --kubeconfig, --as)."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from calicovet.world.kube.target import KubeFlags


def add_kube_flags(parser: "ArgumentParser") -> None:
    """Lets the command take the flags under the names that kubectl gives them."""
    from argparse import SUPPRESS

    group = parser.add_argument_group("cluster", "as for kubectl", argument_default=SUPPRESS)
    group.add_argument(
        "--kubeconfig", metavar="FILE", help="kubeconfig file (default: $KUBECONFIG)"
    )
    group.add_argument(
        "--context", metavar="NAME", help="kubeconfig context (default: the current one)"
    )
    group.add_argument("--cluster", metavar="NAME", help="cluster of the kubeconfig")
    group.add_argument("--user", metavar="NAME", help="user of the kubeconfig")
    group.add_argument("-n", "--namespace", metavar="NAME", help="examine this namespace only")
    group.add_argument("--server", metavar="URL", help="address of the API server")
    group.add_argument("--token", metavar="TOKEN", help="bearer token for the API server")
    group.add_argument(
        "--insecure-skip-tls-verify",
        dest="insecure",
        action="store_true",
        help="do not verify the server's certificate",
    )
    group.add_argument("--as", dest="as_user", metavar="NAME", help="user to impersonate")
    group.add_argument(
        "--as-group",
        dest="as_groups",
        action="append",
        metavar="NAME",
        help="group to impersonate (repeatable)",
    )
    group.add_argument("--as-uid", metavar="UID", help="UID to impersonate")
    group.add_argument(
        "--request-timeout",
        type=seconds,
        metavar="TIME",
        help="timeout of one request: 20, 1m30s, 500ms (default: 30s)",
    )


def flags_of(arguments: "Namespace") -> "KubeFlags":
    """What was said about the cluster."""
    from calicovet.world.kube.target import KubeFlags

    said = vars(arguments)
    return KubeFlags(
        kubeconfig=said.get("kubeconfig", ""),
        context=said.get("context", ""),
        cluster=said.get("cluster", ""),
        user=said.get("user", ""),
        namespace=said.get("namespace", ""),
        server=said.get("server", ""),
        token=said.get("token", ""),
        insecure=said.get("insecure", False),
        as_user=said.get("as_user", ""),
        as_groups=tuple(said.get("as_groups", ())),
        as_uid=said.get("as_uid", ""),
        request_timeout=said.get("request_timeout", 0.0),
    )


def seconds(text: str) -> float:
    """A duration as Go writes it, or a number of seconds."""
    import re

    units = {"h": 3600.0, "m": 60.0, "s": 1.0, "ms": 1e-3, "us": 1e-6, "µs": 1e-6, "ns": 1e-9}
    if re.fullmatch(r"[0-9]+", text):
        return float(text)
    part = r"([0-9]+\.?[0-9]*|\.[0-9]+)(h|ms|m|s|us|µs|ns)"
    if not re.fullmatch(f"(?:{part})+", text):
        raise ValueError(text)  # argparse turns it into wrong usage
    return sum(float(number) * units[unit] for number, unit in re.findall(part, text))
