import pytest

from calicovet.parse.text.cleaning import clean

STAMPED = "2024-01-01 00:00:00.000 [INFO][9] startup/startup.go 425: Early log level set to info"


def texts(paste: str) -> list[str]:
    return [line.text for line in clean(paste)]


@pytest.mark.parametrize(
    ("raw", "plain"),
    [
        ("\x1b[31mError\x1b[0m", "Error"),
        ("\x1b]0;title\x07ready", "ready"),
        ("[01;31mcalico[0m", "calico"),
        ("\ufeffa\u200bb", "ab"),
        ("a\u00a0b\u3000c   ", "a b c"),
        ("say “x” and ‘y’", "say \"x\" and 'y'"),
        ("kubectl logs p —previous –n x", "kubectl logs p --previous -n x"),
        ("a &lt;none&gt; &amp;&quot;b&quot; &#39;c&#39;", "a <none> &\"b\" 'c'"),
        ("&amp;lt;none&amp;gt;", "<none>"),
        ("a\tb", "a       b"),
        ("<b>calico</b> <none> <set to the key>", "calico <none> <set to the key>"),
        ("bash 复制代码", ""),
        ("b\x00\x07ell", "bell"),
    ],
)
def test_what_stands_between_us_and_the_words_goes(raw: str, plain: str) -> None:
    assert texts(raw) == [plain]


def test_levels_in_brackets_are_no_colours() -> None:
    assert texts("[INFO][9] x [90m") == ["[INFO][9] x"]
    pull = "failed with status code [manifests v3.27.2]: 429 Too Many Requests"
    assert texts(pull) == [pull]
    assert texts("[31mError[m: x") == ["Error: x"]


def test_crlf_and_lone_carriage_returns() -> None:
    assert texts("a\r\nb\r\n") == ["a", "b", ""]
    assert texts("a\rb") == ["a", "b"]


def test_quote_marks_go_where_lines_are_quoted() -> None:
    assert texts("> a\n> > b\n>\n  c") == ["a", "b", "", "  c"]


def test_a_lone_angle_is_kept() -> None:
    assert texts("> GET / HTTP/1.1\nx") == ["> GET / HTTP/1.1", "x"]


def test_pre_becomes_a_fence_and_br_a_line() -> None:
    assert texts('<pre><code class="x">a<br>b</code></pre>') == ["```", "a", "b", "```"]


def test_a_line_keeps_the_number_of_the_raw_line() -> None:
    assert [(line.text, line.at) for line in clean("x\na<br/>b\ny")] == [
        ("x", 1),
        ("a", 2),
        ("b", 2),
        ("y", 3),
    ]


def test_several_stamps_on_one_line_are_several_lines() -> None:
    assert texts(f"{STAMPED} {STAMPED} {STAMPED}") == [STAMPED] * 3


def test_escaped_line_ends_of_a_one_line_paste() -> None:
    paste = "\\n".join(['kubectl get pods -n \\"kube-system\\"', "NAME  READY"] + ["x" * 40] * 4)
    assert texts(paste)[:2] == ['kubectl get pods -n "kube-system"', "NAME  READY"]


def test_escaped_line_ends_within_a_message_stay() -> None:
    line = 'time="2024-01-01T00:00:00Z" level=error msg="a\\nb\\nc\\nd\\ne\\nf" ' + "x" * 200
    assert texts(line) == [line]


def test_a_description_on_one_line_gets_its_depth_back() -> None:
    paste = (
        "Name: calico-node-x7k2p Namespace: kube-system Node: n1/10.0.0.1 Containers: calico-node: "
        "Container ID: x State: Waiting Reason: CrashLoopBackOff Restart Count: 5 "
        + "Events: <none>"
        + " " * 60
    )
    lines = texts(paste + ".")
    assert "  calico-node:" in lines
    assert "      Reason: CrashLoopBackOff" in lines


def test_docker_json_is_left_alone() -> None:
    line = '{"log":"' + STAMPED + '\\n","stream":"stdout"}' + STAMPED + STAMPED
    assert texts(line) == [line]
