import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { summarizeResults } from '../../src/domain/results/summarize-results.ts';
import { verdictSentence } from '../../src/web/results/verdict-sentence.ts';
import { studyOf } from '../support/studies.ts';

const NAMES = { variant: (id: string | null) => id ?? '', annotator: (id: string) => id };

/** One annotator prefers the second variant in every case there is. */
function sentenceAfter(cases: number): string {
  const votes = Array.from({ length: cases }, (_, position) => ({
    case: position,
    annotator: 0,
    left: 0,
    right: 1,
    outcome: 1,
  }));
  return verdictSentence(summarizeResults(studyOf({ votes, cases })).verdict, NAMES);
}

describe('verdictSentence', () => {
  test('says that one may stop when it is settled', () => {
    assert.match(sentenceAfter(40), /You can stop now\.$/);
  });

  test('does not say so when all planned judgements are in and settle nothing', () => {
    const sentence = sentenceAfter(6);
    assert.match(sentence, /^Not settled yet\./);
    assert.match(sentence, /All planned judgements are in\./);
    assert.doesNotMatch(sentence, /You can stop now/);
  });
});
