import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { ResultStatistics } from '../../src/contract/results/results.ts';
import { resultSentences } from '../../src/domain/results/sentences/result-sentences.ts';

const VARIANTS = ['baseline', 'concise', 'large-model', 'polite', 'terse', 'old', 'new'];

const NAMES = {
  variant: (id: string) => VARIANTS[Number(id.slice(-12))] ?? id,
  annotator: (id: string) => `Annotator ${Number(id.replace('annotator-', '')) + 1}`,
};

/** All sentences as a page shows them, one per line; cautions start with "!". */
function textOf(statistics: ResultStatistics): string {
  const { headline, evidence, scope, next, cautions } = resultSentences(statistics, NAMES);
  const lines = [headline, ...evidence, ...scope, ...(next === null ? [] : [next])];
  return [...lines, ...cautions.map((line) => `! ${line}`)].join('\n').replaceAll('\u00a0', ' ');
}

/** Words that claim more than an interval can. */
const NEVER = /more than chance|\breal\b|as good as each other|significant|\bproves?\b/i;

/** A test that results have exactly these sentences. */
export function testSentences(
  title: string,
  statistics: () => ResultStatistics,
  lines: readonly string[],
): void {
  it(title, () => {
    const text = textOf(statistics());
    assert.doesNotMatch(text, NEVER);
    assert.doesNotMatch(text, /NaN|undefined|null|Infinity|\d\.\d{4}/);
    assert.equal(text, lines.join('\n'));
  });
}
