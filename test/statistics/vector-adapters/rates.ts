import {
  clopperPearsonInterval,
  wilsonInterval,
} from '../../../src/statistics/intervals/proportions.ts';
import { binomialTest, mcnemarTest } from '../../../src/statistics/pairwise/binary-tests.ts';
import { tieCorrectedWinRate } from '../../../src/statistics/pairwise/win-rate.ts';
import { newcombeDifference } from '../references/newcombe.ts';
import { pairedProportionDifference } from '../references/paired-proportions.ts';
import { type Adapter, ends, type VectorInput } from './vector-input.ts';

const proportionCi: Adapter = (input) => {
  const data = { successes: successes(input), n: trials(input) };
  const confidence = input.confidence();
  return {
    estimate: data.successes / data.n,
    wilson: ends(wilsonInterval(data, { confidence }).interval),
    clopper_pearson: ends(clopperPearsonInterval(data, { confidence }).interval),
  };
};

const binomial: Adapter = (input, _expected, method) => {
  const data = { successes: successes(input), n: trials(input) };
  const p0 = input.number('p0', input.number('p', 0.5));
  const confidence = input.confidence();
  const named = /less|greater/.exec(method)?.[0];
  const alternative = named === 'less' || named === 'greater' ? named : input.alternative();
  const test = (side: 'two-sided' | 'less' | 'greater') =>
    binomialTest(data, { p0, confidence, alternative: side });
  return {
    p_value: test(alternative).pValue,
    p_two_sided: test('two-sided').pValue,
    p_less: test('less').pValue,
    p_greater: test('greater').pValue,
    estimate: data.successes / data.n,
    clopper_pearson: ends(clopperPearsonInterval(data, { confidence }).interval),
    ci: ends(test(alternative).interval),
  };
};

const mcnemar: Adapter = (input) => {
  const { b, c } = discordant(input);
  const test = mcnemarTest({ b, c });
  return {
    b,
    c,
    chi2: test.chiSquared,
    p_chi2: test.pChiSquared,
    chi2_cc: test.chiSquaredCorrected,
    p_chi2_cc: test.pChiSquaredCorrected,
    p_exact: test.pExact,
    p_mid: test.pMid,
    p_midp: test.pMid,
  };
};

const pairedDifference: Adapter = (input) => {
  const { b, c, n } = discordant(input);
  const result = pairedProportionDifference({ b, c, n }, { confidence: input.confidence() });
  return { difference: result.estimate, se: result.standardError, ci: ends(result.interval) };
};

const newcombe: Adapter = (input) => {
  const result = newcombeDifference(
    { successes: input.number('x1', 0), n: input.number('n1', 0) },
    { successes: input.number('x2', 0), n: input.number('n2', 0) },
    { confidence: input.confidence() },
  );
  return { difference: result.estimate, ci: ends(result.interval), p_value: result.pValue };
};

const tieCorrected: Adapter = (input) => {
  const counts = {
    wins: input.number('wins', 0),
    ties: input.number('ties', 0),
    losses: input.number('losses', 0),
  };
  const result = tieCorrectedWinRate(counts, { confidence: input.confidence() });
  return { estimate: result.estimate, win_rate: result.estimate, ci: ends(result.interval) };
};

export const rateAdapters: Readonly<Record<string, Adapter>> = {
  proportion_ci: proportionCi,
  binomial_test: binomial,
  binomial_test_exact: binomial,
  binomial_test_exact_two_sided: binomial,
  binomial_test_exact_one_sided: binomial,
  binomial_test_exact_less: binomial,
  binomial_test_exact_greater: binomial,
  sign_test: binomial,
  sign_test_exact: binomial,
  mcnemar,
  mcnemar_test: mcnemar,
  paired_proportion_difference: pairedDifference,
  paired_proportion_difference_wald: pairedDifference,
  two_proportion_difference: newcombe,
  two_proportion_difference_newcombe: newcombe,
  win_rate_tie_corrected: tieCorrected,
  tie_corrected_win_rate: tieCorrected,
};

function successes(input: VectorInput): number {
  return Number(input.get('successes', 'x', 'wins') ?? 0);
}

function trials(input: VectorInput): number {
  const n = input.get('n', 'trials');
  return n === undefined
    ? successes(input) + Number(input.get('failures', 'losses') ?? 0)
    : Number(n);
}

function discordant(input: VectorInput) {
  const table = input.numberRows('table');
  const b = input.number('b', table[0]?.[1] ?? 0);
  const c = input.number('c', table[1]?.[0] ?? 0);
  const a = input.number('a', table[0]?.[0] ?? 0);
  const d = input.number('d', table[1]?.[1] ?? 0);
  return { b, c, n: input.number('n', a + b + c + d) };
}
