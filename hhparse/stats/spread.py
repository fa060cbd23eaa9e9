"""The win rate with its spread: standard deviation in 100 hands, and the interval the rate lies in."""

from __future__ import annotations

from math import sqrt

import polars as pl

RATE, SQUARE = "bb100", "net_square"
WIDTH_95 = 1.959964  # of a normal distribution, in standard errors


def win_rates(counted: pl.DataFrame) -> pl.DataFrame:
    """Return the win rate of every group of a result of `stats` or `Pool.result`, with its spread.

    Columns: those of the groups, currency, measure (bb or BB, the unit of all that follows), hands, rate in 100 hands,
    deviation of 100 hands, and low and high, the 95% interval of the rate: it and 1.96 standard errors, which are the
    deviation / sqrt(hands / 100). One hand has no deviation: null.
    """
    keys = [name for name in counted.columns if name not in ("statistic", "title", "k", "n", "value")]
    sums = (pl.col("k").filter(statistic=RATE).first(), pl.col("k").filter(statistic=SQUARE).first())
    total, squares = (one.cast(pl.Float64) for one in sums)
    hands = pl.col("n").filter(statistic=RATE).first()
    variance = (squares - total * total / hands) / (hands - 1)  # of one hand, in hundredths of the unit
    deviation = pl.when(hands > 1).then(variance.clip(0).sqrt() / sqrt(100))
    rate, error = total / hands, deviation / (hands / 100).sqrt()
    return (
        counted.filter(pl.col("statistic").is_in([RATE, SQUARE]) & (pl.col("n") > 0))
        .group_by(keys, maintain_order=True)
        .agg(
            hands.alias("hands"),
            rate.alias("rate"),
            deviation.alias("deviation"),
            (rate - WIDTH_95 * error).alias("low"),
            (rate + WIDTH_95 * error).alias("high"),
        )
    )
