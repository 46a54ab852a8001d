"""Calico's own objects, and how the cluster lists them."""

from calicovet.parse.calico.bgp_status import BGP_GIVES, read_bgp_status
from calicovet.parse.calico.daemonset import DAEMONSET_GIVES, read_daemonset_describe
from calicovet.parse.calico.tables import (
    OTHER_DESCRIBE_GIVES,
    OTHER_TABLE_GIVES,
    WORKLOAD_GIVES,
    read_other_describe,
    read_other_table,
    read_workload_table,
)
from calicovet.parse.calico.versions import VERSIONS_GIVES, read_versions

__all__ = [
    "BGP_GIVES",
    "DAEMONSET_GIVES",
    "OTHER_DESCRIBE_GIVES",
    "OTHER_TABLE_GIVES",
    "VERSIONS_GIVES",
    "WORKLOAD_GIVES",
    "read_bgp_status",
    "read_daemonset_describe",
    "read_other_describe",
    "read_other_table",
    "read_versions",
    "read_workload_table",
]
