"""Clusters with Calico in them, ready to be broken."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event
from typing import Any

import yaml

from gym.cluster import Cluster, Object
from gym.fault import Install
from gym.images import archives, manifest
from gym.operator import operator_cluster

RELEASE = "v3.28.5"


@contextmanager
def installed_cluster(install: Install, nodes: int, stop: Event | None = None) -> Iterator[Cluster]:
    """A cluster whose calico-node is ready on every node; `stop` breaks off whatever is awaited."""
    by_operator = install is Install.OPERATOR
    made = operator_cluster(nodes, stop=stop) if by_operator else _manifest_cluster(nodes, stop)
    with made as cluster:
        yield cluster


@contextmanager
def _manifest_cluster(nodes: int, stop: Event | None) -> Iterator[Cluster]:
    with Cluster(nodes=nodes, images=archives(RELEASE), stop=stop) as cluster:
        cluster.boot()
        cluster.apply(*manifest_objects())
        cluster.await_ready()
        yield cluster


def manifest_objects() -> tuple[Object, ...]:
    """What Calico's own manifest holds, with one setting changed."""
    every = tuple(each for each in yaml.safe_load_all(manifest(RELEASE)) if each)
    for each in every:
        if each["kind"] == "DaemonSet":
            # Many kernels, like those of small virtual machines, have no such tunnel.
            set_environment(each, "CALICO_IPV4POOL_IPIP", "Never")
    return every


def set_environment(daemonset: Any, name: str, value: str) -> None:
    """Gives calico-node's container a variable, or another value for it."""
    containers = daemonset["spec"]["template"]["spec"]["containers"]
    environment = next(each for each in containers if each["name"] == "calico-node")["env"]
    environment[:] = [each for each in environment if each["name"] != name]
    environment.append({"name": name, "value": value})
