"""Places are found in Go code, rendered as their program writes them, and counted."""

import pytest

from atlas.lines import TAILS, lines_of
from atlas.page import render_page
from atlas.places import LogPlace, Place, places_in
from atlas.programs import PROGRAMS, Program
from atlas.run import PAGE
from atlas.tally import Seen, Tally
from atlas.understanding import Understood, understand
from lab.programs import releases

_STARTUP = PROGRAMS[0]
_GO = """package frob

// log.Fatal("in a comment")
func frob() {
	log.Infof("Frob %s begins", name)
	if err := grind(name); err != nil {
		log.WithError(err).WithField("node", name).Errorf(
			"Cannot grind %s (version %d)", name, version)
		utils.Terminate()
	}
	text := "log.Fatal(1)"
	logCxt.
		WithFields(log.Fields{"path": path, "err": err}).
		Error("Frob failed")
	log.Warn("Frobbing is " +
		"slow")
	log.Fatalf("No frob: %v", err)
	if len(args) == 0 {
		fmt.Println("Nothing to frob")
		os.Exit(1)
	}
	return fmt.Errorf("no frob")
}
"""


def _places(text: str = _GO, program: Program = _STARTUP) -> list[LogPlace]:
    return sorted(places_in(text, program, "frob/frob.go"), key=lambda place: place.line)


def _lines(place: LogPlace) -> list[str]:
    return list(lines_of(place))


def test_what_ends_the_process_logs_an_error_or_warns_is_found_and_nothing_else() -> None:
    assert [(place.line, place.kind) for place in _places()] == [
        (7, Place.ENDS),
        (14, Place.ERROR),
        (15, Place.WARNING),
        (17, Place.ENDS),
        (19, Place.ENDS),
    ]


def test_a_line_has_the_form_of_its_program_and_an_error_of_each_kind() -> None:
    lines = _lines(_places()[0])
    assert len(lines) == len(TAILS)
    assert lines[0].startswith(
        "2024-05-14 08:21:07.305 [ERROR][61] startup/frob.go 7: Cannot grind node-1 (version 4) error="
    )
    assert lines[0].endswith(f'error={TAILS["refused"]} node="node-1"')


def test_fields_stand_in_order_behind_the_message() -> None:
    assert _lines(_places()[1])[4] == (
        "2024-05-14 08:21:07.305 [ERROR][61] startup/frob.go 14: Frob failed"
        f' err={TAILS["permission denied"]} path="/var/lib/calico/nodename"'
    )


def test_a_text_in_pieces_is_one_and_without_an_error_there_is_one_line() -> None:
    (line,) = _lines(_places()[2])
    assert line.endswith("startup/frob.go 15: Frobbing is slow")


def test_what_is_printed_has_no_prefix() -> None:
    assert _lines(_places()[4]) == ["Nothing to frob"]


def test_the_old_installer_of_ipam_names_no_component() -> None:
    upgrade = next(program for program in PROGRAMS if "upgrade-ipam" in program.speakers)
    assert "[ERROR][61] frob.go 7: " in _lines(_places(program=upgrade)[0])[0]


@pytest.mark.parametrize("level", ["FATAL", "ERROR"])
def test_a_failed_call_of_startup_is_a_failure_of_startup(level: str) -> None:
    line = f"2024-05-14 08:21:07.305 [{level}][61] startup/startup.go 9: Unheard of error={TAILS['refused']}"
    understood = understand(line, _STARTUP)
    assert understood.speaker
    assert understood.failure
    assert not understood.unnamed


def test_a_line_of_another_program_answers_nothing_about_this_one() -> None:
    felix = next(program for program in PROGRAMS if program.component == "felix")
    line = f"2024-05-14 08:21:07.305 [ERROR][61] startup/startup.go 9: Unheard of error={TAILS['refused']}"
    assert not understand(line, felix).speaker


def test_a_line_that_says_nothing_is_not_understood() -> None:
    assert understand("Unheard of", _STARTUP) == Understood(False, False, False)


def _seen(*understood: Understood, line: int = 1) -> Seen:
    return Seen(
        release="v3.9.0",
        kind=Place.ENDS,
        component="x",
        file="x.go",
        line=line,
        understood=understood,
    )


def test_a_place_is_understood_if_all_its_lines_are() -> None:
    whole, part = Understood(True, True, True), Understood(True, False, True, unnamed=True)
    tally = Tally([_seen(whole, whole), _seen(whole, part)])
    assert (tally.places, tally.lines, tally.whole, tally.whole_lines) == (2, 4, 0.5, 0.75)
    assert (tally.share("stage"), tally.unnamed) == (0.75, 0.25)
    assert list(_seen(part).lacking) == ["stage"]


def test_the_page_holds_the_places_that_are_not_understood() -> None:
    page = render_page([_seen(Understood(False, False, False), line=n) for n in (7, 9)])
    assert "- ends the process: `x.go` 7, 9" in page


def test_every_pinned_release_is_on_the_page() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert [name for name in releases() if f"| {name} |" not in page] == [], "run `make atlas`"
