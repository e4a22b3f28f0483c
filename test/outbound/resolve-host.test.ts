import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resolveHost } from '../../src/outbound/resolve-host.ts';

test('resolveHost shares one look-up among concurrent calls, and looks up again later', async () => {
  const first = resolveHost('localhost');
  assert.equal(resolveHost('localhost'), first);
  assert.ok((await first).some((address) => address === '127.0.0.1' || address === '::1'));
  assert.notEqual(resolveHost('localhost'), first);
});
