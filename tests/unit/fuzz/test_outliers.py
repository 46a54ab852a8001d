"""Inputs that cost far more than others of their size are found."""

from fuzz.outliers import is_outlier, medians
from fuzz.probe import Timing


def test_an_input_is_compared_with_those_of_its_size() -> None:
    small = [Timing(seed, 100, 0.001) for seed in range(50)]
    big = [Timing(seed, 10_000, 0.1) for seed in range(50)]
    usual = medians([*small, *big])
    assert is_outlier(Timing(1, 120, 0.021), usual)
    assert not is_outlier(Timing(1, 120, 0.019), usual)
    assert not is_outlier(Timing(1, 12_000, 0.5), usual)


def test_a_class_of_few_inputs_is_compared_with_the_nearest() -> None:
    usual = medians([*(Timing(seed, 100, 0.001) for seed in range(50)), Timing(99, 5_000, 9.0)])
    assert is_outlier(Timing(99, 5_000, 9.0), usual)
