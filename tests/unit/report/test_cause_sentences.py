"""What plans and questions say."""

from dataclasses import replace

from calicovet.model.evidence import EvidenceKind, Gap, GapReason, Request
from calicovet.model.finding import NextQuestion
from calicovet.model.language import Language
from calicovet.model.remediation.plan import NoUndo, Offer, OfferedStep
from calicovet.model.subject import Subject
from calicovet.report import cause_sentences

EN, ZH = Language.EN, Language.ZH


def test_a_step_of_the_frame_is_filled() -> None:
    step = OfferedStep(key="restart-unit", details=(("units", "containerd, kubelet"),))
    assert cause_sentences.step("any", step, EN) == "restart containerd, kubelet on the node"


def test_a_step_of_the_cause_comes_from_its_document() -> None:
    step = OfferedStep(
        key="step.remove-the-bridge", details=(("node", "node-b"), ("link", "nerdctl0"))
    )
    assert "nerdctl0" in cause_sentences.step("ip-wrong-bridge", step, EN)
    assert "nerdctl0" in cause_sentences.step("ip-wrong-bridge", step, ZH)


def test_a_step_on_a_node_without_a_name_speaks_of_this_node() -> None:
    step = OfferedStep(key="step.remove-the-bridge", details=(("node", "?"), ("link", "nerdctl0")))
    assert "this node" in cause_sentences.step("ip-wrong-bridge", step, EN)
    assert "该节点" in cause_sentences.step("ip-wrong-bridge", step, ZH)


def test_a_step_that_no_document_knows_is_told_by_its_key() -> None:
    step = OfferedStep(key="step.dance")
    assert cause_sentences.step("ip-wrong-bridge", step, EN) == "dance"
    assert cause_sentences.step("from-elsewhere", step, EN) == "dance"


def test_how_many_pods_are_restarted_is_said_where_known() -> None:
    offer = Offer(owner="", restarts="restarts.all-pods", restarts_count=3)
    assert cause_sentences.restarts(offer, EN).startswith("all 3 calico-node pods")
    unknown = replace(offer, restarts_count=None)
    assert cause_sentences.restarts(unknown, EN).startswith("all calico-node pods")
    alone = replace(offer, restarts_count=1)
    assert cause_sentences.restarts(alone, EN).startswith("all calico-node pods")
    assert cause_sentences.restarts(Offer(owner=""), EN) == "nothing"


def test_no_other_way_is_no_words() -> None:
    assert cause_sentences.instead("ip-wrong-bridge", Offer(owner=""), EN) == ""


def test_a_question_without_words_is_put_in_general() -> None:
    asked = NextQuestion(command="x", key="no-such-kind")
    assert cause_sentences.question(asked, "n", "p", EN) == "The output of this command decides."


def test_the_way_back_begins_with_the_last_step() -> None:
    steps = (OfferedStep(key="a", undo=("one",)), OfferedStep(key="b", undo=("two", "one")))
    assert cause_sentences.undo(steps) == ("two", "one")


def test_a_cause_without_document_goes_by_its_name() -> None:
    assert cause_sentences.title("from-elsewhere", EN) == "from-elsewhere"
    assert cause_sentences.tell("from-elsewhere", EN) == "from-elsewhere"


def test_sentences_are_joined_without_their_full_stops() -> None:
    assert cause_sentences.joined(["Do this.", "do that"], EN) == "Do this; do that"
    assert cause_sentences.joined(["先做。", "再做。"], ZH) == "先做；再做"


def test_where_a_setting_is_changed_is_told_in_the_reader_s_language() -> None:
    owner = "Installation/default | DaemonSet/calico-node in kube-system, kept by Helm"
    details = (("owner", owner), ("setting", "IP"), ("value", "autodetect"))
    step = OfferedStep(key="set-setting", details=details)
    told = owner.replace("kept by", "managed by")
    assert cause_sentences.step("any", step, EN) == f"{told}: IP = autodetect"
    assert cause_sentences.step("any", step, ZH) == (
        "Installation/default | 命名空间 kube-system 里的 DaemonSet/calico-node（由 Helm 管理）："
        "IP = autodetect"
    )


def test_what_a_kubelet_s_silence_is_called_is_told_in_the_reader_s_language() -> None:
    wish = Request(EvidenceKind.KUBELET_STATS, Subject("n1"))
    late = Gap(wish, GapReason.TIMED_OUT, "The read operation timed out")
    assert cause_sentences.in_vain(late, ZH) == "超时（读取超时）"


_CHOICE = OfferedStep(key="step.remove-the-bridge", details=(("node", "n"), ("link", "br0")))


def test_a_sentence_is_told_apart_from_the_choices_below_it() -> None:
    told = cause_sentences.step("ip-wrong-bridge", _CHOICE, Language.EN)
    sentence, listed = cause_sentences.choices(told)
    assert sentence.endswith("remove it")
    assert len(listed) == 2 and all(each[0] != "-" for each in listed)


def test_a_sentence_without_choices_stays_as_it_is() -> None:
    assert cause_sentences.choices("Do it - now:") == ("Do it - now:", ())


def test_another_way_ends_with_what_there_is_to_choose() -> None:
    restart = OfferedStep(key="restart-pod", details=(("pod", "p"), ("node", "n")))
    offer = Offer(owner="", steps=(restart,), instead=(_CHOICE, restart))
    told = cause_sentences.instead("ip-wrong-bridge", offer, Language.EN)
    first, *listed = told.splitlines()
    assert first.startswith("least impact: ") and "remove it; " in first
    assert len(listed) == 2


def test_what_has_no_way_back_says_why_with_its_number() -> None:
    plain = OfferedStep(key="restart-pod")
    swept = OfferedStep(key="step.sweep", no_undo=NoUndo.WAS_BROKEN)
    (told,) = cause_sentences.no_undo((plain, swept), Language.EN)
    assert told.startswith("step 2 needs no undo")
