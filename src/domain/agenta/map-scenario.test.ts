import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { mapScenario, type ScenarioPlace } from './map-scenario.ts';
import { RowReader } from './row-reader.ts';

const ID = '00000000-0000-4000-8000-000000000001';
const FIRST = '00000000-0000-4000-8000-00000000000a';
const SECOND = '00000000-0000-4000-8000-00000000000b';

const PAIR: ScenarioPlace = {
  type: 'human_a_b_testing',
  variantIds: [FIRST, SECOND],
  createdAt: 7,
};
const SINGLE: ScenarioPlace = { ...PAIR, type: 'single_model_test', variantIds: [FIRST] };

function map(row: Readonly<Record<string, string | null>>, place: ScenarioPlace) {
  const reader = new RowReader('human_evaluations_scenarios', { id: ID, ...row });
  const scenario = mapScenario(reader, place);
  assert.ok(scenario !== undefined);
  return { scenario, reasons: reader.notes.map(({ reason }) => reason) };
}

describe('mapScenario', () => {
  test('reads votes for a variant, ties and "both bad"', () => {
    const cases: readonly (readonly [vote: string | null, outcome: unknown, winner: unknown])[] = [
      [FIRST, 'slot', 0],
      [SECOND.toUpperCase(), 'slot', 1],
      ['1', 'tie', null],
      ['0', 'both_bad', null],
    ];
    for (const [vote, outcome, winner] of cases) {
      const { scenario, reasons } = map({ vote }, PAIR);
      assert.deepEqual(scenario.verdict, { outcome, winner, score: null });
      assert.deepEqual(reasons, []);
    }
  });

  test('makes no judgement of an empty vote, and notes an unknown one', () => {
    for (const vote of [null, '', ' ']) {
      assert.deepEqual(map({ vote }, PAIR).scenario.verdict, undefined);
      assert.deepEqual(map({ vote }, PAIR).reasons, []);
    }
    for (const vote of ['2', 'good', ID]) {
      assert.deepEqual(map({ vote }, PAIR).scenario.verdict, undefined);
      assert.deepEqual(map({ vote }, PAIR).reasons, ['unknown_value']);
    }
  });

  test('reads a score from 0 to 100 where there is one output', () => {
    assert.equal(map({ score: ' 7.50 ' }, SINGLE).scenario.verdict?.score, 7.5);
    for (const score of ['101', '-1', 'good', 'NaN']) {
      assert.deepEqual(map({ score }, SINGLE).reasons, ['unknown_value'], score);
    }
    const several = { ...SINGLE, variantIds: [FIRST, SECOND] };
    assert.deepEqual(map({ score: '5' }, several).reasons, ['unknown_value']);
  });

  test('keeps the valid part of broken inputs and outputs', () => {
    const inputs = '[{"input_name":"a","input_value":{"b":1}},{"input_value":"x"},3]';
    const outputs = `[{"variant_id":"${SECOND}","variant_output":"\\u0000"},{"variant_id":null}]`;
    const { scenario, reasons } = map({ inputs, outputs }, PAIR);
    assert.deepEqual(scenario.inputs, [{ input_name: 'a', input_value: '{"b":1}' }]);
    assert.deepEqual(scenario.outputs, [{ variant: 1, output: '\ufffd' }]);
    assert.deepEqual(new Set(reasons), new Set(['broken_value', 'orphan']));
  });
});
