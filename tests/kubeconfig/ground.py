"""The surroundings of a case: a recording server, certificates, a proxy, and a separate folder."""

import os
import subprocess
from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from shutil import which
from typing import Any

import yaml

from calicovet.world.kube.client import open_client
from calicovet.world.kube.config import KubeFlags, load_target
from tests.support.certificates import Authority, key_of
from tests.support.recording_server import RecordingProxy, RecordingServer, Seen

PLACES = ("~/.cache/calicovet/lab/bin", "~/.cache/calicovet-lab/bin")


@dataclass(frozen=True, kw_only=True)
class Sent:
    """What matters of a request."""

    path: str = "/version"
    authorization: str = ""
    impersonation: tuple[tuple[str, str], ...] = ()
    certificate: str = ""
    sni: str = ""
    connects: tuple[tuple[str, str], ...] = ()
    """What the proxy was asked for, with its Proxy-Authorization."""


@dataclass
class Ground:
    folder: Path
    authority: Authority
    server: RecordingServer
    plain: RecordingServer
    """The same without TLS."""
    proxy: RecordingProxy
    tls_proxy: RecordingProxy

    def cluster(self, **more: Any) -> dict[str, Any]:
        return {
            "server": self.server.url,
            "certificate-authority-data": data(self.authority.file),
            **more,
        }

    def config(
        self,
        user: Mapping[str, Any] | None = None,
        cluster: Mapping[str, Any] | None = None,
        name: str = "config",
    ) -> Path:
        """A kubeconfig with one of everything."""
        return self.write(
            {
                "apiVersion": "v1",
                "kind": "Config",
                "current-context": "here",
                "contexts": [{"name": "here", "context": {"cluster": "it", "user": "me"}}],
                "clusters": [{"name": "it", "cluster": cluster or self.cluster()}],
                "users": [{"name": "me", "user": user or {}}],
            },
            name,
        )

    def write(self, content: object, name: str = "config") -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(yaml.safe_dump(content))
        return path

    def plugin(self, text: str, name: str = "plugin") -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)
        return path


@dataclass(frozen=True, kw_only=True)
class Case:
    """A kubeconfig, how it is called, and what must come of it."""

    sends: Sent
    flags: KubeFlags = KubeFlags()
    words: Sequence[str] = ()
    """The same flags for kubectl."""
    environment: Mapping[str, str] = field(default_factory=dict)
    ask: Sequence[str] = ("get", "--raw", "/version")
    """What makes kubectl send one GET to /version."""


Build = Callable[[Ground], Case]


def data(path: Path) -> str:
    return b64encode(path.read_bytes()).decode()


def environment(ground: Ground, more: Mapping[str, str]) -> dict[str, str]:
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(ground.folder),
        "KUBECONFIG": str(ground.folder / "config"),
        **more,
    }


def we_send(ground: Ground, case: Case) -> Sent:
    surroundings = environment(ground, case.environment)
    target = load_target(case.flags, surroundings, ground.folder)
    open_client(target).get("/version")
    return last_sent(ground)


def kubectl_sends(ground: Ground, case: Case, kubectl: str) -> Sent:
    subprocess.run(
        [kubectl, *case.words, *case.ask],
        env=environment(ground, case.environment),
        cwd=ground.folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=True,
        timeout=30,
    )
    return last_sent(ground)


def last_sent(ground: Ground) -> Sent:
    seen = (ground.server.seen or ground.plain.seen)[-1]
    return Sent(
        path=seen.path.partition("?")[0],
        authorization=seen.header("authorization"),
        impersonation=_impersonation(seen),
        certificate=seen.certificate,
        sni=seen.sni,
        # Each once: some kubectls ask for the server's version before they go to work.
        connects=tuple(
            dict.fromkeys(
                (each.path, each.header("proxy-authorization"))
                for each in (*ground.proxy.seen, *ground.tls_proxy.seen)
            )
        ),
    )


def _impersonation(seen: Seen) -> tuple[tuple[str, str], ...]:
    found = ((name.lower(), value) for name, value in seen.headers)
    return tuple(sorted(pair for pair in found if pair[0].startswith("impersonate-")))


def find_kubectl() -> str | None:
    """A real kubectl; the lab's first, because its version is known."""
    places = (str(Path(place).expanduser() / "kubectl") for place in PLACES)
    return next((found for place in (*places, "kubectl") if (found := which(place))), None)


__all__ = ["Authority", "Build", "Case", "Ground", "Sent", "data", "find_kubectl", "key_of"]
