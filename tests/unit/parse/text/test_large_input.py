from calicovet.parse.text.large_input import keep_relevant_lines

NOISE = "2024-01-01 00:00:00.000 [INFO][9] felix/summary.go 100: Summarising {} loops over 1m3s"
KNOWN = "2024-01-01 00:00:00.000 [WARNING][9] startup/startup.go 1: Calico node 'n{}' is already using the IPv4 address 10.0.0.1."


def numbered(lines: list[str]) -> list[tuple[int, str]]:
    return list(enumerate(lines, 1))


def test_what_fits_is_kept_as_it_is() -> None:
    found = keep_relevant_lines(numbered(["a", "", "b"]))
    assert (found.content, found.numbers, found.cut) == ("a\n\nb", (1, 2, 3), False)
    assert keep_relevant_lines([]).content == ""


def test_beyond_the_budget_only_what_says_something_and_the_end_are_kept() -> None:
    noise = [NOISE.format(number) for number in range(30_000)]
    noise[10_000] = KNOWN.format(1)
    noise[10_001] = "[root@node1 ~]# kubectl get pods"
    noise[10_002] = "calico-node-abc   0/1   Running   0   5m"
    found = keep_relevant_lines(numbered(noise), budget=100_000)
    lines = found.content.split("\n")
    assert found.cut
    assert {10_001, 10_002, 10_003} <= set(found.numbers)
    assert found.numbers == tuple(sorted(found.numbers))
    assert len(lines) == len(found.numbers)
    assert lines[0] == noise[0]
    assert lines[-1] == noise[-1]
    assert len(found.content) < 600_000


def test_a_flood_of_known_lines_is_bounded() -> None:
    flood = [KNOWN.format(number) for number in range(60_000)]
    found = keep_relevant_lines(numbered(flood), budget=10_000)
    assert len(found.content) < 1_100_000
    same = keep_relevant_lines(numbered([KNOWN.format(1)] * 60_000), budget=10_000)
    assert same.cut
    assert len(same.content) < 1_100_000


def test_known_lines_without_a_time_are_kept_too() -> None:
    lines = ["Calico node failed to start", *[NOISE.format(number) for number in range(20_000)]]
    found = keep_relevant_lines(numbered(["x" * 200, *lines]), budget=100)
    assert "Calico node failed to start" in found.content


def test_the_end_is_whole_where_nothing_had_to_go() -> None:
    found = keep_relevant_lines(numbered(["x" * 100] * 50), budget=1_000)
    assert not found.cut
    assert len(found.numbers) == 50


def test_a_line_of_megabytes_is_shortened() -> None:
    found = keep_relevant_lines([(1, "x" * 5_000_000)])
    assert found.cut
    assert len(found.content) < 100_000


def test_nothing_goes_to_the_beginning_once_it_is_full() -> None:
    lines = ["a" * 90, "b" * 90, "c"]
    assert keep_relevant_lines(numbered(lines), budget=100).numbers == (1, 2, 3)


def test_millions_of_empty_lines_are_too_big_as_well() -> None:
    assert keep_relevant_lines(numbered([""] * 1_000_000), budget=100_000).cut
    assert not keep_relevant_lines(numbered([""] * 1_000), budget=100_000).cut
