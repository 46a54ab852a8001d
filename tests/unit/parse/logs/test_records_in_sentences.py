"""Records of programs that stand within a person's sentence or in quotation marks."""

import pytest

from calicovet.parse.logs.records_in_sentences import apart, within_marks

_EVENT = "Warning  FailedMount  2m (x3 over 5m)  kubelet  MountVolume.SetUp failed for volume"
_OF_OBJECT = "41s   Warning   FailedCreate   daemonset/calico-node   Error creating: pods denied"
_JOURNAL = "Mar 03 08:01:02 wk-7 containerd[744]: failed to load cni during init"
_ZAP = '{"level":"error","ts":"2025-03-01T00:00:00Z","msg":"cannot list"}'
_TRACE = "panic: runtime error: index out of range [1] with length 1"


@pytest.mark.parametrize("record", [_EVENT, _OF_OBJECT, _JOURNAL, _ZAP, _TRACE])
@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ("the pod of that machine shows ", "", "the pod of that machine shows"),
        (
            "我们这边一直起不来，事件是：",
            "，有人遇到过吗？",
            "我们这边一直起不来，事件是. 有人遇到过吗？",
        ),
        (
            "Since Monday we get: ",
            ". Does anybody know it?",
            "Since Monday we get. Does anybody know it?",
        ),
        ('describe prints "', '"', "describe prints"),
    ],
)
def test_a_record_is_cut_out_of_a_sentence(
    record: str, before: str, after: str, words: str
) -> None:
    assert apart(before + record + after) == [words, record]


@pytest.mark.parametrize(
    "before",
    [
        "if describe shows ",
        "you may see an event such as ",
        "如果事件里看到 ",
        "例如：",
        "the expected event is ",
    ],
)
def test_a_record_that_is_only_supposed_stays_in_its_sentence(before: str) -> None:
    assert apart(before + _EVENT) == [before + _EVENT]


@pytest.mark.parametrize(
    "line",
    [
        _EVENT,
        f"  {_EVENT}",
        _JOURNAL,
        "Warning: this page is old",
        "we saw a Warning FailedMount once and forgot about it",
        "Normal operation resumes after 5m kubelet restarts",
        "don't panic: it is only a test cluster",
        '"name": "calico-node",',
    ],
)
def test_other_lines_stay_as_they_are(line: str) -> None:
    assert apart(line) == [line]


def test_an_ellipsis_stands_for_lines_that_were_left_out() -> None:
    record = f"{_TRACE} … github.com/projectcalico/felix/calc.Flush(0x1)"
    assert apart(f"it died with {record}") == [
        "it died with",
        _TRACE,
        "github.com/projectcalico/felix/calc.Flush(0x1)",
    ]


@pytest.mark.parametrize("marks", ["“”", '""', "``", "「」", "''"])
def test_quotation_marks_around_a_record_are_dropped(marks: str) -> None:
    assert apart(marks[0] + _EVENT + marks[1]) == [_EVENT]


def test_marks_of_two_quotations_do_not_hold_the_line() -> None:
    assert within_marks("`a first command` and `a second one`") == ""
    assert within_marks("'a whole line of words'") == "a whole line of words"


def test_a_sentence_in_marks_is_unmarked_only_where_it_is_all_there_is() -> None:
    line = '"flag provided but not defined: -felix-alive"'
    assert apart(line) == [line]
    assert apart(line, few=True) == [line[1:-1]]
