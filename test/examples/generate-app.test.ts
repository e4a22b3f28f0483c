import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startServerExample } from '../support/start-server-example.ts';

test('the example app answers from its parameters and inputs', async (t) => {
  const url = await startServerExample(t, 'generate-app');
  const ask = async (path: string, body: string) => {
    const response = await fetch(`${url}${path}`, { method: 'POST', body });
    return { status: response.status, body: JSON.parse(await response.text()) };
  };
  const question = { style: 'loud', inputs: { country: 'Peru', river: 'Rímac' } };
  const answer = await ask('/generate', JSON.stringify(question));
  assert.equal(answer.body.message, 'COUNTRY IS PERU, RIVER IS RÍMAC.');
  assert.equal((await ask('/generate', '{')).status, 422);
  assert.equal((await ask('/other', '{}')).status, 404);
});
