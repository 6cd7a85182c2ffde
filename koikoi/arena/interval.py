"""Means with their 95 % intervals, from samples that do not depend on each other.

The interval of a mean over n samples is mean ± t · s / √n, where s is the samples' standard
deviation (n − 1 in its denominator) and t the 97.5 % quantile of Student's distribution with n − 1
degrees of freedom, which comes to 1.96 as n grows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import fsum, sqrt
from statistics import NormalDist
from typing import Final

_NORMAL: Final = NormalDist().inv_cdf(0.975)

_QUANTILES: Final = (
    *(12.70620474, 4.30265273, 3.18244631, 2.77644511, 2.57058184),
    *(2.44691185, 2.36462425, 2.30600414, 2.26215716, 2.22813885),
)
"""Student's 97.5 % quantiles for 1 to 10 degrees of freedom, where the expansion is too coarse."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean and its 95 % interval.

    Attributes:
        mean: The mean of the samples.
        low: The lower end of the interval, ``None`` where there is none: one sample tells nothing
            about how far samples lie apart.
        high: The upper end, ``None`` where there is none.
    """

    mean: float
    low: float | None = None
    high: float | None = None

    @property
    def reach(self) -> float | None:
        """How far the interval reaches to either side of its middle; ``None`` without one."""
        if self.low is None or self.high is None:
            return None
        return (self.high - self.low) / 2

    def clamped(self, low: float, high: float) -> Estimate:
        """The same estimate with its interval kept within what is possible."""
        return replace(
            self,
            low=None if self.low is None else max(low, self.low),
            high=None if self.high is None else min(high, self.high),
        )


def estimate(samples: Sequence[float]) -> Estimate:
    """The mean of the samples with its 95 % interval.

    The sums are exact, so that the order of the samples makes no difference.

    Args:
        samples: At least one; with exactly one there is no interval.

    Raises:
        ValueError: There is no sample.
    """
    count = len(samples)
    if not count:
        raise ValueError("an estimate needs a sample")
    mean = fsum(samples) / count
    if count == 1:
        return Estimate(mean)
    deviation = sqrt(fsum((sample - mean) ** 2 for sample in samples) / (count - 1))
    reach = student_quantile(count - 1) * deviation / sqrt(count)
    return Estimate(mean, mean - reach, mean + reach)


def student_quantile(degrees: int) -> float:
    """The 97.5 % quantile of Student's distribution, right to within 0.00001.

    Up to 10 degrees of freedom it is tabulated, from 11 on it is the expansion 26.7.5 of
    Abramowitz and Stegun, *Handbook of Mathematical Functions*, around the normal quantile.

    Args:
        degrees: The degrees of freedom, at least 1.

    Raises:
        ValueError: ``degrees`` is below 1.
    """
    if degrees < 1:
        raise ValueError(f"degrees of freedom are at least 1, not {degrees}")
    if degrees <= len(_QUANTILES):
        return _QUANTILES[degrees - 1]
    z = _NORMAL
    return (
        z
        + (z**3 + z) / (4 * degrees)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * degrees**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * degrees**3)
        + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * degrees**4)
    )
