"""The fields of a layout's row."""

from collections.abc import Mapping
from dataclasses import field

from calicovet.model.evidence import EvidenceKind
from calicovet.model.record import record
from calicovet.model.subject import NO_SUBJECT, Subject


@record(kw_only=True)
class Told:
    """What a path says about its file."""

    kind: EvidenceKind
    about: Subject = NO_SUBJECT
    taken_by: str = ""
    of_the_host: bool = False
    """It shows the one host that the files around it were taken on; its name stands elsewhere."""
    several: bool = False
    """The logs of all containers of a pod, between lines that name them."""
    list_kind: str = ""
    """What a bare array of objects there is a list of."""
    null_is_empty: bool = False
    """The program writes "null" for every empty string in its objects."""


@record
class HostFile:
    """A file of the host that the bundle was made on."""

    kind: EvidenceKind
    typed: str
    """The command that prints the same."""


@record(kw_only=True)
class Layout:
    """Where one program puts things. Patterns match whole paths below any folder.

    Their holes: `{ns}`, `{pod}` (of Calico), `{any_pod}`, `{container}`, `{node}`, `{previous}`, and
    `(?P<what>…)` for the resource. A log of a pod that is not Calico's is of no use.
    """

    program: str
    mark: str = ""
    """A path that only this program makes; what stands before it is the bundle's root, and what the layout does
    not name below the root is of no use. Empty: its files may stand anywhere."""
    logs: tuple[str, ...] = ()
    logs_of_pods: tuple[str, ...] = ()
    """All containers of a pod in one file."""
    describes: tuple[str, ...] = ()
    objects: tuple[str, ...] = ()
    typed_commands: str = ""
    """Files named after the kubectl command that printed them: the hole `typed`."""
    of_nodes: Mapping[str, HostFile] = field(default_factory=dict)
    """Files of hosts, with the hole `{node}`."""
    of_the_host: Mapping[str, HostFile] = field(default_factory=dict)
    """Files of the one host that the bundle, or the part of it, was made on."""
    host_names: tuple[str, ...] = ()
    """Files that hold the name of that host."""
    host_folders: tuple[str, ...] = ()
    """Names of folders and archives that hold it: the hole `host`."""
    archives: tuple[str, ...] = ()
    """Archives in it that are worth reading."""
    logs_are_of_the_host: bool = False
    """The pods whose logs are there run on the host that they were taken on."""
    null_is_empty: bool = False
