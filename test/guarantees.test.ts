import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '..');
const COUNT = 35;

const rows = readFileSync(join(ROOT, 'docs/guarantees.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| G'));

test('every guarantee is listed once, in order', () => {
  const numbers = rows.map((row) => row.split('|')[1]?.trim());
  assert.deepEqual(
    numbers,
    Array.from({ length: COUNT }, (_, index) => `G${index + 1}`),
  );
});

test('every guarantee names a test that exists, or says that it is missing', () => {
  for (const row of rows) {
    const proof = row.split('|')[3] ?? '';
    const files = [...proof.matchAll(/`((?:test|src)\/[^`]+)`/g)].map(([, path = '']) => path);
    assert.ok(files.length > 0 || proof.includes('**missing**'), row);
    for (const file of files) assert.ok(existsSync(join(ROOT, file)), file);
  }
});
