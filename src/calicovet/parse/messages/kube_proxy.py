"""Message table: kube-proxy."""

import re
from dataclasses import replace
from functools import partial

from calicovet.model.facts.base import Fact
from calicovet.model.facts.said import KubeProxySaid
from calicovet.parse.messages.message import Maker, Message, Spoken, said

_SAID = KubeProxySaid


def _if_kube_proxy(make: Maker, match: re.Match[str], spoken: Spoken) -> Fact | None:
    # Most of Kubernetes shares these words; only the log or the line shows which program logged them.
    ours = spoken.process == "kube-proxy" or "kube-proxy" in spoken.text
    return make(match, spoken) if ours else None


def _by_kube_proxy(message: Message) -> Message:
    return replace(message, make=partial(_if_kube_proxy, message.make))


_SHARED = (
    said(
        "kube-proxy-ends",
        r"command failed\W{1,3}err\W{1,4}(?P<error>.{1,300})",
        _SAID,
    ),
    said("kube-proxy-ends:configuration", r"\bfailed complete: (?P<error>.{1,300})", _SAID),
    said(
        "kube-proxy-cannot-list",
        r"Failed to (list|watch) \*v1\.(Service|EndpointSlice|Endpoints|Node)\b(.{0,20}?(?P<error>: .{1,400}))?",
        _SAID,
        words=("list", "watch"),
    ),
    said(
        "kube-proxy-no-rules",
        r"\b(Failed to execute iptables-restore|Failed to ensure that .{0,60}? chain|Failed to ensure chain)\b(.{0,200})",
        _SAID,
        words=("restore", "chain"),
    ),
)

MESSAGES = (
    *map(_by_kube_proxy, _SHARED),
    said("kube-proxy-ends:server", r"\bError running ProxyServer\b", _SAID),
    said(
        "kube-proxy-ends:conntrack",
        r"open /proc/sys/net/netfilter/nf_conntrack_max: (?P<error>permission denied)",
        _SAID,
    ),
)
