from argparse import Namespace

from calicovet.app.cli.repeat_flags import same_cluster, same_look


def test_what_says_which_cluster_is_said_again() -> None:
    said = Namespace(context="prod eu", as_user="ann", as_groups=["a", "b"], insecure=True)
    assert same_cluster(said) == (
        "--context='prod eu'",
        "--insecure-skip-tls-verify",
        "--as=ann",
        "--as-group=a",
        "--as-group=b",
    )


def test_a_token_is_not_printed() -> None:
    assert same_cluster(Namespace(token="s3cret", context=None)) == ()


def test_what_was_not_said_is_not_said_again() -> None:
    unsaid = Namespace(all=False, host_facts=[], ssh=None, debug_pod=None, exec=False)
    assert same_look(unsaid) == ()


def test_a_way_to_the_hosts_and_what_was_brought_is_said_again() -> None:
    said = Namespace(host_facts=["a.txt", "b c.txt"], debug_pod="", no_node_proxy=True)
    assert same_look(said) == (
        "--host-facts=a.txt",
        "--host-facts='b c.txt'",
        "--debug-pod",
        "--no-node-proxy",
    )
