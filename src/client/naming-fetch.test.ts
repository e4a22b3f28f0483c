import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { firstIdIn, namingFetch } from './naming-fetch.ts';

const [APP, OTHER, WORKSPACE] = [1, 2, 3].map((n) => `01900000-0000-7000-8000-00000000000${n}`);

describe('namingFetch', () => {
  /** A server with only one workspace, which records the workspace that each request names. */
  const serve = (subjectOf: (path: string) => string | undefined) => {
    const named: (string | null)[] = [];
    const send = namingFetch(subjectOf, async (_address, init) => {
      named.push(new Headers(init?.headers).get('jurybox-workspace'));
      return new Response('', { headers: { 'jurybox-workspace': `${WORKSPACE}` } });
    });
    return { named, send };
  };

  test('names the workspace only for subjects that were requested before', async () => {
    const { named, send } = serve(firstIdIn);
    await send(`/api/apps/${APP}`);
    await send(`/api/apps/${APP}/variants`, { headers: { 'if-match': '"1"' } });
    await send(`/api/apps/${OTHER}`);
    await send(`/api/apps?after=${APP}`);
    await send(`/api/organizations/${APP}`);
    assert.deepEqual(named, [null, WORKSPACE, null, null, null]);
  });

  test('names one workspace for all requests about one subject', async () => {
    const { named, send } = serve(() => 'the evaluation');
    await send(`/api/human-evaluations/${APP}/brief`);
    await send(`/api/assignments/${OTHER}/judgement`);
    assert.deepEqual(named, [null, WORKSPACE]);
  });
});
