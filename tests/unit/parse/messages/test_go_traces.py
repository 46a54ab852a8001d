"""Traces of Go programs: what is a crash, and which frame is Calico's own."""

from calicovet.parse.messages.go_traces import trace_at

_OWN = "github.com/projectcalico/calico/felix/calc.(*Graph).Flush(0xc000)"
_FILE = "\t/go/src/github.com/projectcalico/calico/felix/calc/graph.go:12 +0x1c"


def test_a_panic_with_its_frame() -> None:
    lines = ["panic: runtime error: boom", "", "goroutine 7 [running]:", _OWN, _FILE]
    trace = trace_at(lines, 0)
    assert trace is not None
    assert trace.words == "runtime error: boom"
    assert trace.frame == "github.com/projectcalico/calico/felix/calc.(*Graph).Flush"
    assert trace.place == "calico/felix/calc/graph.go:12"
    assert trace.line == 3


def test_frames_of_libraries_are_not_calicos_own() -> None:
    library = "github.com/projectcalico/node/vendor/github.com/x/logrus.(*Entry).Info(0x1)"
    trace = trace_at(["panic: boom", "goroutine 7 [running]:", library, "\t/x.go:1", _OWN], 0)
    assert trace is not None and trace.frame.endswith("calc.(*Graph).Flush")


def test_who_started_a_goroutine_did_not_crash() -> None:
    lines = ["panic: boom", "goroutine 7 [running]:", "created by " + _OWN, _FILE]
    trace = trace_at(lines, 0)
    assert trace is not None and trace.frame == ""


def test_a_prefix_before_every_line_does_no_harm() -> None:
    stamp = "2025-02-11T06:40:11.204000001Z "
    lines = [stamp + line for line in ("panic: boom", "goroutine 7 [running]:", _OWN)]
    trace = trace_at(lines, 0)
    assert trace is not None and trace.words == "boom"


def test_a_program_that_ends_on_purpose_has_not_crashed() -> None:
    assert trace_at(["panic: (*logrus.Entry) 0xc000", "goroutine 7 [running]:", _OWN], 0) is None


def test_words_without_a_trace_may_be_anybodys() -> None:
    assert trace_at(["panic: nobody knows this one", "something else"], 0) is None


def test_a_dump_that_was_asked_for_is_no_crash() -> None:
    assert trace_at(["SIGQUIT: quit", "goroutine 7 [select]:", _OWN], 0) is None


def test_a_program_without_threads_or_memory_has_no_bug() -> None:
    for words in ("newosproc", "runtime: out of memory"):
        assert trace_at([f"fatal error: {words}", "goroutine 7 [running]:", _OWN], 0) is None


def test_two_writers_at_once_are_a_bug() -> None:
    lines = ["fatal error: concurrent map writes", "goroutine 7 [running]:", _OWN]
    assert trace_at(lines, 0) is not None
