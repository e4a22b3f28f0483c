import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../contract/fields.ts';
import { composeAppCall } from './compose-app-call.ts';

function bodyOf(parameters: JsonObject, inputs: readonly (readonly [string, string])[]) {
  const composed = composeAppCall(
    parameters,
    inputs.map(([input_name, input_value]) => ({ input_name, input_value })),
  );
  assert.ok('body' in composed);
  return composed.body;
}

test('the body has the parameters, the inputs beside them, and the inputs under `inputs`', () => {
  assert.deepEqual(JSON.parse(bodyOf({ temperature: 0, style: { tone: 'dry' } }, [['q', '1']])), {
    temperature: 0,
    style: { tone: 'dry' },
    q: '1',
    inputs: { q: '1' },
  });
});

test('an input wins over a parameter of its name, and `inputs` over both', () => {
  const body = bodyOf({ q: 'parameter', inputs: 'parameter' }, [
    ['q', 'input'],
    ['inputs', 'column'],
  ]);
  assert.deepEqual(JSON.parse(body), { q: 'input', inputs: { q: 'input', inputs: 'column' } });
});

test('columns may have any name', () => {
  const body = bodyOf({}, [
    ['__proto__', 'a'],
    ['constructor', 'b'],
  ]);
  const inputs = '{"__proto__":"a","constructor":"b"}';
  assert.equal(body, `${inputs.slice(0, -1)},"inputs":${inputs}}`);
});
