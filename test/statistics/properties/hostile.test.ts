import { describe, it } from 'node:test';
import fc from 'fast-check';
import { gwetAgreement } from '../../../src/statistics/agreement/gwet.ts';
import { krippendorffAlpha } from '../../../src/statistics/agreement/krippendorff.ts';
import { clusteredMean } from '../../../src/statistics/intervals/clustered-mean.ts';
import { benjaminiHochberg } from '../../../src/statistics/intervals/multiplicity.ts';
import {
  clopperPearsonInterval,
  wilsonInterval,
} from '../../../src/statistics/intervals/proportions.ts';
import { createRandom } from '../../../src/statistics/numerics/random.ts';
import { binomialTest, mcnemarTest } from '../../../src/statistics/pairwise/binary-tests.ts';
import { tieCorrectedWinRate, winRate } from '../../../src/statistics/pairwise/win-rate.ts';
import { friedmanTest } from '../../../src/statistics/scores/friedman.ts';
import { wilcoxonSignedRank } from '../../../src/statistics/scores/wilcoxon.ts';
import { assertFinite } from '../finite.ts';
import { adjustP } from '../references/adjust-p.ts';
import { bettingConfidenceSequence } from '../references/always-valid.ts';
import { cohenKappa } from '../references/cohen.ts';
import { eBenjaminiHochberg } from '../references/e-benjamini-hochberg.ts';
import { eloRatings } from '../references/elo.ts';
import { fleissKappa } from '../references/fleiss.ts';
import { intraclassCorrelations } from '../references/icc.ts';
import {
  gammaExponentialBoundary,
  normalMixtureBoundary,
  tunedBetaMixtureSequence,
} from '../references/mixture-boundaries.ts';
import { asymptoticSequence, betaMixtureSequence } from '../references/mixture-sequences.ts';
import { newcombeDifference } from '../references/newcombe.ts';
import { packRatings } from '../references/packed-ratings.ts';
import { pairedBootstrap } from '../references/paired-bootstrap.ts';
import { pairedProportionDifference } from '../references/paired-proportions.ts';
import { pairedScoreDifference } from '../references/paired-score-difference.ts';
import { pairedT } from '../references/paired-t.ts';
import {
  oneProportionPower,
  oneProportionSampleSize,
  tTestPower,
  tTestSampleSize,
  twoProportionPower,
  twoProportionSampleSize,
} from '../references/power.ts';
import { ppiMean } from '../references/ppi.ts';
import { countRatings } from '../references/rating-counts.ts';
import { scoreLayout } from '../references/score-layout.ts';
import { signTestPower } from '../references/sign-test-power.ts';
import { check } from './votes.ts';

const STRANGE = [
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  -0,
  -1,
  0.5,
  1e308,
  -1e308,
  1e-308,
  Number.MIN_VALUE,
  2 ** 53,
];
const anyNumber = fc.oneof(
  fc.constantFrom(...STRANGE),
  fc.integer({ min: -3, max: 60 }),
  fc.double({ min: 0, max: 1 }),
);
const anyList = fc.array(fc.option(anyNumber), { maxLength: 12 });
const anyRows = fc.array(fc.array(fc.option(anyNumber), { minLength: 3, maxLength: 3 }), {
  maxLength: 8,
});

describe('hostile input gets no NaN or infinity from', () => {
  const lists: Readonly<Record<string, (list: readonly (number | null)[]) => unknown>> = {
    pairedT: (list) => pairedT(list),
    wilcoxonSignedRank: (list) => wilcoxonSignedRank(list),
    pairedBootstrap: (list) =>
      pairedBootstrap(list, { random: createRandom(1), draws: 50, kind: 'bca' }),
    clusteredMean: (list) =>
      clusteredMean({
        values: list,
        clusters: list.map((_, i) => i % 4),
        secondClusters: list.map((_, i) => i % 3),
      }),
    weightedMean: (list) =>
      clusteredMean({
        values: list,
        clusters: list.map((_, i) => i % 4),
        weights: list.map((x) => x ?? 1),
      }),
    winRate: (list) => winRate({ points: list, cases: list.map((_, i) => i % 5) }),
    bettingConfidenceSequence: (list) => bettingConfidenceSequence(list, { grid: 101 }),
    benjaminiHochberg,
    adjustP: (list) => [adjustP(list, 'by'), adjustP(list, 'holm')],
    eBenjaminiHochberg: (list) => eBenjaminiHochberg(list),
    ppiMean: (list) =>
      ppiMean({ labelled: list, judgeOnLabelled: [...list].reverse(), judgeOnUnlabelled: list }),
    pairedScoreDifference: (list) => pairedScoreDifference(scores(list), ['A', 'B']),
    scoreLayout: (list) => scoreLayout(scores(list)),
    eloRatings: (list) =>
      eloRatings(
        list.map((x) => ({ first: 0, second: 1, score: x ?? 0 })),
        2,
      ),
  };
  for (const [name, run] of Object.entries(lists)) {
    it(name, () =>
      check(
        fc.property(anyList, (list) => assertFinite(run(list))),
        300,
      ),
    );
  }

  const tables: Readonly<
    Record<string, (rows: readonly (readonly (number | null)[])[]) => unknown>
  > = {
    intraclassCorrelations: (rows) => intraclassCorrelations(rows),
    friedmanTest: (rows) => friedmanTest(rows),
    cohenKappa: (rows) => cohenKappa(rows.map((row) => row.map((x) => x ?? 0))),
    fleissKappa: (rows) => fleissKappa(countRatings(rows), { weights: 'ratio' }),
    gwetAgreement: (rows) => gwetAgreement(countRatings(rows), { weights: 'quadratic' }),
    krippendorffAlpha: (rows) =>
      (['nominal', 'ordinal', 'interval', 'ratio'] as const).map((metric) =>
        krippendorffAlpha(packRatings(rows), { metric }),
      ),
  };
  for (const [name, run] of Object.entries(tables)) {
    it(name, () =>
      check(
        fc.property(anyRows, (rows) => assertFinite(run(rows))),
        300,
      ),
    );
  }

  const pairs: Readonly<Record<string, (a: number, b: number, c: number) => unknown>> = {
    wilsonInterval: (successes, n, confidence) => wilsonInterval({ successes, n }, { confidence }),
    clopperPearsonInterval: (successes, n, confidence) =>
      clopperPearsonInterval({ successes, n }, { confidence }),
    newcombeDifference: (successes, n) =>
      newcombeDifference({ successes, n }, { successes: 1, n: 3 }),
    binomialTest: (successes, n, p0) => binomialTest({ successes, n }, { p0 }),
    mcnemarTest: (b, c) => mcnemarTest({ b, c }),
    pairedProportionDifference: (b, c, n) => pairedProportionDifference({ b, c, n }),
    tieCorrectedWinRate: (wins, ties, losses) => tieCorrectedWinRate({ wins, ties, losses }),
    betaMixtureSequence: (successes, trials, alpha) =>
      betaMixtureSequence({ successes, trials }, { alpha }),
    tunedBetaMixtureSequence: (successes, trials, tOpt) =>
      tunedBetaMixtureSequence({ successes, trials }, { tOpt }),
    asymptoticSequence: (estimate, t, sd) => asymptoticSequence({ estimate, t, sd }, { tOpt: 100 }),
    boundaries: (v, vOpt, c) => [
      normalMixtureBoundary(v, { vOpt }),
      normalMixtureBoundary(v, { vOpt, sides: 'one' }),
      gammaExponentialBoundary(v, { vOpt, c }),
    ],
    tTests: (delta, sd, n) => [
      tTestPower({ delta, sd, kind: 'paired' }, n),
      tTestSampleSize({ delta, sd, kind: 'two-sample' }, 0.8),
    ],
    proportionPower: (p1, p2, n) => [
      twoProportionPower({ p1, p2 }, n),
      twoProportionSampleSize({ p1, p2 }, 0.8),
      oneProportionPower(p1, n),
      oneProportionSampleSize(p1, 0.8),
      signTestPower(p1, Math.min(n, 1e6)),
    ],
  };
  for (const [name, run] of Object.entries(pairs)) {
    it(name, () =>
      check(
        fc.property(anyNumber, anyNumber, anyNumber, (a, b, c) => assertFinite(run(a, b, c))),
        150,
      ),
    );
  }
});

function scores(list: readonly (number | null)[]) {
  return list.map((value, i) => ({
    case: i % 3,
    annotator: i % 2,
    variant: i % 4 < 2 ? 'A' : 'B',
    value,
  }));
}
