import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type MarkNumbers, markSentence } from './mark-sentences.ts';

const MARK = {
  about: null,
  criterion: null,
  count: 40,
  of: 40,
  value: null,
  compared_with: null,
  p_value: 0,
} as const;

const SENTENCES: readonly (readonly [Partial<MarkNumbers> & Pick<MarkNumbers, 'kind'>, string])[] =
  [
    [
      { kind: 'one_sided', about: 'left', count: 37, of: 37 },
      'Chose the left output in 37 of 37 decided comparisons.',
    ],
    [
      { kind: 'one_sided', about: 'right', count: 27, of: 30 },
      'Chose the right output in 27 of 30 decided comparisons.',
    ],
    [
      { kind: 'one_sided', about: 'left', count: 1190, of: 1200 },
      'Chose the left output in 1,190 of 1,200 decided comparisons.',
    ],
    [
      { kind: 'too_fast', value: 0.764, compared_with: 3.22 },
      'Judged in 0.76 s (median); even at 15 words a second the texts take 3.22 s to read.',
    ],
    [
      { kind: 'too_fast', value: 4.04, compared_with: 130.4 },
      'Judged in 4.04 s (median); even at 15 words a second the texts take 130 s to read.',
    ],
    [
      { kind: 'same_score', about: 'score', criterion: 'tone', value: 4, of: 25 },
      'Gave the score 4 on tone to all 25 outputs.',
    ],
    [{ kind: 'same_score', about: 'tie', of: 25 }, 'Called it a tie in all 25 comparisons.'],
    [{ kind: 'same_score', about: 'both_bad', of: 25 }, 'Called both bad in all 25 comparisons.'],
    [
      { kind: 'low_agreement', value: 0.41, compared_with: 0.783, of: 60 },
      'Agrees with the others in 41 % of 60 shared judgements; the others agree with each other in 78 %.',
    ],
    [
      { kind: 'low_agreement', value: 0.496, compared_with: 0.9971, of: 1200 },
      'Agrees with the others in 49.6 % of 1,200 shared judgements; the others agree with each other in 99.7 %.',
    ],
    [
      { kind: 'low_agreement', about: 'score', criterion: 'tone', value: 1.72, compared_with: 1.1 },
      'Scores on tone differ from those of the others by 1.72; theirs differ by 1.1 (40 shared outputs).',
    ],
    [
      { kind: 'drift', about: 'score', criterion: 'tone', value: 4.21, compared_with: 3.4 },
      'Scored 3.4 on tone on average in the first half of their tasks and 4.21 in the second.',
    ],
    [
      { kind: 'drift', about: 'score', criterion: 'score', value: 49.68, compared_with: 28.04 },
      'Scored 28 on average in the first half of their tasks and 49.7 in the second.',
    ],
    [
      { kind: 'drift', about: 'left', value: 0.85, compared_with: 0.4 },
      'Chose the left output in 40 % of the first half of their comparisons and in 85 % of the second.',
    ],
    [
      { kind: 'drift', about: 'tie', value: 0.05, compared_with: 0.5 },
      'Saw no winner in 50 % of the first half of their comparisons and in 5 % of the second.',
    ],
  ];

describe('markSentence', () => {
  for (const [mark, sentence] of SENTENCES) {
    it(sentence, () => {
      const actual = markSentence({ ...MARK, ...mark }).replaceAll('\u00a0', ' ');
      assert.equal(actual, sentence);
    });
  }
});
