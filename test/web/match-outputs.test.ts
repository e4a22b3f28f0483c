import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { matchOutputs } from '../../src/web/outputs/match-outputs.ts';

const scenario = (id: string, question: string, position: number) => ({
  id,
  position,
  inputs: [{ input_name: 'question', input_value: question }],
});

const SCENARIOS = [scenario('s0', 'why?', 0), scenario('s1', 'how?', 1), scenario('s2', 'why?', 2)];
const COLUMNS = { v0: 'first', v1: 'second' };

describe('matchOutputs', () => {
  test('finds scenarios by their inputs, identical ones in order', () => {
    const rows = [
      { question: 'how?', first: 'a', second: 'b' },
      { question: 'why?', first: 'c', second: 'd' },
      { question: 'why?', first: 'e', second: 7 },
    ];
    const table = { columns: ['question', 'first', 'second'], rows };
    const matched = matchOutputs(table, SCENARIOS, COLUMNS);
    assert.deepEqual(
      matched.map(({ scenario_id }) => scenario_id),
      ['s1', 's0', 's2'],
    );
    assert.deepEqual(matched[2], { scenario_id: 's2', v0: 'e', v1: '7' });
  });

  test('matches by order if the table has no inputs', () => {
    const rows = ['x', 'y', 'z'].map((text) => ({ first: text, second: text }));
    const matched = matchOutputs({ columns: ['first', 'second'], rows }, SCENARIOS, COLUMNS);
    assert.deepEqual(
      matched.map(({ scenario_id }) => scenario_id),
      ['s0', 's1', 's2'],
    );
  });

  test('names a row without a scenario, and both lengths if they differ', () => {
    const alien = { columns: ['question', 'first', 'second'], rows: [{ question: 'who?' }] };
    assert.throws(() => matchOutputs(alien, SCENARIOS, COLUMNS), /Row 1 matches no scenario/);
    const short = { columns: ['first', 'second'], rows: [{ first: 'x' }] };
    assert.throws(() => matchOutputs(short, SCENARIOS, COLUMNS), /1 row,.*3 scenarios/);
  });
});
