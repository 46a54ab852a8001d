"""Clients for a server on this machine."""

from threading import Event
from typing import Any

from calicovet.world.kube.authentication.credentials import Fixed, Grant
from calicovet.world.kube.client import Client, open_client
from calicovet.world.kube.target import Target


def target_of(url: str, **more: Any) -> Target:
    said = {"context": "here", "namespace": "default", "credentials": Fixed(Grant()), **more}
    return Target(server=url, **said)


def client_of(url: str, stop: Event | None = None, **more: Any) -> Client:
    return open_client(target_of(url, **more), stop)
