import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { clusteredContrast } from '../../../src/statistics/intervals/clustered-covariance.ts';
import { createRandom } from '../../../src/statistics/numerics/random.ts';
import {
  addVotes,
  emptyVoteTable,
  pairRows,
  pairRowsFrom,
} from '../../../src/statistics/pairwise/aggregate.ts';
import { davidson } from '../../../src/statistics/pairwise/davidson.ts';
import { bradleyTerry } from '../references/bradley-terry.ts';
import { clusterCells } from '../references/cluster-cells.ts';
import { clusterInfluence } from '../references/cluster-influence.ts';
import { allPairs, simultaneousIntervals } from '../references/multiplier-bootstrap.ts';
import { raoKupper } from '../references/rao-kupper.ts';
import {
  CASES,
  check,
  containsEstimate,
  nested,
  sameNumbers,
  shuffled,
  swapped,
  VARIANTS,
  type Vote,
  votesArbitrary,
} from './votes.ts';

const models = { bradleyTerry, davidson, raoKupper };

describe('pairwise models', () => {
  for (const [name, model] of Object.entries(models)) {
    it(`${name} does not depend on the order of votes`, () => {
      check(
        fc.property(votesArbitrary, fc.nat(), (votes, key) => {
          sameNumbers(abilities(model, votes), abilities(model, shuffled(votes, key)));
        }),
      );
    });

    it(`${name} gives relabelled variants the same abilities and errors`, () => {
      check(
        fc.property(votesArbitrary, (votes) => {
          const renamed = votes.map((v) => ({
            ...v,
            first: VARIANTS - 1 - v.first,
            second: VARIANTS - 1 - v.second,
          }));
          sameNumbers(abilities(model, votes), [...abilities(model, renamed)].reverse());
          sameNumbers(errors(model, votes), [...errors(model, renamed)].reverse());
        }),
      );
    });

    it(`${name} is unchanged when every pair is shown the other way round`, () => {
      check(
        fc.property(votesArbitrary, (votes) => {
          sameNumbers(abilities(model, votes), abilities(model, votes.map(swapped)));
        }),
      );
    });

    it(`${name} turns the position effect around when sides are swapped`, () => {
      check(
        fc.property(votesArbitrary, (votes) => {
          const there = model(rowsOf(votes), { position: 'fit' }).position?.estimate ?? 0;
          const back =
            model(rowsOf(votes.map(swapped)), { position: 'fit' }).position?.estimate ?? 0;
          assert.ok(Math.abs(there + back) < 1e-7, `${there} and ${back}`);
        }),
      );
    });

    it(`${name} treats a row of count two as two rows`, () => {
      check(
        fc.property(votesArbitrary, (votes) => {
          const whole = rowsOf(votes);
          const list = Array.from(whole.first, (first, r) => ({
            first,
            second: whole.second[r] ?? 0,
            firstWins: (whole.firstWins[r] ?? 0) / 2,
            secondWins: (whole.secondWins[r] ?? 0) / 2,
            ties: (whole.ties[r] ?? 0) / 2,
          }));
          const split = pairRowsFrom([...list, ...list], VARIANTS);
          const fit = model(whole);
          sameNumbers(
            fit.abilities?.map((a) => a.estimate) ?? [],
            model(split).abilities?.map((a) => a.estimate) ?? [],
          );
        }),
      );
    });
  }

  it('clustered contrasts contain their estimate, widen with confidence and ignore row order', () => {
    check(
      fc.property(votesArbitrary, fc.nat(), (votes, key) => {
        const narrow = contrast(votes, 0.8);
        const wide = contrast(votes, 0.95);
        containsEstimate(narrow);
        nested(narrow.interval, wide.interval);
        const other = contrast(shuffled(votes, key), 0.95);
        sameNumbers(
          [wide.standardError ?? 0, wide.df ?? 0],
          [other.standardError ?? 0, other.df ?? 0],
        );
      }),
    );
  });

  it('simultaneous intervals are bit-equal for equal seeds and the same for permuted votes', () => {
    check(
      fc.property(votesArbitrary, fc.nat(), (votes, key) => {
        const once = joint(votes, 5);
        assert.deepEqual(once, joint(votes, 5));
        const again = joint(shuffled(votes, key), 5);
        sameNumbers([once.critical ?? 0], [again.critical ?? 0]);
        for (const { estimate, interval } of once.contrasts)
          containsEstimate({ estimate, interval });
      }),
      25,
    );
  });

  it('two copies of a study as new cases shrink the cluster-robust error by √2', () => {
    check(
      fc.property(votesArbitrary, (votes) => {
        const again = votes.map((v) => ({ ...v, case: v.case + CASES }));
        const one = plainError(votes, CASES);
        const two = plainError([...votes, ...again], 2 * CASES);
        assert.ok(Math.abs(two / one - Math.SQRT1_2) < 1e-9, `${one} and ${two}`);
      }),
    );
  });
});

function rowsOf(votes: readonly Vote[]) {
  const table = emptyVoteTable(VARIANTS);
  addVotes(table, columns(votes));
  return pairRows(table);
}

function columns(votes: readonly Vote[]) {
  return {
    first: votes.map((v) => v.first),
    second: votes.map((v) => v.second),
    outcome: votes.map((v) => v.outcome),
  };
}

function abilities(model: typeof davidson, votes: readonly Vote[]): readonly number[] {
  return model(rowsOf(votes)).abilities?.map((a) => a.estimate) ?? [];
}

function errors(model: typeof davidson, votes: readonly Vote[]): readonly number[] {
  return model(rowsOf(votes)).abilities?.map((a) => a.standardError) ?? [];
}

function contrast(votes: readonly Vote[], confidence: number) {
  const { solution } = bradleyTerry(rowsOf(votes));
  assert.ok(solution);
  const cases = casesOf(votes, CASES);
  return clusteredContrast(solution, [1, -1, 0, 0], { clusters: { cases }, confidence });
}

function casesOf(votes: readonly Vote[], clusters: number) {
  return clusterCells(
    columns(votes),
    votes.map((v) => v.case),
    { variants: VARIANTS, clusters },
  );
}

function joint(votes: readonly Vote[], drawSeed: number) {
  const { solution } = davidson(rowsOf(votes));
  assert.ok(solution);
  const influence = clusterInfluence(solution, casesOf(votes, CASES));
  return simultaneousIntervals(
    { estimates: solution.parameters.subarray(0, VARIANTS), influence, pairs: allPairs(VARIANTS) },
    { random: createRandom(drawSeed), draws: 200 },
  );
}

/** The ghost grows with the votes, so that two copies have exactly the abilities of one. */
function plainError(votes: readonly Vote[], clusters: number): number {
  const { solution } = bradleyTerry(rowsOf(votes), { ghost: 0.01 * votes.length });
  assert.ok(solution);
  let sum = 0;
  for (const psi of clusterInfluence(solution, casesOf(votes, clusters))) {
    sum += ((psi[0] ?? 0) - (psi[1] ?? 0)) ** 2;
  }
  return Math.sqrt(sum);
}
