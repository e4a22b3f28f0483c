"""The work of statistics.ts with numpy and scipy, on the data in the given folder.

Prints one JSON object: milliseconds and results of each measurement.
"""
import json
import sys
import time

import numpy as np
from scipy.optimize import minimize

folder, variants, cases = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])


def read(name, kind):
    return np.fromfile(f"{folder}/{name}", dtype=kind)


first, second, outcome = (read(name, np.uint8) for name in ("first", "second", "outcome"))
influence = read("influence", np.float64).reshape(cases, variants)
ratings = read("ratings", np.float64).astype(np.int64).reshape(-1, 5)
results = {}


def measure(name, work):
    start = time.perf_counter()
    result = work()
    results[name] = {"ms": (time.perf_counter() - start) * 1000}
    return result


def aggregate():
    key = (first.astype(np.int32) * variants + second) * 4 + outcome
    return np.bincount(key, minlength=variants * variants * 4).reshape(variants, variants, 4)


def fit():
    """Bradley-Terry-Davidson: log abilities, the first at 0, and the log of the tie parameter."""
    wins = table[:, :, 0] + table[:, :, 1].T
    ties = table[:, :, 2] + table[:, :, 3]
    ties = np.triu(ties + ties.T, 1)
    games = np.triu(wins + wins.T, 1) + ties

    def loss(parameters):
        ability = np.concatenate(([0.0], parameters[:-1]))
        half = (ability[:, None] - ability[None, :]) / 2
        win, lose, tie = np.exp(half), np.exp(-half), np.exp(parameters[-1])
        total = win + lose + tie
        value = (games * np.log(total)).sum() - (wins * half).sum() - ties.sum() * parameters[-1]
        lean = np.triu(games * (win - lose) / total / 2 - (wins - wins.T) / 2, 1)
        slope = lean.sum(axis=1) - lean.sum(axis=0)
        return value, np.append(slope[1:], (games * tie / total).sum() - ties.sum())

    options = {"maxiter": 2000, "ftol": 1e-15, "gtol": 1e-4}
    return minimize(loss, np.zeros(variants), jac=True, method="L-BFGS-B", options=options).x


def draws():
    rows, columns = np.triu_indices(variants, 1)
    differences = influence[:, rows] - influence[:, columns]
    errors = np.sqrt((differences**2).sum(axis=0))
    weights = np.random.default_rng(7).standard_normal((2000, cases))
    return np.quantile(np.abs(weights @ differences / errors).max(axis=1), 0.95)


def alpha():
    units, raters = ratings.shape
    place = np.repeat(np.arange(units), raters) * 5 + ratings.ravel()
    counts = np.bincount(place, minlength=units * 5).reshape(units, 5)
    pairs = (counts.T @ counts - np.diag(counts.sum(axis=0))) / (raters - 1)
    totals = pairs.sum(axis=1)
    below = np.cumsum(totals) - totals / 2
    distance = (below[:, None] - below[None, :]) ** 2
    expected = np.outer(totals, totals) - np.diag(totals)
    return 1 - (pairs * distance).sum() / ((expected * distance).sum() / (totals.sum() - 1))


table = measure("aggregate", aggregate)
parameters = measure("fit", fit)
results["fit"]["abilities"] = [0.0, *parameters[:-1].tolist()]
measure("draws", draws)
value = measure("alpha", alpha)
results["alpha"]["estimate"] = float(value)
json.dump(results, sys.stdout)
