import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { annotatorProfiles } from '../../src/statistics/agreement/annotator-profiles.ts';
import { gwetAgreement } from '../../src/statistics/agreement/gwet.ts';
import { krippendorffAlpha } from '../../src/statistics/agreement/krippendorff.ts';
import { percentAgreement } from '../../src/statistics/agreement/percent.ts';
import { clusteredContrast } from '../../src/statistics/intervals/clustered-covariance.ts';
import { clusteredMean } from '../../src/statistics/intervals/clustered-mean.ts';
import { benjaminiHochberg } from '../../src/statistics/intervals/multiplicity.ts';
import {
  clopperPearsonInterval,
  wilsonInterval,
} from '../../src/statistics/intervals/proportions.ts';
import { createRandom } from '../../src/statistics/numerics/random.ts';
import { pairRowsFrom } from '../../src/statistics/pairwise/aggregate.ts';
import { binomialTest, mcnemarTest } from '../../src/statistics/pairwise/binary-tests.ts';
import { davidson } from '../../src/statistics/pairwise/davidson.ts';
import { positionEffect } from '../../src/statistics/pairwise/position-effect.ts';
import { tieCorrectedWinRate, winRate } from '../../src/statistics/pairwise/win-rate.ts';
import { friedmanTest } from '../../src/statistics/scores/friedman.ts';
import { probabilityOfSuperiority } from '../../src/statistics/scores/probability-of-superiority.ts';
import { wilcoxonSignedRank } from '../../src/statistics/scores/wilcoxon.ts';
import { assertFinite } from './finite.ts';
import { adjustP } from './references/adjust-p.ts';
import { bettingConfidenceSequence } from './references/always-valid.ts';
import { goldAccuracy } from './references/annotator-quality.ts';
import { bradleyTerry } from './references/bradley-terry.ts';
import { bradleyTerryFixedPoint } from './references/bradley-terry-fixed-point.ts';
import { clusterCells } from './references/cluster-cells.ts';
import { clusterInfluence } from './references/cluster-influence.ts';
import { cohenKappa } from './references/cohen.ts';
import { congerKappa } from './references/conger.ts';
import { dawidSkene } from './references/dawid-skene.ts';
import { eBenjaminiHochberg } from './references/e-benjamini-hochberg.ts';
import { eloRatings } from './references/elo.ts';
import { brennanPrediger, fleissKappa } from './references/fleiss.ts';
import { intraclassCorrelations } from './references/icc.ts';
import {
  gammaExponentialBoundary,
  normalMixtureBoundary,
  tunedBetaMixtureSequence,
} from './references/mixture-boundaries.ts';
import { asymptoticSequence, betaMixtureSequence } from './references/mixture-sequences.ts';
import { simultaneousIntervals } from './references/multiplier-bootstrap.ts';
import { newcombeDifference } from './references/newcombe.ts';
import { packRatings } from './references/packed-ratings.ts';
import { pairedBootstrap } from './references/paired-bootstrap.ts';
import { pairedProportionDifference } from './references/paired-proportions.ts';
import { pairedScoreDifference } from './references/paired-score-difference.ts';
import { pairedT } from './references/paired-t.ts';
import { plackettLuce } from './references/plackett-luce.ts';
import {
  oneProportionPower,
  tTestPower,
  tTestSampleSize,
  twoProportionPower,
  twoProportionSampleSize,
} from './references/power.ts';
import { ppiMean } from './references/ppi.ts';
import { quasiVariances } from './references/quasi-variance.ts';
import { raoKupper } from './references/rao-kupper.ts';
import { countRatings, type Rating } from './references/rating-counts.ts';
import { scoreLayout } from './references/score-layout.ts';
import { signTestPower, signTestSampleSize } from './references/sign-test-power.ts';

const NAN = Number.NaN;
const INF = Number.POSITIVE_INFINITY;
const seed = () => createRandom(1);

/** Every case must give a defined result with at least one warning code. */
const warned: Readonly<Record<string, () => { readonly warnings: readonly string[] }>> = {
  'Wilson without data': () => wilsonInterval({ successes: 0, n: 0 }),
  'Wilson with NaN': () => wilsonInterval({ successes: NAN, n: 3 }),
  'Wilson with more successes than trials': () => wilsonInterval({ successes: 4, n: 3 }),
  'Wilson at an impossible confidence': () =>
    wilsonInterval({ successes: 1, n: 3 }, { confidence: 1.5 }),
  'Clopper–Pearson without data': () => clopperPearsonInterval({ successes: 0, n: 0 }),
  'Newcombe with an empty side': () =>
    newcombeDifference({ successes: 1, n: 2 }, { successes: 0, n: 0 }),
  'binomial test of nothing': () => binomialTest({ successes: 0, n: 0 }),
  'binomial test of fractions': () => binomialTest({ successes: 0.5, n: 2 }),
  'McNemar without discordant pairs': () => mcnemarTest({ b: 0, c: 0 }),
  'paired difference without spread': () => pairedProportionDifference({ b: 0, c: 0, n: 9 }),
  'win rate without votes': () => winRate({ points: [], cases: [] }),
  'win rate of skips only': () => winRate({ points: [null, null], cases: [1, 2] }),
  'win rate of one case with 10,000 votes': () =>
    winRate({ points: alternating(10_000), cases: alternating(10_000).map(() => 'only') }),
  'win rate of one annotator': () =>
    winRate({ points: [1, 0, 1], cases: [1, 2, 3], annotators: ['a', 'a', 'a'] }),
  'win rate of ties only': () => winRate({ points: fill(0.5, 30), cases: range(30) }),
  'win rate of NaN and infinities': () => winRate({ points: [NAN, INF, 1], cases: [1, 2, 3] }),
  'tie-corrected rate of ties only': () => tieCorrectedWinRate({ wins: 0, ties: 40, losses: 0 }),
  'Bradley–Terry without votes': () => bradleyTerry(pairRowsFrom([], 3)),
  'Bradley–Terry of one variant': () => bradleyTerry(pairRowsFrom([], 1)),
  'Bradley–Terry of disconnected groups': () => bradleyTerry(disconnected()),
  'Bradley–Terry maximum likelihood of a clean sweep': () => bradleyTerry(sweep(), { ghost: 0 }),
  'Bradley–Terry of ties only': () => bradleyTerry(tiesOnly()),
  'Davidson without ties': () => davidson(sweep()),
  'Davidson of ties only': () => davidson(tiesOnly()),
  'Rao–Kupper of ties only': () => raoKupper(tiesOnly()),
  'Rao–Kupper without votes': () => raoKupper(pairRowsFrom([], 2)),
  'fixed point without votes': () => bradleyTerryFixedPoint(pairRowsFrom([], 2)),
  'fixed point of a clean sweep without ghost': () => bradleyTerryFixedPoint(sweep(), { ghost: 0 }),
  'Plackett–Luce without rankings': () => plackettLuce([], 3),
  'Plackett–Luce with a variant that does not exist': () =>
    plackettLuce([{ ranking: [[0], [9]] }], 3),
  'Plackett–Luce maximum likelihood of a clean sweep': () =>
    plackettLuce([{ ranking: [[0], [1]] }], 2, { ghost: 0 }),
  'quasi-variances of a zero matrix': () => quasiVariances(new Float64Array(9), 3),
  'contrast with one case': () => oneCaseContrast(),
  'simultaneous intervals of one cluster': () =>
    simultaneousIntervals(
      { estimates: [0, 1], influence: [[1, 2]], pairs: [[0, 1]] },
      { random: seed() },
    ),
  'clustered mean of nothing': () => clusteredMean({ values: [], clusters: [] }),
  'clustered mean of one cluster': () =>
    clusteredMean({ values: [1, 2, 3], clusters: ['a', 'a', 'a'] }),
  'clustered mean with NaN': () =>
    clusteredMean({ values: [1, NAN, null, 2], clusters: [1, 2, 3, 4] }),
  'paired t of nothing': () => pairedT([]),
  'paired t of one case': () => pairedT([3]),
  'paired t of equal differences': () => pairedT([2, 2, 2]),
  'paired scores at the end of the scale': () =>
    pairedScoreDifference(flatScores(5, 5), ['A', 'B']),
  'paired scores without overlap': () =>
    pairedScoreDifference(flatScores(5, 5).slice(0, 4), ['A', 'C']),
  'superiority of nothing': () => probabilityOfSuperiority([]),
  'bootstrap of equal differences': () =>
    pairedBootstrap([1, 1, 1], { random: seed(), draws: 100 }),
  'bootstrap of one case': () => pairedBootstrap([1], { random: seed() }),
  'Wilcoxon of zeros': () => wilcoxonSignedRank([0, 0, 0]),
  'Wilcoxon of nothing': () => wilcoxonSignedRank([null, NAN]),
  'Friedman of equal scores': () =>
    friedmanTest([
      [1, 1, 1],
      [2, 2, 2],
    ]),
  'Friedman of nothing': () => friedmanTest([]),
  'score layout without scores': () => scoreLayout([]),
  'score layout of one variant': () =>
    scoreLayout(flatScores(3, 3).filter((s) => s.variant === 'A')),
  'score layout of disjoint annotators': () => scoreLayout(nestedScores()),
  'adjusting nothing': () => benjaminiHochberg([]),
  'adjusting nothing after Holm': () => adjustP([], 'holm'),
  'adjusting missing values': () => benjaminiHochberg([0.1, null, NAN]),
  'e-BH of nothing': () => eBenjaminiHochberg([]),
  'percent agreement without pairs': () => percentAgreement(countRatings([[1], [null]])),
  'kappa of one category': () => fleissKappa(countRatings(sameRatings())),
  'Brennan–Prediger of one category': () => brennanPrediger(countRatings(sameRatings())),
  'alpha of one category': () => krippendorffAlpha(packRatings(sameRatings())),
  'alpha without ratings': () => krippendorffAlpha(packRatings([])),
  'AC1 without ratings': () => gwetAgreement(countRatings([])),
  'Conger of one category': () => congerKappa(sameRatings()),
  'Cohen of one category': () =>
    cohenKappa([
      [9, 0],
      [0, 0],
    ]),
  'Cohen of nothing': () =>
    cohenKappa([
      [0, 0],
      [0, 0],
    ]),
  'Cohen of negative counts': () =>
    cohenKappa([
      [1, -2],
      [0, 1],
    ]),
  'ICC of one judge': () => intraclassCorrelations([[1], [2]]),
  'ICC of one target': () => intraclassCorrelations([[1, 2]]),
  'ICC of nothing': () => intraclassCorrelations([]),
  'ICC with a hole': () =>
    intraclassCorrelations([
      [1, 2],
      [null, 3],
      [4, 5],
    ]),
  'position effect without votes': () => positionEffect(pairRowsFrom([], 2)),
  'position effect where the first place always won': () =>
    positionEffect(pairRowsFrom([{ first: 0, second: 1, firstWins: 9, secondWins: 0 }], 2)),
  'gold accuracy without items': () => goldAccuracy({ correct: 0, n: 0 }),
  'Dawid–Skene without labels': () => dawidSkene([], { items: 2, annotators: 2, categories: 2 }),
  'Dawid–Skene with an annotator who always answers the same': () => constantDawidSkene(),
  'betting without cases': () => bettingConfidenceSequence([]),
  'betting with NaN and values off the scale': () =>
    bettingConfidenceSequence([NAN, 7, -1, null, 0.5]),
  'beta mixture without trials': () => betaMixtureSequence({ successes: 0, trials: 0 }),
  'tuned mixture of impossible counts': () =>
    tunedBetaMixtureSequence({ successes: 3, trials: 2 }, { tOpt: 10 }),
  'asymptotic sequence too early': () =>
    asymptoticSequence({ estimate: 0, t: 5, sd: 1 }, { tOpt: 100 }),
  'asymptotic sequence without cases': () =>
    asymptoticSequence({ estimate: 0, t: 0, sd: 1 }, { tOpt: 100 }),
  'power without effect': () => tTestSampleSize({ delta: 0, sd: 1, kind: 'paired' }, 0.8),
  'power of one case': () => tTestPower({ delta: 1, sd: 1, kind: 'paired' }, 1),
  'sign test size at a fair coin': () => signTestSampleSize(0.5, 0.8),
  'sign test power without votes': () => signTestPower(0.6, 0),
  'size for equal rates': () => twoProportionSampleSize({ p1: 0.4, p2: 0.4 }, 0.8),
  'PPI of one labelled case': () =>
    ppiMean({ labelled: [1], judgeOnLabelled: [1], judgeOnUnlabelled: [0, 1] }),
  'PPI without spread': () =>
    ppiMean({ labelled: [1, 1, 1], judgeOnLabelled: [1, 1, 1], judgeOnUnlabelled: [1] }),
  'Elo with a broken game': () => eloRatings([{ first: 0, second: 0, score: 1 }], 2),
};

describe('degenerate input', () => {
  for (const [name, run] of Object.entries(warned)) {
    it(`${name} gives finite numbers or null, and a warning`, () => {
      const result = run();
      assertFinite(result);
      assert.notEqual(result.warnings.length, 0);
    });
  }

  for (const impossible of [NAN, 0, 1, 2, -1, INF]) {
    it(`an error level of ${impossible} is refused, not computed with`, () => {
      const alpha = impossible;
      const results = [
        signTestPower(0.6, 10, { alpha }),
        tTestPower({ delta: 1, sd: 1, kind: 'paired' }, 10, { alpha }),
        twoProportionPower({ p1: 0.2, p2: 0.4 }, 10, { alpha }),
        oneProportionPower(0.3, 10, { alpha }),
        bettingConfidenceSequence([0, 1, 1], { alpha }),
        eBenjaminiHochberg([1, 2, 100], alpha),
      ];
      assertFinite(results);
      for (const { method, warnings } of results) {
        assert.ok(warnings.includes('invalid_option'), method);
      }
    });
  }

  it('other impossible options are named and leave nothing undefined', () => {
    const steps = [0, 1, 1];
    const results = [
      bettingConfidenceSequence(steps, { range: [1, 1] }),
      bettingConfidenceSequence(steps, { range: [2, -1] }),
      bettingConfidenceSequence(steps, { grid: NAN }),
      betaMixtureSequence({ successes: 1, trials: 3 }, { priorA: 0, priorB: -1 }),
      ...[0, -1, NAN, INF].flatMap((draws) => [
        pairedBootstrap([1, 2, 3], { random: seed(), draws }),
      ]),
    ];
    assertFinite(results);
    for (const { method, warnings } of results) {
      assert.ok(warnings.includes('invalid_option'), method);
    }
  });

  it('boundaries with impossible options are null', () => {
    assert.equal(normalMixtureBoundary(-1, { vOpt: 10 }), null);
    assert.equal(normalMixtureBoundary(1, { vOpt: 0 }), null);
    assert.equal(gammaExponentialBoundary(1, { vOpt: 10, c: 0 }), null);
    assert.equal(gammaExponentialBoundary(NAN, { vOpt: 10, c: 1 }), null);
  });

  it('an annotator who always answers the same is named', () => {
    const labels = range(12).flatMap((unit) => [
      { unit, annotator: 'steady', label: 'A' },
      { unit, annotator: 'varied', label: unit % 2 === 0 ? 'A' : 'B' },
    ]);
    const profiles = annotatorProfiles({
      unit: labels.map((l) => l.unit),
      annotator: labels.map((l) => l.annotator),
      label: labels.map((l) => l.label),
    });
    assertFinite(profiles);
    assert.deepEqual(profiles.find((p) => p.annotator === 'steady')?.warnings, [
      'constant_annotator',
    ]);
    assert.deepEqual(profiles.find((p) => p.annotator === 'varied')?.warnings, []);
  });

  it('one case with 20,000 labels is profiled from counts, not by pairs of labels', () => {
    const labels = range(20_000);
    const profiles = annotatorProfiles({
      unit: labels.map(() => 0),
      annotator: labels,
      label: labels.map((i) => i % 3),
    });
    assertFinite(profiles);
    assert.equal(profiles.length, 20_000);
  });

  it('one case with 10,000 votes keeps its estimate but claims no interval', () => {
    const points = alternating(10_000);
    const result = winRate({ points, cases: points.map(() => 'only') });
    assert.equal(result.estimate, 0.5);
    assert.equal(result.interval, null);
    assert.ok(result.warnings.includes('one_case'));
  });

  it('a clean sweep has finite abilities with the ghost and names its components without', () => {
    const mle = bradleyTerry(sweep(), { ghost: 0 });
    assert.equal(mle.abilities, null);
    assert.deepEqual(mle.connectivity.strongGroups, [[0], [1], [2]]);
    const map = bradleyTerry(sweep());
    assertFinite(map.abilities);
    assert.ok((map.abilities?.[0]?.estimate ?? 0) > (map.abilities?.[2]?.estimate ?? 0));
  });
});

function range(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i);
}

function fill(value: number, count: number): number[] {
  return Array.from({ length: count }, () => value);
}

function alternating(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i % 2);
}

function disconnected() {
  return pairRowsFrom(
    [
      { first: 0, second: 1, firstWins: 3, secondWins: 2 },
      { first: 2, second: 3, firstWins: 1, secondWins: 4 },
    ],
    4,
  );
}

function sweep() {
  return pairRowsFrom(
    [
      { first: 0, second: 1, firstWins: 5, secondWins: 0 },
      { first: 1, second: 2, firstWins: 5, secondWins: 0 },
      { first: 0, second: 2, firstWins: 5, secondWins: 0 },
    ],
    3,
  );
}

function tiesOnly() {
  return pairRowsFrom([{ first: 0, second: 1, firstWins: 0, secondWins: 0, ties: 8 }], 2);
}

function oneCaseContrast() {
  const rows = pairRowsFrom([{ first: 0, second: 1, firstWins: 3, secondWins: 2 }], 2);
  const { solution } = bradleyTerry(rows);
  assert.ok(solution);
  const votes = { first: fill(0, 5), second: fill(1, 5), outcome: [0, 0, 0, 1, 1] };
  const cases = clusterCells(votes, fill(0, 5), { variants: 2, clusters: 1 });
  assertFinite(clusterInfluence(solution, cases));
  return clusteredContrast(solution, [1, -1], { clusters: { cases } });
}

function flatScores(a: number, b: number) {
  return range(6).flatMap((c) => [
    { case: c, annotator: 'x', variant: 'A', value: a },
    { case: c, annotator: 'x', variant: 'B', value: b },
  ]);
}

function nestedScores() {
  return range(6).flatMap((c) => [
    { case: c, annotator: `only ${c}`, variant: 'A', value: c },
    { case: c, annotator: `only ${c}`, variant: 'B', value: c + (c % 3) },
  ]);
}

function sameRatings(): Rating[][] {
  return range(6).map(() => ['yes', 'yes', 'yes']);
}

function constantDawidSkene() {
  const responses = range(10).flatMap((item) => [
    { item, annotator: 0, label: item % 2 },
    { item, annotator: 1, label: item % 2 },
    { item, annotator: 2, label: 0 },
  ]);
  return dawidSkene(responses, { items: 10, annotators: 3, categories: 2 });
}
