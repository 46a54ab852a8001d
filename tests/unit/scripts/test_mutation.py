"""Mutants: what is changed in a module, and that a seed always draws the same ones."""

import ast

import pytest

from scripts.mutation import draw, mutants_of


def changed(source: str) -> list[str]:
    return [mutant.apply(source) for mutant in mutants_of("m.py", source)]


@pytest.mark.parametrize(
    ("source", "mutated"),
    [
        ("x = a < b", ["x = (a <= b)"]),
        ("x = a is None", ["x = (a is not None)"]),
        ("x = a in b", ["x = (a not in b)"]),
        ("x = a and b", ["x = (a or b)", "x = (b)", "x = (a)"]),
        ("x = not a", ["x = (a)"]),
        ("x = a + 1", ["x = (a - 1)"]),
        ("x = True", ["x = (False)"]),
        ("if f(a):\n    b()", ["if (not f(a)):\n    b()"]),
        ("for a in b:\n    break", ["for a in b:\n    pass"]),
        ("x = (Risk.HIGH, Risk.LOW)", ["x = (Risk.LOW, Risk.LOW)", "x = (Risk.HIGH, Risk.HIGH)"]),
    ],
)
def test_a_place_is_changed_into_each_of_its_opposites(source: str, mutated: list[str]) -> None:
    assert sorted(changed(source)) == sorted(mutated)


def test_the_rest_of_the_source_stays_as_it_is() -> None:
    source = 'word = "é"  # a comment\nx = (\n    a\n    == b  # why\n)\n'
    assert changed(source) == ['word = "é"  # a comment\nx = (\n    (a != b)  # why\n)\n']


def test_what_does_not_run_is_left_alone() -> None:
    source = "def f(a: Risk.LOW | None) -> Risk.HIGH | None:\n    return f'{a == 1}'\n"
    assert changed(source) == []


def test_a_seed_draws_the_same_places_and_another_seed_other_ones() -> None:
    source = "\n".join(f"x{number} = a < {number}" for number in range(200))
    mutants = mutants_of("m.py", source)
    first = draw(mutants, 40, "a4f1")
    assert first == draw(mutants, 40, "a4f1")
    assert first != draw(mutants, 40, "77c0")
    assert len({mutant.line for mutant in first}) == 40


def test_every_mutant_can_be_read_as_python() -> None:
    source = "x = [not a for a in b if a.c and d == Risk.LOW or Risk.HIGH]\ny = a + b & c\n"
    assert len(changed(source)) == 12
    for mutated in changed(source):
        ast.parse(mutated)
