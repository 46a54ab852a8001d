"""A run over many seeds keeps what each chunk showed, and goes on behind it."""

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

import fuzz.chunks as chunks
from fuzz.chunks import Report, chunks_of, recorded, run_chunk, write_report
from fuzz.probe import Failure, Timing
from fuzz.run import _many

NOTHING = Report(
    first=0,
    count=10,
    commit="c0ffee",
    failures=(),
    repeated=0,
    median_ms=1.0,
    slowest_ms=2.0,
    slowest_seed=3,
    cpu_seconds=0.01,
)


def test_chunks_hold_every_seed_once_and_end_at_the_same_places() -> None:
    assert chunks_of(range(7, 26), 10) == [range(7, 10), range(10, 20), range(20, 26)]
    assert chunks_of(range(10, 20), 10) == [range(10, 20)]
    assert chunks_of(range(0), 10) == []


def test_a_record_is_read_back_without_a_line_that_was_cut_off(tmp_path: Path) -> None:
    record = tmp_path / "build" / "fuzz.jsonl"
    failed = Failure(4, "ValueError")
    write_report(NOTHING, record)
    write_report(replace(NOTHING, first=10, failures=(failed,)), record)
    with record.open("a") as file:
        file.write(json.dumps({"first": 20})[:9])
    assert [(each.first, each.failures) for each in recorded(record)] == [(0, ()), (10, (failed,))]


def test_chunks_of_a_record_are_not_run_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    record, ran = tmp_path / "fuzz.jsonl", []

    def run(seeds: range, commit: str, pool: object) -> Report:
        ran.append(seeds)
        return replace(NOTHING, first=seeds.start, commit=commit)

    monkeypatch.setattr("fuzz.run.run_chunk", run)
    monkeypatch.setattr("fuzz.run.commit_here", lambda: "abad1dea")
    write_report(NOTHING, record)
    assert _many(chunks_of(range(30), 10), 1, record) == 0
    assert ran == [range(10, 20), range(20, 30)]
    assert [each.first for each in recorded(record)] == [0, 10, 20]
    assert capsys.readouterr().out.endswith("10 inputs at c0ffee\n20 inputs at abad1dea\n")


def test_a_chunk_that_failed_is_run_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record = tmp_path / "fuzz.jsonl"
    monkeypatch.setattr("fuzz.run.run_chunk", lambda seeds, commit, pool: NOTHING)
    write_report(replace(NOTHING, failures=(Failure(4, "ValueError"),)), record)
    assert _many([range(10)], 1, record) == 0
    assert len(list(recorded(record))) == 2


def test_a_slow_input_counts_only_if_it_stays_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    slow = (7, 8)

    def cost_of(seeds: range) -> tuple[Timing, ...]:
        return tuple(Timing(seed, 100, 1.0 if seed in slow else 0.001) for seed in seeds)

    monkeypatch.setattr(chunks, "cost_of", cost_of)
    monkeypatch.setattr(
        chunks, "least_cost", lambda seed: Timing(seed, 100, 1.0 if seed == 8 else 0.001)
    )
    with ThreadPoolExecutor(1) as pool:
        report = run_chunk(range(300), "c0ffee", pool)
    assert (report.repeated, [each.seed for each in report.failures]) == (2, [8])
    assert (report.first, report.count, report.slowest_seed) == (0, 300, 7)
