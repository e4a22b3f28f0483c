import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { abilityDifference } from '../../../test/statistics/references/ability-difference.ts';
import { bradleyTerry } from '../../../test/statistics/references/bradley-terry.ts';
import { bradleyTerryFixedPoint } from '../../../test/statistics/references/bradley-terry-fixed-point.ts';
import { firthBradleyTerry } from '../../../test/statistics/references/firth.ts';
import { plackettLuce } from '../../../test/statistics/references/plackett-luce.ts';
import { createRandom } from '../numerics/random.ts';
import { addVotes, emptyVoteTable, type PairRow, pairRows, pairRowsFrom } from './aggregate.ts';
import { davidson } from './davidson.ts';
import { positionEffect } from './position-effect.ts';

const league: readonly PairRow[] = [
  { first: 0, second: 1, firstWins: 7, secondWins: 3, ties: 2 },
  { first: 1, second: 2, firstWins: 6, secondWins: 5, ties: 1 },
  { first: 2, second: 0, firstWins: 2, secondWins: 8, ties: 0 },
  { first: 3, second: 1, firstWins: 4, secondWins: 4, ties: 4 },
  { first: 2, second: 3, firstWins: 5, secondWins: 2, ties: 3 },
];

describe('bradleyTerry', () => {
  it('gives a pair the log odds of its record', () => {
    const rows = pairRowsFrom([{ first: 0, second: 1, firstWins: 30, secondWins: 10 }], 2);
    const difference = abilityDifference(bradleyTerry(rows, { ghost: 0 }), [0, 1]);
    near(difference.estimate, Math.log(3));
    near(difference.standardError, Math.sqrt(1 / 30 + 1 / 10));
  });

  it('reaches the same optimum by Newton and by fixed point, with and without the ghost', () => {
    const rows = pairRowsFrom(league, 4);
    for (const ghost of [0.5, 0]) {
      const newton = bradleyTerry(rows, { ghost });
      const fixed = bradleyTerryFixedPoint(rows, { ghost });
      newton.abilities?.forEach((ability, i) =>
        near(ability.estimate, fixed.abilities?.[i] ?? 9, 1e-8),
      );
    }
  });

  it('equals Plackett–Luce on rankings of two', () => {
    const decisive = league.map((row) => ({ ...row, ties: 0 }));
    const rankings = decisive.flatMap(({ first, second, firstWins, secondWins }) => [
      { ranking: [[first], [second]], count: firstWins },
      { ranking: [[second], [first]], count: secondWins },
    ]);
    const pairwise = bradleyTerry(pairRowsFrom(decisive, 4));
    const listwise = plackettLuce(rankings, 4);
    pairwise.abilities?.forEach((ability, i) => {
      near(ability.estimate, listwise.abilities?.[i]?.estimate ?? 9, 1e-8);
      near(ability.standardError, listwise.abilities?.[i]?.standardError ?? 9, 1e-8);
    });
  });

  it('stays finite with Firth’s penalty when one variant never loses', () => {
    const rows = pairRowsFrom(
      [
        { first: 0, second: 1, firstWins: 6, secondWins: 0 },
        { first: 1, second: 2, firstWins: 3, secondWins: 4 },
        { first: 0, second: 2, firstWins: 5, secondWins: 0 },
      ],
      3,
    );
    assert.equal(bradleyTerry(rows, { ghost: 0 }).abilities, null);
    const fit = firthBradleyTerry(rows);
    assert.ok((fit.abilities?.[0]?.estimate ?? 0) > 1);
    assert.deepEqual(fit.warnings, []);
  });

  it('names the groups of variants that were never compared with each other', () => {
    const rows = pairRowsFrom(
      [
        { first: 0, second: 2, firstWins: 3, secondWins: 2 },
        { first: 1, second: 3, firstWins: 1, secondWins: 4 },
      ],
      4,
    );
    const fit = bradleyTerry(rows);
    assert.deepEqual(fit.connectivity.groups, [
      [0, 2],
      [1, 3],
    ]);
    assert.deepEqual(fit.warnings, ['not_connected']);
  });

  it('recovers a position effect from votes that have one', () => {
    const random = createRandom(4);
    const first: number[] = [];
    const second: number[] = [];
    const outcome: number[] = [];
    for (let v = 0; v < 20_000; v += 1) {
      const i = random.below(3);
      const j = (i + 1 + random.below(2)) % 3;
      first.push(i);
      second.push(j);
      outcome.push(random.uniform() < 1 / (1 + Math.exp(-(0.4 + (i - j) * 0.5))) ? 0 : 1);
    }
    const table = emptyVoteTable(3);
    addVotes(table, { first, second, outcome });
    const effect = positionEffect(pairRows(table));
    near(effect.estimate, 0.4, 0.06);
    assert.equal(effect.alarm, true);
  });

  it('alarms when one place always wins, though its effect cannot be estimated', () => {
    const shown = (firstWins: number, orders: readonly (readonly [number, number])[]) =>
      positionEffect(
        pairRowsFrom(
          orders.map(([first, second]) => ({ first, second, firstWins, secondWins: 0 })),
          2,
        ),
      );
    const both = [[0, 1] as const, [1, 0] as const];
    assert.deepEqual([shown(50, both).estimate, shown(50, both).alarm], [null, true]);
    assert.equal(shown(9, both).alarm, false, 'too few');
    assert.equal(shown(50, [[0, 1]]).alarm, false, 'the first may be the better one');
  });
});

describe('davidson', () => {
  it('reads a difference as the log odds among decisive votes', () => {
    const rows = pairRowsFrom(
      [{ first: 0, second: 1, firstWins: 24, secondWins: 12, ties: 50 }],
      2,
    );
    near(abilityDifference(davidson(rows, { ghost: 0 }), [0, 1]).estimate, Math.log(2));
  });

  it('counts both bad as a tie for preference', () => {
    const table = emptyVoteTable(2);
    const votes = { first: [0, 0, 0, 0], second: [1, 1, 1, 1], outcome: [0, 1, 2, 3] };
    assert.equal(addVotes(table, votes), 4);
    assert.deepEqual(Array.from(pairRows(table).ties), [2]);
  });
});

describe('plackettLuce', () => {
  it('counts one pick among four as one observation', () => {
    const picks = [0, 1, 2, 3].map((winner) => ({
      ranking: [[winner]],
      rest: [0, 1, 2, 3].filter((other) => other !== winner),
      count: 100,
    }));
    const fit = plackettLuce(picks, 4, { ghost: 0, origin: 0 });
    // Equal strengths: the variance of a log-worth difference is 2n/N for N picks among n.
    near(fit.abilities?.[1]?.standardError, Math.sqrt((2 * 4) / 400), 1e-9);
  });
});

function near(actual: number | null | undefined, expected: number, within = 1e-9): void {
  assert.ok(Math.abs((actual ?? Number.NaN) - expected) < within, `${actual} is not ${expected}`);
}
