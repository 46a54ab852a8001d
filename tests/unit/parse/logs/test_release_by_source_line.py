from calicovet.parse.logs.release_by_source_line import common_span, knows, release_text, spans_at


def test_only_known_files_tell_anything() -> None:
    assert knows("startup.go")
    assert not knows("felix.go")
    assert spans_at("felix.go", 1, "x") == ()


def test_one_line_may_fit_several_releases() -> None:
    assert len(spans_at("startup.go", 215, "Using node name: n1")) == 3


def test_spans_are_narrowed_by_each_other() -> None:
    wide, narrow, other = (
        ((3, 20, 0), (3, 24, 99)),
        ((3, 22, 0), (3, 30, 99)),
        ((3, 1, 0), (3, 1, 9)),
    )
    assert common_span([(wide,), (narrow,)]) == ((3, 22, 0), (3, 24, 99))
    assert common_span([(wide,), (other,)]) is None
    assert common_span([(wide, other)]) is None
    assert common_span([]) is None


def test_a_release_is_written_as_people_write_it() -> None:
    assert release_text((3, 4, 1)) == "v3.4.1"
    assert release_text((3, 8, 99)) == "v3.8"
