import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { chiSquaredUpper } from '../../src/statistics/numerics/distributions.ts';
import { repeatableSources } from '../security/annotator-crawl.ts';
import {
  type HandedDesign,
  handedSequences,
  type Sequence,
} from '../statistics/calibration/handed-sequences.ts';
import {
  DRIFTS,
  falseClaimsOfPairedT,
  falseClaimsOfResults,
  largestBias,
  type OrderQuestion,
  orderCorrelation,
} from '../statistics/calibration/order.ts';
import { atMost } from '../statistics/calibration/simulation.ts';
import type { Shown } from '../support/crowd.ts';
import { startTestServer } from '../support/running-server.ts';

const IS_LONG = process.env['TEST_LONG'] === '1';

const TWO_PAIRS: HandedDesign = {
  variantCount: 4,
  settings: { pairs_per_scenario: 2 },
  evaluations: 20,
  annotatorCount: 10,
  scenarios: 60,
  seed: 4,
};

/** 200 annotators of each kind of evaluation; fewer, who judge more each, in the short form. */
const DESIGNS: Readonly<Record<string, HandedDesign>> = {
  scores: {
    type: 'single_model_test',
    variantCount: 2,
    scenarios: 60,
    annotatorCount: 2,
    evaluations: IS_LONG ? 100 : 5,
    seed: 1,
  },
  pairs: {
    variantCount: 3,
    ...(IS_LONG
      ? { evaluations: 20, annotatorCount: 10, scenarios: 40 }
      : { evaluations: 8, annotatorCount: 2, scenarios: 24 }),
    seed: 2,
  },
  onePair: {
    variantCount: 3,
    settings: { pairs_per_scenario: 1 },
    ...(IS_LONG
      ? { evaluations: 20, annotatorCount: 10, scenarios: 120 }
      : { evaluations: 10, annotatorCount: 3, scenarios: 96 }),
    seed: 3,
  },
  ...(IS_LONG ? { twoPairs: TWO_PAIRS } : {}),
};

/** Ids and secrets are the same in every run, and so are the orders. */
describe('the order in which takeAssignments hands out tasks', () => {
  const sequencesOf = new Map<HandedDesign, readonly Sequence[]>();
  before(async () => {
    const sources = repeatableSources(1.8e12);
    const environment = { DURABILITY: 'relaxed' };
    const server = await startTestServer({ engine: 'sqlite', sources, environment });
    for (const design of Object.values(DESIGNS)) {
      sequencesOf.set(design, await handedSequences(server, design));
    }
    await server.stop();
  });
  const handed = (design: HandedDesign | undefined): readonly Sequence[] => {
    const sequences = design && sequencesOf.get(design);
    assert.ok(sequences);
    return sequences;
  };

  describe('of scored outputs', () => {
    test('time and variant are unrelated', (t) => {
      const sequences = handed(DESIGNS['scores']);
      const question = { valueOf: variantOf, clusterOf: byAnnotator };
      t.diagnostic(assertUnrelated(sequences, question));
    });

    test('an annotator gets all outputs of a scenario, in a random order', () => {
      const sequences = handed(DESIGNS['scores']);
      assertWholeScenarios(sequences, 2);
      assertUniform(ordersOf(sequences, 2), 2);
    });

    for (const [name, drift] of Object.entries(DRIFTS)) {
      test(`${name} scores make no difference between two identical variants`, (t) => {
        const sequences = handed(DESIGNS['scores']);
        const repeats = IS_LONG ? 40_000 : 4_000;
        const plain = falseClaimsOfPairedT({ sequences, drift, repeats, seed: 5 });
        const some = { sequences, drift, repeats: IS_LONG ? 4_000 : 40, seed: 6 };
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
        // Of 0.8 steps of drift; differences of means vary by 0.15 for other reasons.
        assert.ok(largestBias({ sequences, drift }) < 0.02);
      });
    }
  });

  test('the check would notice all outputs of one variant before those of the other', () => {
    const sequences = handed(DESIGNS['scores']).map((sequence) => ({
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
      const sequences = handed(DESIGNS['pairs']);
      for (const valueOf of whichPair(3)) {
        t.diagnostic(assertUnrelated(sequences, { valueOf, clusterOf: byAnnotator }));
      }
    });

    test('an annotator gets all pairs of a scenario, in a random order and on balanced sides', () => {
      const sequences = handed(DESIGNS['pairs']);
      assertWholeScenarios(sequences, 3);
      assertUniform(ordersOf(sequences, 3), 6);
      assertBalancedSides(sequences);
    });
  });

  describe('of one of three pairs per scenario', () => {
    test('time and pair are unrelated', (t) => {
      const sequences = handed(DESIGNS['onePair']);
      // Annotators of an evaluation share the order of its scenarios.
      for (const valueOf of whichPair(3)) {
        t.diagnostic(assertUnrelated(sequences, { valueOf, clusterOf: byEvaluation }));
      }
    });

    test('sides are balanced', () => assertBalancedSides(handed(DESIGNS['onePair'])));
  });

  test('of two of six pairs per scenario: time and pair are unrelated', {
    skip: IS_LONG ? false : 'TEST_LONG=1 runs it',
  }, (t) => {
    const sequences = handed(TWO_PAIRS);
    assertWholeScenarios(sequences, 2);
    for (const valueOf of whichPair(4)) {
      t.diagnostic(assertUnrelated(sequences, { valueOf, clusterOf: byEvaluation }));
    }
  });
});

const byAnnotator = ({ evaluation, annotator }: Sequence) => `${evaluation} ${annotator}`;
const byEvaluation = ({ evaluation }: Sequence) => `${evaluation}`;
const variantOf = ({ variants }: Shown) => variants[0] ?? 0;
const ascending = (left: number, right: number) => left - right;
const pairOf = ({ variants }: Shown) => variants.toSorted(ascending).join(' ');

/** Whether a variant is shown, for each of them. */
function whichPair(variantCount: number): readonly ((task: Shown) => number)[] {
  return Array.from(
    { length: variantCount },
    (_, variant) =>
      ({ variants }: Shown) =>
        variants.includes(variant) ? 1 : 0,
  );
}

function assertUnrelated(sequences: readonly Sequence[], question: OrderQuestion): string {
  const { estimate, standardError } = orderCorrelation(sequences, question);
  const said = `${sequences.length} annotators: r ${estimate.toFixed(4)} ± ${standardError.toFixed(4)}`;
  assert.ok(standardError <= 0.01, said);
  assert.ok(Math.abs(estimate) <= 3 * standardError, said);
  return said;
}

/** Tasks of a scenario follow each other, and all of them are there. */
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
