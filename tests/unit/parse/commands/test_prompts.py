import pytest

from calicovet.parse.commands.prompts import Prompt, host_of_first_row, read_prompt


@pytest.mark.parametrize(
    ("line", "typed", "host"),
    [
        ("[root@k8s-master ~]# kubectl get po", "kubectl get po", "k8s-master"),
        ("[root@k8s-master ~]#kubectl get po", "kubectl get po", "k8s-master"),
        ("root@node13:~# lsmod | grep sctp", "lsmod | grep sctp", "node13"),
        ("root@node13:~#", "", "node13"),
        ("user@host ~ $ ip a", "ip a", "host"),
        ("(base) u@h.example.com:~/x$ uptime", "uptime", "h.example.com"),
        ("host:~ # ip r", "ip r", "host"),
        ("fbs-MacBook-Pro:svn fb$ kubectl get pods", "kubectl get pods", "fbs-MacBook-Pro"),
        ("controlplane $ k get po", "k get po", "controlplane"),
        ("[node1 ~]$ uptime", "uptime", "node1"),
        ("bash-5.1# ip a", "ip a", ""),
        ("~ # ip a", "ip a", ""),
        ("➜  ~ kubectl get ds", "kubectl get ds", ""),
        ("➜  ~ sudo foo", "sudo foo", ""),
        ("➜  repo git:(main) ✗ kubectl get ds", "kubectl get ds", ""),
        ("❯ make", "make", ""),
        ("(⎈|ctx:ns)➜ kubectl get po", "kubectl get po", ""),
        ("PS C:\\Users\\x> kubectl get po", "kubectl get po", ""),
        ("$ anything at all", "anything at all", ""),
        ("$", "", ""),
        ("# kubectl get nodes", "kubectl get nodes", ""),
        ("└─# ip r", "ip r", ""),
    ],
)
def test_prompts_of_many_shells(line: str, typed: str, host: str) -> None:
    assert read_prompt(line) == Prompt(typed, host)


@pytest.mark.parametrize(
    "line",
    [
        "# calico-node crashes on two nodes only",
        "## after a long wait",
        "NAME  READY  STATUS",
        "> 5 restarts",
        "write to me@example.com",
        "[INFO][9] startup.go 1: x > y",
        "a = b # c",
        "",
        "price $ 5",
        "host$ is down",
        "[INFO] # x",
        "/var/log/x > y z",
    ],
)
def test_lines_that_are_no_prompts(line: str) -> None:
    assert read_prompt(line) is None


def test_the_upper_row_of_a_prompt_names_the_host() -> None:
    assert host_of_first_row("┌──(root㉿kali)-[~]") == "kali"
    assert host_of_first_row("┌────────┐") == ""
    assert host_of_first_row("root@x:~#") is None
