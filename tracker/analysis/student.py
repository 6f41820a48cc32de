"""Student's t: how wide a 95% interval has to be where few values were seen."""

from __future__ import annotations

from typing import Final

_T95: Final = (
    12.7, 4.31, 3.19, 2.78, 2.58, 2.45, 2.37, 2.31, 2.27, 2.23, 2.21, 2.18, 2.17, 2.15,
)  # fmt: skip
"""The two-sided 95% quantiles by degrees of freedom from 1, rounded up."""
_NORMAL: Final = 1.959964


def student95(freedom: int) -> float:
    """The two-sided 95% quantile of Student's t.

    Args:
        freedom: degrees of freedom, 1 or more.
    """
    if freedom <= len(_T95):
        return _T95[freedom - 1]
    # Cornish and Fisher's expansion, to within 0.001 here.
    z = _NORMAL
    return z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
