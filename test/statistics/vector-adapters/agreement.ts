import type { Agreement } from '../../../src/statistics/agreement/chance-corrected.ts';
import type { Metric } from '../../../src/statistics/agreement/disagreement.ts';
import { gwetAgreement } from '../../../src/statistics/agreement/gwet.ts';
import { krippendorffAlpha } from '../../../src/statistics/agreement/krippendorff.ts';
import { percentAgreement } from '../../../src/statistics/agreement/percent.ts';
import { type RatingCounts } from '../../../src/statistics/agreement/rating-counts.ts';
import {
  type WeightScheme,
  type Weights,
  weightMatrix,
} from '../../../src/statistics/agreement/weights.ts';
import type { Label } from '../../../src/statistics/intervals/clusters.ts';
import { cohenKappa, countsFromCrossTable, crossTable } from '../references/cohen.ts';
import { congerKappa } from '../references/conger.ts';
import { brennanPrediger, fleissKappa } from '../references/fleiss.ts';
import { type IccForm, intraclassCorrelations } from '../references/icc.ts';
import { packCounts, packRatings } from '../references/packed-ratings.ts';
import { countRatings, countsFromTable, type Rating } from '../references/rating-counts.ts';
import { compatibleAlphaError } from './compatible-alpha-error.ts';
import { type Adapter, ends, type Json, label, list, type VectorInput } from './vector-input.ts';

const multiRater: Adapter = (input) => {
  const ratings = readRatings(input);
  const categories = readCategories(input);
  const weights = readWeights(input);
  const counts = countRatings(ratings, categories);
  const metric = weightMetric(weights, counts.categories);
  const alpha = krippendorffAlpha(packRatings(ratings, counts.categories), { metric });
  const conger = congerKappa(ratings, { weights, categories: counts.categories });
  return {
    ...fromCounts(counts, weights),
    krippendorff_alpha: alpha.estimate,
    se_krippendorff_alpha: alpha.standardError,
    conger_kappa: conger.estimate,
    se_conger_kappa: conger.standardError,
  };
};

const countsOnly: Adapter = (input) => {
  const counts = countsFromTable(
    input.numberRows('counts_units_by_categories', 'counts'),
    readCategories(input),
  );
  const weights = readWeights(input);
  const packed = packCounts(counts);
  const metric = weightMetric(weights, counts.categories);
  const alpha = krippendorffAlpha(packed, { metric });
  return {
    ...fromCounts(counts, weights),
    krippendorff_alpha: alpha.estimate,
    se_krippendorff_alpha: compatibleAlphaError(packed, metric),
  };
};

const alpha: Adapter = (input, expected) => {
  const observers = input.rows('reliability_data_observers_by_units');
  const units =
    observers.length > 0
      ? (observers[0] ?? []).map((_, u) => observers.map((row) => rating(row[u] ?? null)))
      : readRatings(input);
  const counts = input.numberRows('counts_units_by_categories', 'value_counts');
  const packed =
    counts.length > 0
      ? packCounts(countsFromTable(counts, readCategories(input)))
      : packRatings(units, readCategories(input));
  const given = input.get('levels', 'level', 'metric');
  const levels = (Array.isArray(given) ? given : [given ?? 'nominal']).map(String);
  const values = levels.map((level) =>
    krippendorffAlpha(packed, { metric: metricOf(level, input) }),
  );
  return {
    ...Object.fromEntries(levels.map((level, i) => [level, values[i]?.estimate ?? null])),
    alpha: Array.isArray(expected['alpha']) ? values.map((v) => v.estimate) : values[0]?.estimate,
    se: values[0]?.standardError,
  };
};

const fleiss: Adapter = (input) => {
  const table = input.numberRows('counts_units_by_categories', 'counts', 'table');
  const counts =
    table.length > 0
      ? countsFromTable(table, readCategories(input))
      : countRatings(readRatings(input), readCategories(input));
  const kappa = fleissKappa(counts, {
    weights: readWeights(input),
    confidence: input.confidence(),
  });
  return {
    fleiss_kappa: kappa.estimate,
    kappa: kappa.estimate,
    p_bar: kappa.observed,
    p_e: kappa.expected,
    se_h0: kappa.nullError,
    z_h0: kappa.z,
    z: kappa.z,
    p_two_sided: kappa.pValue,
    se: kappa.standardError,
    se_fleiss_kappa: kappa.standardError,
  };
};

const cohen: Adapter = (input) => {
  const given = input.numberRows('table');
  const categories = readCategories(input);
  const cross =
    given.length > 0
      ? { table: given, categories: categories ?? given.map((_, k) => k + 1) }
      : crossTable(
          list(input.get('rater1', 'a')).map(rating),
          list(input.get('rater2', 'b')).map(rating),
          categories,
        );
  const scale = input.get('scale', 'values');
  const numeric = Array.isArray(scale) ? scale.map(Number) : numericScale(categories);
  const kappa = cohenKappa(cross.table, {
    weights: readWeights(input),
    confidence: input.confidence(),
    scale: numeric,
  });
  return {
    kappa: kappa.estimate,
    cohen_kappa: kappa.estimate,
    weighted_kappa: kappa.estimate,
    se: kappa.standardError,
    ci: kappa.standardError === null ? null : ends(untruncated(kappa)),
    se_h0: kappa.nullError,
    z: kappa.z,
    p_two_sided: kappa.pValue,
    p_o: kappa.observed,
    p_e: kappa.expected,
    n: kappa.n,
  };
};

const twoRaters: Adapter = (input) => {
  const table = input.numberRows('table');
  const categories = readCategories(input);
  const weights = readWeights(input);
  const counts = countsFromCrossTable(table, categories);
  const options = { weights };
  const kappa = cohenKappa(table, { weights, scale: numericScale(categories) });
  const scott = fleissKappa(counts, options);
  const ac = gwetAgreement(counts, options);
  const bp = brennanPrediger(counts, options);
  const packed = packCounts(counts);
  const metric = weightMetric(weights, counts.categories);
  const reliability = krippendorffAlpha(packed, { metric });
  return {
    percent_agreement: percentAgreement(counts, options).estimate,
    cohen_kappa: kappa.estimate,
    se_cohen_kappa: kappa.standardError,
    scott_pi: scott.estimate,
    se_scott_pi: divisorN(scott),
    fleiss_kappa: scott.estimate,
    gwet_ac1: ac.estimate,
    gwet_ac2: ac.estimate,
    gwet_ac: ac.estimate,
    se_gwet_ac1: divisorN(ac),
    se_gwet_ac2: divisorN(ac),
    se_gwet_ac: divisorN(ac),
    brennan_prediger: bp.estimate,
    se_brennan_prediger: divisorN(bp),
    krippendorff_alpha: reliability.estimate,
    se_krippendorff_alpha: reliability.standardError,
  };
};

const icc: Adapter = (input, expected) => {
  const rows = input
    .rows('ratings_targets_by_judges', 'ratings_units_by_raters', 'ratings')
    .map((row) => row.map((value) => (typeof value === 'number' ? value : null)));
  const level = /\d+/.exec(Object.keys(expected).find((key) => key.startsWith('lower')) ?? '')?.[0];
  const confidence =
    input.has('confidence') || input.has('alpha')
      ? input.confidence()
      : Number(`0.${level ?? '95'}`);
  const { forms } = intraclassCorrelations(rows, { confidence });
  const names: readonly IccForm[] = ['ICC1', 'ICC2', 'ICC3', 'ICC1k', 'ICC2k', 'ICC3k'];
  const each = (value: (form: IccForm) => number | null): unknown =>
    Object.fromEntries(names.map((form) => [form, value(form)]));
  const suffix = level ?? '';
  return {
    icc: each((form) => forms[form].estimate),
    F: each((form) => forms[form].f),
    df1: each((form) => forms[form].df1),
    df2: each((form) => forms[form].df2),
    p: each((form) => forms[form].pValue),
    [`lower${suffix}`]: each((form) => forms[form].interval?.low ?? null),
    [`upper${suffix}`]: each((form) => forms[form].interval?.high ?? null),
    ...Object.fromEntries(names.map((form) => [form, forms[form].estimate])),
  };
};

export const agreementAdapters: Readonly<Record<string, Adapter>> = {
  agreement_multi_rater: multiRater,
  agreement_multi_rater_weighted: multiRater,
  agreement_from_counts: countsOnly,
  agreement_from_counts_weighted: countsOnly,
  agreement_two_raters_table: twoRaters,
  agreement_two_raters_table_weighted: twoRaters,
  percent_agreement: multiRater,
  conger_kappa: multiRater,
  gwet_ac: multiRater,
  gwet_ac1: multiRater,
  gwet_ac2: multiRater,
  krippendorff_alpha: alpha,
  fleiss_kappa: fleiss,
  cohen_kappa: cohen,
  cohen_kappa_weighted: cohen,
  weighted_kappa: cohen,
  icc,
};

function fromCounts(counts: RatingCounts, weights: Weights) {
  const options = { weights };
  const ac = gwetAgreement(counts, options);
  const kappa = fleissKappa(counts, options);
  const bp = brennanPrediger(counts, options);
  const percent = percentAgreement(counts, options);
  return {
    percent_agreement: percent.estimate,
    se_percent_agreement: percent.standardError,
    gwet_ac: ac.estimate,
    gwet_ac1: ac.estimate,
    gwet_ac2: ac.estimate,
    se_gwet_ac: ac.standardError,
    se_gwet_ac1: ac.standardError,
    se_gwet_ac2: ac.standardError,
    fleiss_kappa: kappa.estimate,
    se_fleiss_kappa: kappa.standardError,
    brennan_prediger: bp.estimate,
    se_brennan_prediger: bp.standardError,
  };
}

function readRatings(input: VectorInput): readonly (readonly Rating[])[] {
  return input.rows('ratings_units_by_raters', 'ratings').map((row) => row.map(rating));
}

function rating(value: Json): Rating {
  return value === null ? null : label(value);
}

function readCategories(input: VectorInput): readonly Label[] | undefined {
  const given = input.get('categories', 'value_domain', 'category_values');
  return Array.isArray(given) ? given.map(label) : undefined;
}

function numericScale(categories: readonly Label[] | undefined): readonly number[] | undefined {
  return categories?.every((c) => typeof c === 'number') ? categories.map(Number) : undefined;
}

const SCHEMES: Readonly<Record<string, WeightScheme>> = {
  unweighted: 'unweighted',
  identity: 'unweighted',
  none: 'unweighted',
  nominal: 'unweighted',
  linear: 'linear',
  equal: 'linear',
  quadratic: 'quadratic',
  squared: 'quadratic',
  interval: 'quadratic',
  ordinal: 'ordinal',
  ratio: 'ratio',
  radical: 'radical',
};

/** A scheme by name or a matrix; zeros on the diagonal mark disagreement weights. */
function readWeights(input: VectorInput): Weights {
  const given = input.get('weights', 'weight_matrix', 'disagreement_weights');
  if (!Array.isArray(given)) return SCHEMES[String(given ?? 'unweighted')] ?? 'unweighted';
  const matrix = given.map((row) => list(row).map(Number));
  return matrix.every((row, k) => row[k] === 0) ? fromDisagreement(matrix) : matrix;
}

/** Agreement weights from disagreement weights: 1 − v/max v. */
function fromDisagreement(
  disagreement: readonly (readonly number[])[],
): readonly (readonly number[])[] {
  const most = Math.max(...disagreement.flat());
  return disagreement.map((row) => row.map((v) => (most > 0 ? 1 - v / most : 1)));
}

/** The error with the divisor N that these references use, where ours has N − 1. */
function divisorN({ standardError, nClusters: units }: Agreement): number | null {
  return standardError === null ? null : standardError * Math.sqrt((units - 1) / units);
}

function weightMetric(weights: Weights, categories: readonly Label[]): Metric {
  const q = categories.length;
  const matrix = weightMatrix(weights, categories);
  return { weights: categories.map((_, k) => Array.from(matrix.subarray(k * q, (k + 1) * q))) };
}

function metricOf(level: string, input: VectorInput): Metric {
  if (level === 'nominal' || level === 'ordinal' || level === 'interval' || level === 'ratio')
    return level;
  const weights = readWeights(input);
  return typeof weights === 'string' ? 'nominal' : { weights };
}

/** Reference intervals of kappa are not cut at 1. */
function untruncated(
  kappa: ReturnType<typeof cohenKappa>,
): { readonly low: number; readonly high: number } | null {
  if (kappa.interval === null || kappa.estimate === null) return null;
  const half = kappa.estimate - kappa.interval.low;
  return { low: kappa.interval.low, high: kappa.estimate + half };
}
