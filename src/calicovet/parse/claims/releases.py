"""Versions in prose."""

import re
from collections.abc import Iterator
from functools import cache

from calicovet.model.facts.base import Topic

_LINK = r"[\s\"'`*_(（]{0,4}(?:cluster |server |release |engine )?(?:versions?|版本号?|ver\.?)?(?: ?\([^()]{0,60}\))?[\s\"'`*_]{0,3}(?:is|are|为|是|[:：=@|])?[\s\"'`*_|(（]{0,6}"


@cache
def _patterns() -> dict[Topic, re.Pattern[str]]:
    flags = re.IGNORECASE | re.ASCII
    return {
        Topic.CALICO_VERSION: re.compile(
            rf"(?<![\w/.])(?:project ?)?calico(?:[/ -]node|[/ -]cni|[ /-]image)?{_LINK}(?:calico(?:/node|/cni)?[:@ ]?)?"
            r"(?P<version>v?[23]\.\d{1,2}(?:\.\d{1,3})?(?:-[\w.]+)?)(?![\w/.]*\d{1,3}\.\d)",
            flags,
        ),
        Topic.KUBERNETES_VERSION: re.compile(
            rf"(?<![\w/.])(?:kubernetes|k8s|kubelet|kubeadm|kubectl|orchestrator|rke2?|k3s|openshift){_LINK}(?:kubernetes |k8s |rke2? |k3s )?"
            r"(?P<version>v?1\.\d{1,2}(?:\.\d{1,3})?(?:[+-][\w.+]+)?)(?![\w/.]*\d{1,3}\.\d)",
            flags,
        ),
        Topic.RUNTIME_VERSION: re.compile(
            rf"(?<![\w/.])(?P<runtime>containerd|docker|cri-o|crio)(?:\.io|-ce|-engine|d)?{_LINK}(?:docker |containerd |://)?"
            r"(?P<version>v?\d{1,2}\.\d{1,2}(?:\.\d{1,3})?[\w.~+-]*)",
            flags,
        ),
        Topic.KERNEL_VERSION: re.compile(
            rf"(?<![\w/.])(?:kernel|内核|linux kernel){_LINK}(?:linux )?(?P<version>[2-9]\.\d{{1,2}}(?:\.\d{{1,3}})?[\w.-]*)",
            flags,
        ),
        Topic.OS: re.compile(
            r"(?P<version>\b(?:ubuntu|centos|debian|rhel|red ?hat(?: enterprise linux)?|rocky(?: ?linux)?|alma ?linux|opensuse(?: leap)?|sles|flatcar|"
            r"fedora(?: coreos)?|amazon linux|oracle linux|openeuler|kylin|anolis|photon|raspbian)[ -]?(?:linux |os |release |stream |server |version |v|:)*"
            r"\d[\w.]*(?: lts)?(?: sp\d)?)",
            flags,
        ),
    }


def versions_in(text: str) -> Iterator[tuple[Topic, str]]:
    """What the words say of versions; of an upgrade, the version it went to."""
    text = text[:4000]
    if not any(char.isdigit() for char in text):
        return
    text = re.sub(
        r"(?:\bfrom|从|由)\s?v?\d+\.\d[\w.-]{0,20}\s?(?:version )?(?:to|->|=>|升级到|升级至|到|至)\s?(v?\d+\.\d[\w.-]{0,20})",
        r"\1",
        text,
        flags=re.ASCII,
    )
    for topic, pattern in _patterns().items():
        match = pattern.search(text)
        if match is None:
            continue
        value = match["version"].strip().rstrip(".,;-")
        if topic is Topic.RUNTIME_VERSION:
            runtime = match["runtime"].lower()
            value = f"{'cri-o' if runtime == 'crio' else runtime}://{value.removeprefix('v')}"
        elif topic in (Topic.CALICO_VERSION, Topic.KUBERNETES_VERSION) and value[0].isdigit():
            value = f"v{value}"
        yield topic, value.replace("V", "v", 1) if value[:1] == "V" else value
