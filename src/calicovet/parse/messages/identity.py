"""Message table: the node and release that a log belongs to, and Felix' health."""

import re
from functools import partial

from calicovet.model.facts.base import Fact
from calicovet.model.facts.component_health import FelixHealth
from calicovet.model.facts.milestones import NodeNameUsed
from calicovet.model.facts.nodes import CalicoVersion
from calicovet.parse.logs.health_table import ROW, row_fact
from calicovet.parse.messages.message import Message, Spoken

_RELEASE = r"v?\d+\.\d+\.\d+[\w.+-]*"


def _name(via: str, match: re.Match[str], spoken: Spoken) -> Fact:
    return NodeNameUsed(
        about=spoken.about, cited=spoken.cited, at=spoken.at, name=match["name"], via=via
    )


def _version(match: re.Match[str], spoken: Spoken) -> Fact:
    version = match["version"].rstrip(".")
    return CalicoVersion(
        about=spoken.about,
        cited=spoken.cited,
        at=spoken.at,
        low=version if version.startswith("v") else f"v{version}",
        by="log",
    )


def _health(match: re.Match[str], spoken: Spoken) -> Fact:
    return FelixHealth(
        about=spoken.about,
        cited=spoken.cited,
        at=spoken.at,
        live=match["live"].lower() == "true",
        ready=match["ready"].lower() == "true",
    )


def _row(match: re.Match[str], spoken: Spoken) -> Fact:
    return row_fact(match, spoken.about, spoken.cited, spoken.at)


_NAME = r"\[?(?P<name>[A-Za-z0-9][\w.-]*)"

MESSAGES = (
    Message(
        key="name:determined", pattern=rf"\bDetermined node name: {_NAME}", make=partial(_name, "")
    ),
    Message(
        key="name:environment",
        pattern=rf"Using NODENAME environment for node name {_NAME}",
        make=partial(_name, "NODENAME"),
    ),
    Message(
        key="name:file",
        pattern=rf"Using stored node name {_NAME}",
        make=partial(_name, "file"),
    ),
    Message(
        key="name:hostname",
        pattern=rf"Using HOSTNAME environment \(lowercase\) for node name {_NAME}",
        make=partial(_name, "HOSTNAME"),
    ),
    Message(
        key="name:felix",
        pattern=r"\bFelixHostname:\W{0,3}(?P<name>[A-Za-z0-9][\w.-]*)",
        make=partial(_name, ""),
    ),
    Message(
        key="version:startup",
        pattern=rf"Starting node \S+ with version (?P<version>{_RELEASE})",
        make=_version,
    ),
    Message(
        key="version:felix",
        pattern=rf"\b(Felix starting up|Successfully loaded configuration)\b.{{0,60000}}?\bversion=\W{{0,2}}(?P<version>{_RELEASE})",
        words=("starting", "successfully"),
        make=_version,
    ),
    Message(
        key="version:config",
        pattern=rf"\bCalicoVersion:\W{{0,3}}(?P<version>{_RELEASE})",
        make=_version,
    ),
    Message(
        key="version:plugin",
        pattern=rf"CNI plugin version: (?P<version>{_RELEASE})",
        make=_version,
    ),
    Message(
        key="health:old",
        pattern=r"Overall health status changed\b.{0,60}?Live:(?P<live>true|false), Ready:(?P<ready>true|false)",
        make=_health,
    ),
    Message(
        key="health:new",
        pattern=r"Overall health status changed: live=(?P<live>true|false) ready=(?P<ready>true|false)",
        make=_health,
    ),
    Message(
        key="health:row",
        pattern=ROW,
        words=("live", "ready", "timed"),
        make=_row,
        each=True,
    ),
)
