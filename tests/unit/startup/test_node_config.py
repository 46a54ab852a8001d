"""How calico-node is set up, as far as anything shows it."""

from calicovet.model.case import NodeView
from calicovet.model.facts import (
    BgpNotEstablished,
    BgpSaid,
    CalicoVersion,
    ContainerImage,
    Fact,
    ManagedBy,
    Milestone,
    OwnerKind,
    Running,
    SettingSeen,
)
from calicovet.model.subject import Subject
from calicovet.startup.node_config import Config, read_config
from calicovet.startup.versions import Release
from tests.unit.startup.facts import init, inits_waiting_after, milestones, view


def setting(name: str, value: str) -> SettingSeen:
    return SettingSeen(name=name, value=value)


def config(*facts: Fact) -> Config:
    return read_config(view(*facts))


def test_of_an_empty_view_nothing_is_known() -> None:
    assert config() == Config()


def test_the_backend_is_read_from_the_environment() -> None:
    assert config(setting("CALICO_NETWORKING_BACKEND", "vxlan")).backend == "vxlan"


def test_a_reference_to_a_config_map_is_no_value() -> None:
    reference = "<set to the key 'calico_backend' of config map 'calico-config'>"
    assert config(setting("CALICO_NETWORKING_BACKEND", reference)).backend is None
    both = config(
        setting("CALICO_NETWORKING_BACKEND", reference), setting("calico_backend", '"bird"')
    )
    assert both.backend == "bird"


def test_bgp_that_is_switched_off_means_vxlan() -> None:
    assert config(setting("bgp", "Disabled")).backend == "vxlan"


def test_bird_betrays_itself() -> None:
    assert config(*milestones(Milestone.BIRD_BEGAN)).backend == "bird"
    assert config(BgpNotEstablished(peers=("10.0.0.1",))).backend == "bird"


def test_rc_local_says_why_there_is_no_bird() -> None:
    said = BgpSaid(key="bgp-probe-with-vxlan-backend", details=(("backend", "vxlan"),))
    assert config(said).backend == "vxlan"


def test_typha_is_used_where_it_is_named_or_the_operator_rules() -> None:
    assert config(setting("FELIX_TYPHAK8SSERVICENAME", "calico-typha")).typha is True
    assert config(setting("FELIX_TYPHAK8SSERVICENAME", "none")).typha is False
    assert config(ManagedBy(owner=OwnerKind.OPERATOR)).typha is True
    began = milestones(Milestone.FELIX_BEGAN, Milestone.TYPHA_CONNECTED)
    assert config(*began).typha is True
    assert config(*began[:1]).typha is None


def test_the_namespace_shows_who_installed() -> None:
    assert read_config(NodeView("n", (), namespace="calico-system")).operator is True
    assert read_config(NodeView("n", (), namespace="kube-system")).operator is False


def test_the_logs_word_on_the_release_beats_the_image() -> None:
    image = ContainerImage(about=Subject(container="calico-node"), image="calico/node:v3.15.1")
    assert config(image).release == Release(3, 15, 1)
    log = CalicoVersion(low="v3.27.0-0.dev-263-gabc", by="log")
    guessed = CalicoVersion(low="v3.20.0", by="positions")
    assert config(log, guessed, image).release == Release(3, 27, 0, 0)


def test_a_range_without_a_boundary_is_a_release() -> None:
    assert config(CalicoVersion(low="v3.29.2", high="v3.29.7")).release == Release(3, 29, 2)
    assert config(CalicoVersion(low="v3.4.1", high="v3.8")).release == Release(3, 4, 1)


def test_a_range_across_a_boundary_is_not() -> None:
    assert config(CalicoVersion(low="v3.22.0", high="v3.25.0")).release is None


def test_the_image_of_another_container_says_nothing() -> None:
    other = ContainerImage(about=Subject(container="kube-flannel"), image="flannel:v0.11.0")
    assert config(other).release is None
    latest = ContainerImage(about=Subject(container="calico-node"), image="calico/node:latest")
    assert config(latest).release is None


def test_init_containers_stand_in_the_pods_own_order() -> None:
    assert config(*reversed(inits_waiting_after(0))).init_containers == (
        "upgrade-ipam",
        "install-cni",
        "flexvol-driver",
    )


def test_a_list_that_lacks_its_beginning_is_not_known() -> None:
    assert config(init("install-cni", 1, Running.RUNNING)).init_containers is None
