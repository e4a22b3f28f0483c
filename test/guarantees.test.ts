import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { filesOf, guaranteesOf } from '../scripts/lanes.ts';

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

test('every guarantee belongs to one lane, which runs all tests that it names', () => {
  const lanes = ['faults', 'security'] as const;
  const numbers = lanes.flatMap((lane) => guaranteesOf(lane).map(({ number }) => number));
  assert.deepEqual(
    numbers,
    Array.from({ length: COUNT }, (_, index) => index + 1),
  );
  for (const lane of lanes) {
    const files = new Set(filesOf(lane));
    for (const guarantee of guaranteesOf(lane)) {
      for (const file of guarantee.files) assert.ok(files.has(file), file);
    }
  }
});

test('a recorded run of a lane has a line for each guarantee, and none that failed', () => {
  for (const lane of ['faults', 'security'] as const) {
    const path = join(ROOT, `docs/runs/${lane}.md`);
    if (!existsSync(path)) continue;
    const record = readFileSync(path, 'utf8');
    assert.doesNotMatch(record, /FAILED/);
    for (const { number } of guaranteesOf(lane)) {
      assert.match(record, new RegExp(`^G${number} `, 'm'), `${lane}: G${number}`);
    }
  }
});
