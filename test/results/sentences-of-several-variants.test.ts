import { describe } from 'node:test';
import {
  inAChain,
  scored,
  several,
  withBadOutputs,
  withoutConnection,
  withVerdict,
} from './result-situations.ts';
import { testSentences } from './test-sentences.ts';

describe('resultSentences: several variants', () => {
  testSentences('one better than a variant that is better than the third', () => inAChain(), [
    'large-model is better than concise; against baseline it is not yet clear.',
    'The win rate of large-model is 33 points higher than that of baseline, the closest.',
    'Based on all 69 planned scenarios, 3 annotators and 69 judgements.',
    'All planned judgements are in. It would take at least 2,600 more judgements, perhaps far more: the difference may be too small to find.',
    '! Only 3 annotators judged: others may prefer something else.',
  ]);

  testSentences(
    'an interval that just excludes no difference does not seem to touch it',
    () =>
      withVerdict(
        several(3, 60, (later) => (later === 2 ? 9 : 5)),
        { interval: { low: 0.0003, high: 0.77, level: 0.95, kind: 'planned' } },
      ),
    [
      'large-model is better than baseline and concise.',
      'The win rate of large-model is 60 points higher than that of baseline, the closest (95 % interval 0.1 to 77 points).',
      'Based on all 60 planned scenarios, 3 annotators and 180 judgements.',
      'Holds for scenarios like these, judged by these 3 annotators.',
      'Not known for other annotators: at least 5 must judge, and 3 have so far.',
      'You can stop now.',
    ],
  );

  testSentences(
    'one is better than all others',
    () => several(3, 60, (later) => (later === 2 ? 9 : 5)),
    [
      'large-model is better than baseline and concise.',
      'The win rate of large-model is 60 points higher than that of baseline, the closest (95 % interval 43 to 77 points).',
      'Based on all 60 planned scenarios, 3 annotators and 180 judgements.',
      'Holds for scenarios like these, judged by these 3 annotators.',
      'Not known for other annotators: at least 5 must judge, and 3 have so far.',
      'You can stop now.',
    ],
  );

  testSentences('two may be best', () => several(3, 60, (_, earlier) => (earlier === 0 ? 9 : 5)), [
    'concise is best or tied with large-model; baseline is worse than both.',
    'concise and large-model, the closest, have the same win rate so far (95 % interval −19 to 19 points).',
    'Based on all 60 planned scenarios, 3 annotators and 180 judgements.',
    'The interval holds for scenarios like these, judged by these 3 annotators.',
    'Not known for other annotators: at least 5 must judge, and 3 have so far.',
    'All planned judgements are in. 2,400 to 140,000 more judgements would probably settle it. Extend the evaluation to get more.',
  ]);

  testSentences(
    'one is worse than only one of those that may be best',
    () => several(3, 40, (later, earlier) => (earlier > 0 ? 5 : later === 2 ? 8 : 6)),
    [
      'large-model is best or tied with concise; baseline is worse than large-model.',
      'The win rate of large-model is 10 points higher than that of concise, the closest (95 % interval −23 to 43 points).',
      'Based on all 40 planned scenarios, 3 annotators and 120 judgements.',
      'The interval holds for scenarios like these, judged by these 3 annotators.',
      'Not known for other annotators: at least 5 must judge, and 3 have so far.',
      'All planned judgements are in. 1,200 to 55,000 more judgements would probably settle it. Extend the evaluation to get more.',
    ],
  );

  testSentences('nothing is known', () => several(4, 30, () => 5), [
    'Nothing separates the 4 variants yet.',
    'baseline and large-model, the closest, have the same win rate so far (95 % interval −32 to 32 points).',
    'Based on all 30 planned scenarios, 3 annotators and 180 judgements.',
    'The interval holds for scenarios like these, judged by these 3 annotators.',
    'Not known for other annotators: at least 5 must judge, and 3 have so far.',
    'All planned judgements are in. 6,800 to 140,000 more judgements would probably settle it. Extend the evaluation to get more.',
  ]);

  testSentences('one of many is best', () => several(7, 60, (later) => (later === 6 ? 9 : 5)), [
    'new is better than all 6 others.',
    'The win rate of new is 47 points higher than that of terse, the closest (95 % interval 29 to 64 points).',
    'Based on all 60 planned scenarios, 3 annotators and 1,260 judgements.',
    'Holds for scenarios like these, judged by these 3 annotators.',
    'Not known for other annotators: at least 5 must judge, and 3 have so far.',
    'You can stop now.',
  ]);

  testSentences('all differences are too small to matter', () => several(3, 400, () => 5), [
    'baseline differs from concise and large-model by less than 10 points, the difference that matters here.',
    'baseline and concise, the closest, have the same win rate (95 % interval −8.4 to 8.4 points).',
    'Based on all 400 planned scenarios, 3 annotators and 1,200 judgements.',
    'Holds for scenarios like these, judged by these 3 annotators.',
    'Not known for other annotators: at least 5 must judge, and 3 have so far.',
    'You can stop now.',
  ]);

  testSentences(
    'before the planned end',
    () => several(3, 40, (later) => (later === 2 ? 9 : 5), { cases: 80 }),
    [
      'large-model is better than baseline and concise.',
      'The win rate of large-model is 60 points higher than that of baseline, the closest (95 % interval 28 to 92 points).',
      'Based on 40 of 80 planned scenarios, 3 annotators and 120 judgements.',
      'Holds for scenarios like these, judged by these 3 annotators.',
      'Not known for other annotators: at least 5 must judge, and 3 have so far.',
      'You can stop now.',
      '! The difference is probably smaller than it looks: about 58 points instead of 60 points.',
    ],
  );

  testSentences('too few scenarios', () => several(3, 5, () => 9, { cases: 40 }), [
    'Nothing separates the 3 variants yet.',
    'The win rate of large-model is 50 points higher than that of concise, the closest.',
    'Based on 5 of 40 planned scenarios, 3 annotators and 15 judgements.',
    'Continue judging: it is too early for an interval.',
    '! Only 3 annotators judged: others may prefer something else.',
    '! There is no interval before 10 completed scenarios: 5 more to go.',
    '! All scenarios have the same result so far, so it is not known how much scenarios differ.',
  ]);

  testSentences('variants that were never compared', () => withoutConnection(), [
    'Nothing separates the 4 variants yet.',
    'Based on all 60 planned scenarios, 3 annotators and 120 judgements.',
    '! Only 3 annotators judged: others may prefer something else.',
    '! Some variants were never compared with each other, not even through others: baseline and concise · large-model and polite.',
  ]);

  testSentences('most outputs bad', () => withBadOutputs(), [
    'Nothing separates the 3 variants yet.',
    'baseline and concise, the closest, have the same win rate so far (both bad counts half; 95 % interval −13 to 13 points).',
    'Based on all 40 planned scenarios, 5 annotators and 120 judgements.',
    'The interval holds for scenarios like these, judged by these 5 annotators.',
    'Not yet clear for other annotators.',
    'All planned judgements are in. How many more judgements would settle it cannot be estimated yet. Extend the evaluation to get more.',
    '! In 50 % of comparisons no output was good: the best may not be good enough.',
    '! The right output wins 67 % of decided comparisons, whichever variant it comes from: the side seems to sway annotators.',
    '! A variant was shown on one side more often than on the other, so a preference for that side counts as one for the variant.',
    '! All scenarios have the same result so far, so it is not known how much scenarios differ.',
  ]);
});

describe('resultSentences: scores', () => {
  testSentences('better', () => scored([3, 3.4], 60), [
    'concise scores 0.4 higher than baseline on helpful (scale 1 to 5; 95 % interval 0.07 to 0.73).',
    'Based on all 60 planned scenarios, 3 annotators and 120 judgements.',
    'Holds for scenarios like these, judged by these 3 annotators.',
    'Not known for other annotators: at least 5 must judge, and 3 have so far.',
    'You can stop now.',
  ]);

  testSentences('worse', () => scored([3.6, 3], 60), [
    'baseline scores 0.6 higher than concise on helpful (scale 1 to 5; 95 % interval 0.27 to 0.93).',
    'Based on all 60 planned scenarios, 3 annotators and 120 judgements.',
    'Holds for scenarios like these, judged by these 3 annotators.',
    'Not known for other annotators: at least 5 must judge, and 3 have so far.',
    'You can stop now.',
  ]);

  testSentences('not settled', () => scored([3, 3.15], 60), [
    'Not settled yet: concise scores 0.15 higher than baseline on helpful so far (scale 1 to 5; 95 % interval −0.18 to 0.48).',
    'Based on all 60 planned scenarios, 3 annotators and 120 judgements.',
    'The interval holds for scenarios like these, judged by these 3 annotators.',
    'Not known for other annotators: at least 5 must judge, and 3 have so far.',
    'All planned judgements are in. 560 to 2,300 more judgements would probably settle it. Extend the evaluation to get more.',
  ]);

  testSentences('the same', () => scored([3, 3], 40, { cases: 80 }), [
    'Not settled yet: concise and baseline score the same on helpful so far (scale 1 to 5; 95 % interval −0.6 to 0.6).',
    'Based on 40 of 80 planned scenarios, 3 annotators and 80 judgements.',
    'The interval holds for scenarios like these, judged by these 3 annotators.',
    'Not known for other annotators: at least 5 must judge, and 3 have so far.',
    '800 to 2,400 more judgements would probably settle it. The plan may end before that: then extend the evaluation.',
  ]);

  testSentences('equivalent', () => scored([3, 3.02], 600), [
    'concise and baseline differ by less than 0.2 on helpful (scale 1 to 5), the difference that matters here: concise scores 0.02 higher (95 % interval −0.08 to 0.12).',
    'Based on all 600 planned scenarios, 3 annotators and 1,200 judgements.',
    'Holds for scenarios like these, judged by these 3 annotators.',
    'Not known for other annotators: at least 5 must judge, and 3 have so far.',
    'You can stop now.',
  ]);

  testSentences('equivalent and the same', () => scored([3, 3], 600), [
    'concise and baseline differ by less than 0.2 on helpful (scale 1 to 5), the difference that matters here: they score the same (95 % interval −0.1 to 0.1).',
    'Based on all 600 planned scenarios, 3 annotators and 1,200 judgements.',
    'Holds for scenarios like these, judged by these 3 annotators.',
    'Not known for other annotators: at least 5 must judge, and 3 have so far.',
    'You can stop now.',
  ]);

  testSentences(
    'an annotator excluded',
    () => scored([3, 3.4], 60, { settings: { excludedAnnotators: [0] } }),
    [
      'Not settled yet: concise scores 0.35 higher than baseline on helpful so far (scale 1 to 5; 95 % interval −0.08 to 0.78).',
      'Based on 40 of 60 planned scenarios, 2 annotators and 80 judgements.',
      'The interval holds for scenarios like these, judged by these 2 annotators.',
      'Not known for other annotators: at least 5 must judge, and 2 have so far.',
      'All planned judgements are in. 200 to 2,300 more judgements would probably settle it. Extend the evaluation to get more.',
      '! Left out: 40 judgements by excluded annotators. With all judgements: concise scores 0.4 higher than baseline on helpful (scale 1 to 5; 95 % interval 0.07 to 0.73).',
    ],
  );

  testSentences(
    'an annotator of several variants excluded',
    () => scored([3, 3.4, 3.4], 60, { settings: { excludedAnnotators: [0] } }),
    [
      'large-model is best or tied with concise on helpful (scale 1 to 5); baseline is worse than large-model.',
      'large-model scores 0.08 higher than concise, the closest (95 % interval −0.4 to 0.55).',
      'Based on 40 of 60 planned scenarios, 2 annotators and 120 judgements.',
      'The interval holds for scenarios like these, judged by these 2 annotators.',
      'Not known for other annotators: at least 5 must judge, and 2 have so far.',
      'All planned judgements are in. 2,300 to 84,000 more judgements would probably settle it. Extend the evaluation to get more.',
      '! Left out: 60 judgements by excluded annotators. With all judgements: concise is best or tied with large-model on helpful (scale 1 to 5); baseline is worse than both.',
    ],
  );

  testSentences(
    'the overall score, on its own scale',
    () =>
      scored([52, 55], 60, { criterion: { name: 'score', scale: 'numeric', low: 0, high: 100 } }),
    [
      'concise scores 3 higher than baseline (scale 0 to 100; 95 % interval 2.67 to 3.33).',
      'Based on all 60 planned scenarios, 3 annotators and 120 judgements.',
      'Holds for scenarios like these, judged by these 3 annotators.',
      'Not known for other annotators: at least 5 must judge, and 3 have so far.',
      'You can stop now.',
      '! The difference is smaller than 5, the difference that matters here.',
    ],
  );

  testSentences(
    'a scale without ends',
    () =>
      scored([3, 4], 60, { criterion: { name: 'Words', scale: 'numeric', low: null, high: null } }),
    [
      'concise scores 1 higher than baseline on Words (95 % interval 0.67 to 1.33).',
      'Based on all 60 planned scenarios, 3 annotators and 120 judgements.',
      'Holds for scenarios like these, judged by these 3 annotators.',
      'Not known for other annotators: at least 5 must judge, and 3 have so far.',
      'You can stop now.',
    ],
  );

  testSentences(
    'yes or no',
    () => scored([3, 7], 60, { criterion: { name: 'Correct', scale: 'binary', low: 0, high: 1 } }),
    [
      'concise scores 40 points higher than baseline on Correct (share of yes; 95 % interval 25 to 55 points).',
      'Based on all 60 planned scenarios, 3 annotators and 120 judgements.',
      'Holds for scenarios like these, judged by these 3 annotators.',
      'Not known for other annotators: at least 5 must judge, and 3 have so far.',
      'You can stop now.',
    ],
  );

  testSentences(
    'categories, which have no order',
    () => scored([1, 2], 20, { criterion: { name: 'Tone', scale: 'choice', low: 0, high: 4 } }),
    [
      'No verdict: no criterion has an order by which outputs could be compared.',
      'Based on all 20 planned scenarios, 3 annotators and 40 judgements.',
      '! Only 3 annotators judged: others may prefer something else.',
    ],
  );

  testSentences('several variants, one best', () => scored([2.5, 3, 3.6], 60), [
    'large-model is better than concise and baseline on helpful (scale 1 to 5).',
    'large-model scores 0.6 higher than concise, the closest (95 % interval 0.21 to 0.99).',
    'Based on all 60 planned scenarios, 3 annotators and 180 judgements.',
    'Holds for scenarios like these, judged by these 3 annotators.',
    'Not known for other annotators: at least 5 must judge, and 3 have so far.',
    'You can stop now.',
  ]);

  testSentences('several variants, two may be best', () => scored([2, 3, 3.1], 60), [
    'large-model is best or tied with concise on helpful (scale 1 to 5); baseline is worse than both.',
    'large-model scores 0.1 higher than concise, the closest (95 % interval −0.29 to 0.49).',
    'Based on all 60 planned scenarios, 3 annotators and 180 judgements.',
    'The interval holds for scenarios like these, judged by these 3 annotators.',
    'Not known for other annotators: at least 5 must judge, and 3 have so far.',
    'All planned judgements are in. 1,700 to 77,000 more judgements would probably settle it. Extend the evaluation to get more.',
  ]);

  testSentences('several variants, nothing known', () => scored([3, 3, 3], 40), [
    'Nothing separates the 3 variants on helpful (scale 1 to 5) yet.',
    'baseline and concise, the closest, score the same so far (95 % interval −0.49 to 0.49).',
    'Based on all 40 planned scenarios, 3 annotators and 120 judgements.',
    'The interval holds for scenarios like these, judged by these 3 annotators.',
    'Not known for other annotators: at least 5 must judge, and 3 have so far.',
    'All planned judgements are in. 2,500 to 21,000 more judgements would probably settle it. Extend the evaluation to get more.',
  ]);

  testSentences('one variant', () => scored([3.4], 60), [
    'baseline scores 3.4 on helpful on average (scale 1 to 5; 95 % interval 3.13 to 3.61).',
    'Based on all 60 planned scenarios, 3 annotators and 60 judgements.',
    'The interval holds for scenarios like these, judged by these 3 annotators.',
    '! Only 3 annotators judged: others may prefer something else.',
  ]);

  testSentences(
    'one variant, yes or no',
    () => scored([7], 60, { criterion: { name: 'Correct', scale: 'binary', low: 0, high: 1 } }),
    [
      'baseline scores 70 % on Correct on average (share of yes; 95 % interval 55–82 %).',
      'Based on all 60 planned scenarios, 3 annotators and 60 judgements.',
      'The interval holds for scenarios like these, judged by these 3 annotators.',
      '! Only 3 annotators judged: others may prefer something else.',
    ],
  );
});
