"""kubectl's flags on our command line."""

from argparse import ArgumentParser

import pytest

from calicovet.app.cli.kube_flags import add_kube_flags, flags_of, seconds
from calicovet.world.kube.target import KubeFlags


def flags(*words: str) -> KubeFlags:
    parser = ArgumentParser()
    add_kube_flags(parser)
    return flags_of(parser.parse_args(words))


def test_without_flags_nothing_is_said() -> None:
    assert flags() == KubeFlags()


def test_every_flag_is_heard() -> None:
    said = flags(
        *("--kubeconfig", "f", "--context", "c", "--cluster", "cl", "--user", "u", "-n", "ns"),
        *("--as", "jane", "--as-group", "dev", "--as-group", "ops", "--as-uid", "7"),
        *("--server", "https://x", "--token", "t", "--insecure-skip-tls-verify"),
        *("--request-timeout", "1m30s"),
    )
    assert said == KubeFlags(
        kubeconfig="f",
        context="c",
        cluster="cl",
        user="u",
        namespace="ns",
        server="https://x",
        token="t",
        insecure=True,
        as_user="jane",
        as_groups=("dev", "ops"),
        as_uid="7",
        request_timeout=90.0,
    )


@pytest.mark.parametrize(
    ("text", "wanted"),
    [("20", 20), ("0", 0), ("5s", 5), ("1m30s", 90), ("500ms", 0.5), ("1.5h", 5400), (".5s", 0.5)],
)
def test_times_are_written_as_for_kubectl(text: str, wanted: float) -> None:
    assert seconds(text) == pytest.approx(wanted)


@pytest.mark.parametrize("text", ["", "soon", "-1", "5 s", "1d", "s", "1m30"])
def test_other_times_are_wrong_usage(text: str) -> None:
    with pytest.raises(SystemExit) as ended:
        flags("--request-timeout", text)
    assert ended.value.code == 2
