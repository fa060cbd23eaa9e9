"""Intervals that hold the true figure in 95 of 100 cases."""

from __future__ import annotations

import polars as pl

Z = 1.959963984540054  # 95%, two-sided


def wilson(k: pl.Expr, n: pl.Expr) -> tuple[pl.Expr, pl.Expr]:
    """Return the bounds of the Wilson interval of a share k of n, null where n is 0.

    It stays within 0 and 1 and has a width even at 0/20: E. B. Wilson, JASA 22 (1927).
    """
    n = n.cast(pl.Float64)
    share, square = k / n, Z * Z
    centre = share + square / (2 * n)
    half = Z * (share * (1 - share) / n + square / (4 * n * n)).sqrt()
    whole = 1 + square / n
    low, high = ((centre - half) / whole).clip(0, 1), ((centre + half) / whole).clip(0, 1)
    return pl.when(n > 0).then(low), pl.when(n > 0).then(high)


def deviation(total: pl.Expr, squares: pl.Expr, n: pl.Expr) -> pl.Expr:
    """Return the sample standard deviation of n figures with their sum and sum of squares, null for fewer than two."""
    n = n.cast(pl.Float64)
    variance = ((squares - total * total / n) / (n - 1)).clip(0, None)
    return pl.when(n > 1).then(variance.sqrt())


def of_mean(total: pl.Expr, squares: pl.Expr, n: pl.Expr) -> tuple[pl.Expr, pl.Expr]:
    """Return the bounds of the interval of the mean of n figures: mean and 1.96 standard errors to either side."""
    error = Z * deviation(total, squares, n) / n.cast(pl.Float64).sqrt()
    return total / n - error, total / n + error
