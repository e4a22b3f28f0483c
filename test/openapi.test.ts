import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ENDPOINTS } from '../src/contract/api.ts';
import { openApiDocument } from '../src/contract/openapi.ts';

test('the committed openapi.json is the one the contract makes', () => {
  const committed = readFileSync(join(import.meta.dirname, '../openapi.json'), 'utf8');
  const made = `${JSON.stringify(openApiDocument(ENDPOINTS), null, 2)}\n`;
  assert.ok(committed === made, 'openapi.json has drifted: run "npm run openapi"');
});
