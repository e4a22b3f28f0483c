import { clusteredMean } from '../../../src/statistics/intervals/clustered-mean.ts';
import { benjaminiHochberg } from '../../../src/statistics/intervals/multiplicity.ts';
import { createRandom } from '../../../src/statistics/numerics/random.ts';
import { friedmanTest } from '../../../src/statistics/scores/friedman.ts';
import {
  type WilcoxonOptions,
  wilcoxonSignedRank,
} from '../../../src/statistics/scores/wilcoxon.ts';
import { type Adjustment, adjustP } from '../references/adjust-p.ts';
import { eBenjaminiHochberg } from '../references/e-benjamini-hochberg.ts';
import { pairedBootstrap } from '../references/paired-bootstrap.ts';
import { pairedT } from '../references/paired-t.ts';
import { ppiMean } from '../references/ppi.ts';
import { type Adapter, decode, ends, label, list, type VectorInput } from './vector-input.ts';

const studentT: Adapter = (input) => {
  const result = pairedT(differences(input), {
    confidence: input.confidence(),
    alternative: input.alternative(),
  });
  return {
    t: result.t,
    df: result.df,
    p_value: result.pValue,
    mean_difference: result.estimate,
    estimate: result.estimate,
    se: result.standardError,
    ci: ends(result.interval),
  };
};

const bootstrap: Adapter = (input) => {
  const result = pairedBootstrap(differences(input), {
    random: createRandom(20_240_101),
    draws: Math.max(100_000, input.number('draws', 0)),
    confidence: input.confidence(),
  });
  return {
    mean_difference: result.estimate,
    bootstrap_se: result.standardError,
    percentile_ci: ends(result.percentile),
    bca_ci: ends(result.bca),
  };
};

const wilcoxon: Adapter = (input) => {
  const d = differences(input).map((x) => (x === null ? null : x - input.number('mu', 0)));
  const options = wilcoxonOptions(input);
  const p = (alternative: 'two-sided' | 'less' | 'greater', extra: WilcoxonOptions = {}) =>
    wilcoxonSignedRank(d, { ...options, ...extra, alternative }).pValue;
  const test = wilcoxonSignedRank(d, { ...options, alternative: input.alternative() });
  return {
    V: test.statistic,
    W: test.statistic,
    z: test.z ?? wilcoxonSignedRank(d, { ...options, distribution: 'normal' }).z,
    p_value: test.pValue,
    p_greater: p('greater'),
    p_less: p('less'),
    p_two_sided: p('two-sided'),
    p_two_sided_exact: p('two-sided', { distribution: 'exact' }),
    p_exact: p('two-sided', { distribution: 'exact' }),
    p_two_sided_normal: p('two-sided', { distribution: 'normal' }),
    p_two_sided_normal_cc: p('two-sided', { distribution: 'normal', continuity: 'on' }),
    p_two_sided_normal_nocc: p('two-sided', { distribution: 'normal', continuity: 'off' }),
    p_normal: p('two-sided', { distribution: 'normal' }),
    hodges_lehmann: test.estimate,
    ci: ends(test.interval),
    n_nonzero: test.nonZero,
  };
};

const friedman: Adapter = (input) => {
  const rows = input
    .rows('scores_cases_by_variants', 'blocks_by_treatments', 'rows', 'data')
    .map((row) => row.map((value) => (typeof value === 'number' ? value : null)));
  const test = friedmanTest(rows);
  return {
    chi2: test.chiSquared,
    statistic: test.chiSquared,
    df: test.df,
    p_value: test.pValue,
    kendall_w: test.estimate,
    rank_sums: test.rankSums,
  };
};

const adjust: Adapter = (input) => {
  const p = input.numbers('p', 'p_values');
  const alpha = input.number('alpha', 0.05);
  const names: Readonly<Record<string, Adjustment | 'bh'>> = {
    holm: 'holm',
    hochberg: 'hochberg',
    bh: 'bh',
    BH: 'bh',
    BY: 'by',
    fdr: 'bh',
    bonferroni: 'bonferroni',
    by: 'by',
  };
  const result: Record<string, unknown> = {};
  for (const [name, adjustment] of Object.entries(names)) {
    const { adjusted } = adjustment === 'bh' ? benjaminiHochberg(p) : adjustP(p, adjustment);
    result[name] = adjusted;
    result[`rejected_${name}`] = adjusted.filter(
      (value) => value !== null && value <= alpha,
    ).length;
  }
  return result;
};

const eBh: Adapter = (input) => {
  const result = eBenjaminiHochberg(input.numbers('e', 'e_values'), input.number('alpha', 0.05));
  return { rejected: result.rejected, n_rejected: result.count, rejected_count: result.count };
};

const clustered: Adapter = (input) => {
  const second = list(input.get('cluster2', 'annotator', 'second_cluster')).map(label);
  const data = {
    values: input.numbers('y', 'values'),
    clusters: list(input.get('cluster', 'clusters', 'case')).map(label),
  };
  const result = clusteredMean(data, { confidence: input.confidence() });
  const two = second.length > 0 ? clusteredMean({ ...data, secondClusters: second }) : null;
  return {
    mean: result.estimate,
    se_naive: result.naive,
    se_CR0: result.cr0,
    se_CR1: result.cr1,
    se_CR2: result.cr2,
    df_satterthwaite: result.satterthwaiteDf,
    n_clusters: result.nClusters,
    se_twoway: two?.twoWay ?? null,
  };
};

const ppi: Adapter = (input, expected) => {
  const coding = input.text('coding', '');
  const data = {
    labelled: decode(input.get('y_labelled'), coding),
    judgeOnLabelled: decode(input.get('yhat_labelled'), coding),
    judgeOnUnlabelled: decode(input.get('yhat_unlabelled'), coding),
  };
  const sample = input.text('convention', 'population') === 'sample';
  const run = (lambda: 'tuned' | number) =>
    ppiMean(data, {
      lambda,
      confidence: input.confidence(),
      convention: sample ? 'sample' : 'population',
    });
  const given = input.get('lambda');
  const tuned = run(typeof given === 'number' ? given : 'tuned');
  const result: Record<string, unknown> = {
    lambda_hat: tuned.lambda,
    lambda: tuned.lambda,
    estimate: tuned.estimate,
    estimate_tuned: tuned.estimate,
    estimate_lambda1: run(1).estimate,
    estimate_classical: run(0).estimate,
    se: tuned.standardError,
  };
  for (const key of Object.keys(expected).filter((name) => name.startsWith('ci'))) {
    const chosen = key.includes('lambda1')
      ? run(1)
      : /lambda0|classical/.test(key)
        ? run(0)
        : tuned;
    result[key] = ends(chosen.interval);
  }
  return result;
};

export const scoreAdapters: Readonly<Record<string, Adapter>> = {
  paired_t: studentT,
  paired_bootstrap: bootstrap,
  paired_bootstrap_percentile: bootstrap,
  paired_bootstrap_bca: bootstrap,
  wilcoxon_signed_rank: wilcoxon,
  friedman,
  friedman_test: friedman,
  p_adjust: adjust,
  e_bh: eBh,
  clustered_mean: clustered,
  ppi_mean: ppi,
};

function differences(input: VectorInput): readonly (number | null)[] {
  if (input.has('differences')) return input.numbers('differences');
  const a = input.numbers('a', 'x');
  const b = input.numbers('b', 'y');
  return a.map((x, i) => {
    const y = b.length === 0 ? 0 : (b[i] ?? null);
    return x === null || y === null ? null : x - y;
  });
}

function wilcoxonOptions(input: VectorInput): WilcoxonOptions {
  const exact = input.get('exact');
  const zeros = input.text('zero_method', input.text('zeros', 'wilcox'));
  const correct = input.get('correct', 'continuity', 'correction');
  return {
    confidence: input.confidence(),
    zeros: zeros === 'pratt' ? 'pratt' : 'drop',
    distribution: exact === true ? 'exact' : exact === false ? 'normal' : distributionOf(input),
    continuity: correct === false ? 'off' : 'on',
  };
}

function distributionOf(input: VectorInput): 'auto' | 'exact' | 'normal' {
  const name = input.text('distribution', input.text('mode', 'auto'));
  if (name === 'exact') return 'exact';
  return name === 'normal' || name === 'approx' || name === 'asymptotic' ? 'normal' : 'auto';
}
