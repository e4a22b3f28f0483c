import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { OWNER_KEY } from '../support/reachable.ts';
import { startTestServer, type TestServer } from '../support/running-server.ts';

const FRIEND = 'https://app.example';

describe('a page of another origin', () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer({ engine: 'sqlite', environment: { CORS_ORIGINS: FRIEND } });
  });
  after(() => server.stop());

  const ask = (origin: string, init: RequestInit = {}) =>
    fetch(`${server.url}/api/profile`, {
      ...init,
      headers: { origin, authorization: OWNER_KEY },
    });

  test('may read answers when its origin is listed, but never with cookies', async () => {
    const { headers, status } = await ask(FRIEND);
    assert.equal(status, 200);
    assert.equal(headers.get('access-control-allow-origin'), FRIEND);
    assert.equal(headers.get('access-control-allow-credentials'), null);
    assert.equal(headers.get('vary'), 'Authorization, Cookie, Origin');
    assert.match(headers.get('access-control-expose-headers') ?? '', /ETag/);
  });

  test('gets answers that caches keep apart by encoding and origin', async () => {
    const headers = { origin: FRIEND };
    const answer = await fetch(`${server.url}/openapi.json`, { headers });
    await answer.arrayBuffer();
    assert.equal(answer.headers.get('vary'), 'Accept-Encoding, Origin');
  });

  test('learns from a preflight request what it may send', async () => {
    const { headers, status } = await ask(FRIEND, { method: 'OPTIONS' });
    assert.equal(status, 204);
    assert.equal(headers.get('access-control-allow-methods'), headers.get('allow'));
    assert.match(headers.get('access-control-allow-headers') ?? '', /Authorization/);
  });

  test('gets no permission when its origin is not listed', async () => {
    for (const origin of ['https://evil.example', `${FRIEND}.evil.example`, 'null']) {
      for (const method of ['GET', 'OPTIONS']) {
        const { headers } = await ask(origin, { method });
        assert.equal(headers.get('access-control-allow-origin'), null, origin);
        assert.equal(headers.get('access-control-allow-methods'), null, origin);
      }
    }
  });
});
