"""Whether the lab can run on this machine."""

import os
import shutil

from lab import cache
from lab.errors import LabError
from lab.namespace import network_namespace

_TOOLS = (("ip", "iproute2"), ("openssl", "openssl"), ("setpriv", "util-linux"))


def missing() -> str:
    """What is missing and the next move; empty when nothing is."""
    if os.geteuid() != 0:
        return "network namespaces need root: run it as root"
    for tool, package in _TOOLS:
        if shutil.which(tool) is None:
            return f"{tool} is not installed: apt-get install {package}"
    for program in ("etcd", "kube-apiserver", "kubectl"):
        if cache.find(program) is None:
            return f"{program} is neither in {cache.folder() / 'bin'} nor in KUBEBUILDER_ASSETS: make lab"
    try:
        with network_namespace("probe"):
            return ""
    except LabError as error:
        # Root in a container is often not allowed to.
        return f"no network namespace can be made: {error.message}"
