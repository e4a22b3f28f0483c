import assert from 'node:assert/strict';
import { before, describe, type TestContext, test } from 'node:test';
import { chiSquaredUpper } from '../../src/statistics/numerics/distributions.ts';
import type { HandedDesign, Sequence } from '../statistics/calibration/handed-sequences.ts';
import {
  DRIFTS,
  falseClaimsOfPairedT,
  falseClaimsOfResults,
  largestBias,
  orderCorrelation,
} from '../statistics/calibration/order.ts';
import {
  correlationsOf,
  type HandedTasks,
  handOut,
  isUnrelated,
  LONG_DESIGNS,
  SHORT_DESIGNS,
} from '../statistics/calibration/order-designs.ts';
import { atMost } from '../statistics/calibration/simulation.ts';
import type { Shown } from '../support/crowd.ts';
import { IS_LONG, ONLY_LONG } from '../support/effort.ts';

const DESIGNS = IS_LONG ? LONG_DESIGNS : SHORT_DESIGNS;

/** Ids and secrets are the same in every run, and so are the orders. */
describe('the order in which takeAssignments hands out tasks', () => {
  let sequencesOf: HandedTasks = new Map();
  before(async () => {
    sequencesOf = await handOut(DESIGNS);
  });
  const handedOut = (design: HandedDesign | undefined): readonly Sequence[] => {
    const sequences = design && sequencesOf.get(design);
    assert.ok(sequences);
    return sequences;
  };
  const assertUnrelated = (design: HandedDesign, t: TestContext): void => {
    const sequences = handedOut(design);
    for (const correlation of correlationsOf(design, sequences)) {
      const { estimate, standardError } = correlation;
      const error = standardError.toFixed(4);
      const text = `${sequences.length} annotators: r ${estimate.toFixed(4)} ± ${error}`;
      assert.ok(isUnrelated(correlation), text);
      t.diagnostic(text);
    }
  };

  describe('of scored outputs', () => {
    test('time and variant are unrelated', (t) => {
      assertUnrelated(DESIGNS.scores, t);
    });

    test('an annotator gets all outputs of a scenario, in a random order', () => {
      const sequences = handedOut(DESIGNS.scores);
      assertWholeScenarios(sequences, 2);
      assertUniform(ordersOf(sequences, 2), 2);
    });

    for (const [name, drift] of Object.entries(DRIFTS)) {
      test(`${name} scores make no difference between two identical variants`, (t) => {
        const sequences = handedOut(DESIGNS.scores);
        const repeats = IS_LONG ? 40_000 : 4_000;
        const plain = falseClaimsOfPairedT({ sequences, drift, repeats, seed: 5 });
        const some = { sequences, drift, repeats: IS_LONG ? 1_000 : 40, seed: 6 };
        const open = falseClaimsOfResults(some, 'open');
        const complete = falseClaimsOfResults(some, 'complete');
        const error = plain.errorAt(0.05);
        t.diagnostic(
          `paired t ${plain.rate} ± ${error.toFixed(4)}; results while open ${open.rate}, complete ` +
            `${complete.rate} ± ${complete.errorAt(0.05).toFixed(4)}`,
        );
        assert.ok(atMost(plain, 0.05), `${plain.rate}`);
        assert.ok(atMost(open, 0.05), `${open.rate}`);
        assert.ok(atMost(complete, 0.05), `${complete.rate}`);
        // The drift is 0.8 steps; differences of means vary by 0.15 for other reasons.
        assert.ok(largestBias({ sequences, drift }) < 0.02);
      });
    }
  });

  test('the check detects all outputs of one variant before those of the other', () => {
    const sequences = handedOut(DESIGNS.scores).map((sequence) => ({
      ...sequence,
      tasks: sequence.tasks.toSorted((left, right) => variantOf(left) - variantOf(right)),
    }));
    const question = { valueOf: variantOf, clusterOf: byAnnotator };
    assert.ok(orderCorrelation(sequences, question).estimate > 0.8);
    const study = { sequences, drift: DRIFTS.rising, repeats: 400, seed: 5 };
    assert.ok(falseClaimsOfPairedT(study).rate > 0.5);
  });

  describe('of all pairs of three variants', () => {
    test('time and pair are unrelated', (t) => {
      assertUnrelated(DESIGNS.pairs, t);
    });

    test('an annotator gets all pairs of a scenario, in a random order and on balanced sides', () => {
      const sequences = handedOut(DESIGNS.pairs);
      assertWholeScenarios(sequences, 3);
      assertUniform(ordersOf(sequences, 3), 6);
      assertBalancedSides(sequences);
    });
  });

  describe('of one of three pairs per scenario', () => {
    test('time and pair are unrelated', (t) => {
      assertUnrelated(DESIGNS.onePair, t);
    });

    test('sides are balanced', () => assertBalancedSides(handedOut(DESIGNS.onePair)));
  });

  test('of two of six pairs per scenario: time and pair are unrelated', ONLY_LONG, (t) => {
    assert.ok(DESIGNS.twoPairs);
    assertWholeScenarios(handedOut(DESIGNS.twoPairs), 2);
    assertUnrelated(DESIGNS.twoPairs, t);
  });
});

const byAnnotator = ({ evaluation, annotator }: Sequence) => `${evaluation} ${annotator}`;
const variantOf = ({ variants }: Shown) => variants[0] ?? 0;
const ascending = (left: number, right: number) => left - right;
const pairOf = ({ variants }: Shown) => variants.toSorted(ascending).join(' ');

/** All tasks of a scenario follow each other. */
function assertWholeScenarios(sequences: readonly Sequence[], size: number): void {
  for (const group of scenariosOf(sequences, size)) {
    assert.equal(new Set(group.map(({ scenario }) => scenario)).size, 1);
    assert.equal(new Set(group.map(pairOf)).size, size);
  }
}

function ordersOf(sequences: readonly Sequence[], size: number): readonly string[] {
  return scenariosOf(sequences, size).map((group) => group.map(pairOf).join(', '));
}

function scenariosOf(sequences: readonly Sequence[], size: number): readonly (readonly Shown[])[] {
  return sequences.flatMap(({ tasks }) =>
    Array.from({ length: tasks.length / size }, (_, index) =>
      tasks.slice(index * size, (index + 1) * size),
    ),
  );
}

/** Chance alone fails this once in a thousand times. */
function assertUniform(values: readonly string[], kinds: number): void {
  const counts = [...Map.groupBy(values, (value) => value).values()].map(({ length }) => length);
  assert.equal(counts.length, kinds);
  const expected = values.length / kinds;
  const statistic = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  assert.ok(chiSquaredUpper(statistic, kinds - 1) > 0.001, counts.join(' '));
}

/** Blocks hold 8 to 16 tasks of a pair, half of them on either side. */
function assertBalancedSides(sequences: readonly Sequence[]): void {
  for (const { tasks } of sequences) {
    for (const group of Map.groupBy(tasks, pairOf).values()) {
      const ahead = group.reduce(
        (sum, { variants: [left = 0, right = 0] }) => sum + (left < right ? 1 : -1),
        0,
      );
      assert.ok(Math.abs(ahead) <= 8, `${ahead}`);
    }
  }
}
