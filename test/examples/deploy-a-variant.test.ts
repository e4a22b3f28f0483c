import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runExample } from '../support/run-example.ts';

test('the example of the README deploys a variant', async () => {
  assert.equal(await runExample('deploy-a-variant.ts'), 'production runs concise, revision 1');
});
