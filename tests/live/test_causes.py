"""Cases of many causes, out of a live cluster: the same findings as from text.

The cases are chosen so that a cluster can tell them: they show at least calico-node's pod. What was typed on hosts,
and what people say, is brought along as --host-facts.
"""

from pathlib import Path

import pytest

from calicovet.causes.catalogue import folder_of
from tests.live.cluster import Cluster
from tests.live.retold.answers import named_causes, sick_nodes
from tests.live.retold.sides import both_sides
from tests.support.casefile import read_case

_CASES = (
    # Addresses
    "ip6-autodetect-failed/dual_stack_node_without_ipv6",
    "ip-autodetect-none/card_was_renamed",
    "ip-can-reach-failed/no_default_route",
    "ip-changed-or-not-on-host/annotation_against_links",
    "ip-conflict-duplicate/copied_machine",
    "ip-dummy-service-address/ipvs_by_cidr",
    "ip-method-invalid/misspelt",
    "ip-vip-selected/keepalived_on_the_card",
    "ip-wrong-bridge/lxdbr0_under_operator",
    "ip-wrong-nic-multihomed/storage_card",
    # Datastore
    "api-endpoint-unreachable/both_curls_fail",
    "api-kube-proxy-down/two_curls_on_the_node",
    "api-proxy-env/proxyconnect",
    "cni-token-unauthorized/install_cni_refused",
    "crd-missing/after_a_helm_upgrade",
    "ds-kubeadm-config-timeout/two_seconds_are_over",
    "etcd-datastore-tls-or-unreachable/certificates_were_rotated",
    "rbac-forbidden/after_new_images",
    "rbac-wrong-identity/as_the_node",
    "skew-mixed-images/old_node_new_cni",
    "x509-expired/a_year_after",
    "x509-san-mismatch/service_address_not_in_it",
    # Felix
    "felix-bpf-kernel-unsupported/old_kernel",
    "felix-config-invalid/bad_mask",
    "felix-dataplane-hang/health_table",
    "felix-iptables-backend-mismatch/counted_in_both",
    "felix-iptables-module-missing/legacy_modules_gone",
    "felix-localhost-foreign-ip/felix_cannot_bind",
    "felix-loopback-broken/lo_down",
    "felix-panic-nil-route-dst/vpn_table",
    "felix-port-9099-in-use/socket_alone",
    "felix-vxlan-device-conflict/device_left",
    # Hosts
    "host-conntrack-full/full_and_said",
    "host-cpu-throttled/inside_the_pod",
    "host-disk-full/root_is_full",
    "host-disk-pressure-evicted/evicted_pod",
    "host-no-default-route/air_gapped",
    "host-oomkilled/last_state",
    "host-overload-probe-kill/load_against_a_peer",
    "host-time-skew/certificate_of_the_future",
    # Names and images
    "name-invalid/line_break_in_the_file",
    "name-mismatch/conflist_has_the_old_name",
    "img-arch-mismatch/the_tag_names_another",
    "img-cpu-segfault/flexvol_driver_dies",
    "img-pull-rate-limit/anonymous_pulls",
    "img-pull-unreachable/blocked_registry",
    # Init containers
    "bpffs-mount-failed/init_ends",
    "cni-bin-dir-not-writable/read_only_system",
    "cni-config-template-invalid/missing_comma",
    "cni-selinux-denied/audit_log_beside_it",
    "cni-token-forbidden/role_of_an_older_release",
    "ipamup-hostlocal-leftover-loop/old_range_has_no_pool",
    "ipamup-node-or-api-unreachable/a_later_call_is_refused",
    # Pools, owners and probes
    "pool-create-conflict/overlaps_another",
    "pool-none-for-node/selector_does_not_fit",
    "pool-overlaps-host-network/default_pool_at_home",
    "op-manual-edit-reverted/set_env_under_operator",
    "host-probe-timeout-tight/busy_node",
    # Routing
    "bgp-as-or-peer-mismatch/router_with_another_as",
    "bgp-bird-config-rejected/peer_with_a_bad_name",
    "bgp-peer-is-the-sick-one/one_event",
    "bgp-port-179-blocked/firewalld_and_status",
    "bgp-port-179-in-use/frr_on_the_host",
    "bgp-probe-with-vxlan-backend/not_live",
    # The runtime
    "rt-cgroup-driver-reverse/slice_prefix_name",
    "rt-configmap-key-missing/new_daemonset_old_map",
    "rt-hostpath-type-check/lock_is_a_directory",
    "rt-mount-not-shared/containerd_wsl",
    "rt-pleg-unhealthy/condition_says_so",
    "rt-runtime-hung/late_start_no_log",
    "rt-systemd-cgroup-silent-kill/literal_slice_in_cgroup",
    # No pod, or no place for it
    "sched-critical-priority-quota/gke_namespace",
    "sched-insufficient-resources/no_cpu_left",
    "sched-podsecurity-denied/namespace_enforces_baseline",
    "sched-quota-exceeded/limits_must_be_given",
    "sched-taint-not-tolerated/gpu_node",
    # Typha
    "typha-none-ready/refused_and_listed",
    "typha-port-blocked/times_out",
    "typha-tier-create-forbidden/after_the_update",
    "typha-tls-mismatch/felix_does_not_trust_typha",
    "typha-unschedulable/typha_cannot_listen",
)


@pytest.mark.parametrize("case", _CASES)
def test_a_cause_is_found_live_as_it_is_from_text(
    case: str, cluster: Cluster, tmp_path: Path
) -> None:
    cause, _, name = case.partition("/")
    path = folder_of(cause) / "cases" / f"{name}.case"
    sides = both_sides(cluster, tmp_path, path, read_case(path).texts.values())
    assert any(cause in sick.causes for sick in sick_nodes(sides.live, sides.homes).values())
    assert sick_nodes(sides.live, sides.homes) == sick_nodes(sides.text, sides.homes)
    assert named_causes(sides.live, sides.homes) == named_causes(sides.text, sides.homes)
    assert sides.live_exit == sides.text_exit
    assert "Traceback" not in sides.told
