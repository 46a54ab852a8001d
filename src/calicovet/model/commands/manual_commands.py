"""The command line by which a person gets a piece of evidence, with its values and flags."""

from collections.abc import Mapping

from calicovet.model.commands.shell import Part, command, fits, part
from calicovet.model.evidence import EvidenceKind, Request
from calicovet.model.evidence_kinds.row import Where


def runs_on_the_host(kind: EvidenceKind) -> bool:
    """Whether the line is typed on the node itself."""
    return kind.row.where is Where.HOST and bool(kind.row.command)


def by_hand(request: Request, known: Mapping[str, str], *, whole: bool = False) -> str:
    """The command line for a request; `known` may hold service, endpoint (both host:port), peer, namespace, pod and node.

    `whole`: all of a log, and not its end alone.
    """
    about = request.about
    pod = about.pod or known.get("pod", "")
    return command(
        _template(request, whole, named=fits("pod", pod)),
        namespace=about.namespace or known.get("namespace", "") or "kube-system",
        pod=pod,
        node=about.node or known.get("node", ""),
        container=about.container or "calico-node",
        service=_server(known.get("service"), part("<service address>:443")),
        endpoint=_server(known.get("endpoint"), part("<endpoint>:6443")),
        peer=known.get("peer", ""),
    )


def _server(address: str | None, otherwise: Part) -> str:
    return address if address and fits("endpoint", address) else otherwise


def _template(request: Request, whole: bool, *, named: bool) -> str:
    row = request.kind.row if request.kind.row.command else EvidenceKind.POD_DESCRIBE.row
    template = row.command if named or not row.of_all else row.of_all
    if request.kind is not EvidenceKind.CALICO_LOG:
        return template
    previous = " --previous" if request.about.previous else ""
    return f"{template}{previous}{'' if whole else ' --tail=50'}"
