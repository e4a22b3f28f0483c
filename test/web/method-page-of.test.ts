import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { methodPageOf } from '../../src/web/results/method-page-of.ts';
import {
  pair,
  scored,
  several,
  unequalLengths,
  withoutSides,
} from '../results/result-situations.ts';

const pages = join(import.meta.dirname, '../../docs/statistics');

describe('methodPageOf', () => {
  const evaluations = {
    'two variants': pair({ wins: 30, losses: 10, ties: 5 }, { annotators: 6 }),
    'outputs with lengths': pair({ wins: 30, losses: 10 }, { lengths: unequalLengths(40) }),
    'an extended evaluation': pair(
      { wins: 30, losses: 10 },
      { settings: { plan: { cases: 20, judgementsPerTask: 1 } } },
    ),
    'no judgements': pair({}, { cases: 5 }),
    'no sides': withoutSides(),
    'several variants': several(3, 20, () => 6, { annotators: 6 }),
    scores: scored([3, 3.4], 20, { annotators: 6 }),
    'scores of several variants': scored([3, 3.4, 3.6], 20),
    'scores of one variant': scored([3], 20),
  };
  for (const [name, { computation }] of Object.entries(evaluations)) {
    test(`finds a page for every method of ${name}`, () => {
      for (const method of computation.methods) {
        const page = methodPageOf(method);
        assert.ok(page !== undefined && existsSync(join(pages, `${page}.md`)), method);
      }
    });
  }
});
