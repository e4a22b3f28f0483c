import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startServerExample } from '../support/start-server-example.ts';

async function ask(url: string, { content = 'Peru?', key = 'stub-key' } = {}) {
  const response = await fetch(`${url}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: JSON.stringify({ model: 'small', messages: [{ role: 'user', content }] }),
  });
  return { status: response.status, body: JSON.parse(await response.text()) };
}

test('the chat stub requires its key, and answers the same messages alike', async (t) => {
  const url = await startServerExample(t, 'chat-stub', { API_KEY: 'stub-key' });
  const first = await ask(url);
  assert.equal(first.body.choices[0].message.content, 'small: Peru?');
  assert.deepEqual(await ask(url), first);
  assert.equal((await ask(url, { key: 'other' })).status, 401);
});

test('the chat stub fails as often as configured, in the same places for the same seed', async (t) => {
  const statuses = async (SEED: string) => {
    const url = await startServerExample(t, 'chat-stub', { FAILURE_RATE: '0.2', SEED });
    const codes: number[] = [];
    for (let index = 0; index < 200; index += 1) {
      codes.push((await ask(url, { content: `question ${index}` })).status);
    }
    return codes;
  };
  const [first, same, other] = await Promise.all(['1', '1', '2'].map(statuses));
  assert.deepEqual(same, first);
  assert.notDeepEqual(other, first);
  const failures = first?.filter((status) => status === 500).length ?? 0;
  assert.ok(failures > 20 && failures < 60, `${failures} of 200`);
});
