import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { resultSentences } from '../../src/domain/results/sentences/result-sentences.ts';
import { summarizeResults } from '../../src/domain/results/summarize-results.ts';
import { anyStudy, check } from './arbitrary-studies.ts';

const NAMES = { variant: () => 'this one', annotator: () => 'Annotator 1' };

describe('resultSentences', () => {
  it('makes whole sentences of any study, without codes, gaps or long numbers', () => {
    check(
      fc.property(anyStudy, (study) => {
        const { headline, evidence, scope, next, cautions } = resultSentences(
          summarizeResults(study),
          NAMES,
        );
        for (const sentence of [headline, ...evidence, ...scope, next ?? 'None.', ...cautions]) {
          assert.match(sentence, /^[\p{Lu}\d]|^this one/u, sentence);
          assert.match(sentence, /\.$/, sentence);
          assert.doesNotMatch(
            sentence,
            /_|NaN|undefined|null|Infinity|\(\)| {2}|\d\.\d{3}/,
            sentence,
          );
        }
        assert.equal(new Set(cautions).size, cautions.length);
      }),
      200,
    );
  });
});
