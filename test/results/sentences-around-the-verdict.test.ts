import { describe } from 'node:test';
import {
  inTurn,
  others,
  pair,
  scored,
  secondIsLonger,
  unequalLengths,
  withBusyAnnotator,
  withCriteria,
  withFastVotes,
  withLeftChooser,
  withOneSide,
  withoutSides,
  withTieCaller,
  withUnasked,
  withVerdict,
} from './result-situations.ts';
import { testSentences } from './test-sentences.ts';

describe('resultSentences: around the plan', () => {
  testSentences(
    'closed early',
    () => pair({ wins: 20, losses: 14 }, { cases: 120, settings: { collection: 'closed' } }),
    [
      'Not settled yet: concise leads baseline and wins 59 % of comparisons so far (95 % interval 26–85 %).',
      'Every comparison was decided: concise won 20 of 34 (59 %).',
      'Based on 34 of 120 planned scenarios, 3 annotators and 34 judgements.',
      'The interval holds for scenarios like these, judged by these 3 annotators.',
      'Not known for other annotators: at least 5 must judge, and 3 have so far.',
      'Reopen the evaluation to continue. 86 to 3,100 more judgements would probably settle it. The plan may end before that: then extend the evaluation.',
      '! The evaluation was closed early, after 34 of 120 planned scenarios.',
    ],
  );

  testSentences(
    'closed early and settled',
    () => pair({ wins: 50, losses: 10 }, { cases: 120, settings: { collection: 'closed' } }),
    [
      'concise is better than baseline: it wins 83 % of comparisons (95 % interval 63–94 %).',
      'Every comparison was decided: concise won 50 of 60 (83 %).',
      'Based on 60 of 120 planned scenarios, 3 annotators and 60 judgements.',
      'Holds for scenarios like these, judged by these 3 annotators.',
      'Not known for other annotators: at least 5 must judge, and 3 have so far.',
      'You can stop now.',
      '! The difference is probably smaller than it looks: about 82 % instead of 83 %.',
    ],
  );

  testSentences('withdrawn', () => inTurn({ wins: 45, losses: 5 }, { wins: 10, losses: 40 }), [
    'Not settled yet: concise leads baseline and wins 55 % of comparisons so far (95 % interval 44–66 %).',
    'Every comparison was decided: concise won 55 of 100 (55 %).',
    'Based on all 100 planned scenarios, 3 annotators and 100 judgements.',
    'The interval holds for scenarios like these, judged by these 3 annotators.',
    'Not known for other annotators: at least 5 must judge, and 3 have so far.',
    'All planned judgements are in. 580 to 3,700 more judgements would probably settle it. Extend the evaluation to get more.',
    '! It was settled before and is open again: scenarios judged since then contradict the earlier result.',
  ]);

  testSentences(
    'extended and past the plan',
    () =>
      pair({ wins: 140, losses: 60 }, { settings: { plan: { cases: 100, judgementsPerTask: 1 } } }),
    [
      'concise is better than baseline: it wins 70 % of comparisons (95 % interval 60–80 %).',
      'Every comparison was decided: concise won 140 of 200 (70 %).',
      'Based on 200 scenarios, 3 annotators and 200 judgements.',
      'Holds for scenarios like these, judged by these 3 annotators.',
      'Not known for other annotators: at least 5 must judge, and 3 have so far.',
      'You can stop now.',
      '! The evaluation went on past its plan of 100 scenarios with 1 judgement per task; the interval allows for it.',
    ],
  );

  testSentences(
    'extended, not settled',
    () =>
      pair({ wins: 110, losses: 90 }, { settings: { plan: { cases: 100, judgementsPerTask: 1 } } }),
    [
      'Not settled yet: concise leads baseline and wins 55 % of comparisons so far (95 % interval 45–67 %).',
      'Every comparison was decided: concise won 110 of 200 (55 %).',
      'Based on 200 scenarios, 3 annotators and 200 judgements.',
      'The interval holds for scenarios like these, judged by these 3 annotators.',
      'Not known for other annotators: at least 5 must judge, and 3 have so far.',
      '590 to 3,600 more judgements would probably settle it. Extend the evaluation when its tasks run out.',
      '! The evaluation went on past its plan of 100 scenarios with 1 judgement per task; the interval allows for it.',
    ],
  );

  testSentences(
    'extended before the plan ended',
    () =>
      pair(
        { wins: 30, losses: 25 },
        { cases: 200, settings: { plan: { cases: 100, judgementsPerTask: 1 } } },
      ),
    [
      'Not settled yet: concise leads baseline and wins 55 % of comparisons so far (95 % interval 35–73 %).',
      'Every comparison was decided: concise won 30 of 55 (55 %).',
      'Based on 55 of 100 planned scenarios, 3 annotators and 55 judgements.',
      'The interval holds for scenarios like these, judged by these 3 annotators.',
      'Not known for other annotators: at least 5 must judge, and 3 have so far.',
      '560 to 3,900 more judgements would probably settle it. The plan may end before that: then extend the evaluation.',
      '! The evaluation was extended; its plan of 100 scenarios with 1 judgement per task has not ended yet.',
    ],
  );

  testSentences(
    'extended as the plan ended',
    () =>
      pair(
        { wins: 55, losses: 45 },
        { cases: 200, settings: { plan: { cases: 100, judgementsPerTask: 1 } } },
      ),
    [
      'Not settled yet: concise leads baseline and wins 55 % of comparisons so far (95 % interval 44–66 %).',
      'Every comparison was decided: concise won 55 of 100 (55 %).',
      'Based on all 100 planned scenarios, 3 annotators and 100 judgements.',
      'The interval holds for scenarios like these, judged by these 3 annotators.',
      'Not known for other annotators: at least 5 must judge, and 3 have so far.',
      '580 to 3,700 more judgements would probably settle it. Extend the evaluation when its tasks run out.',
      '! The evaluation was extended; its plan of 100 scenarios with 1 judgement per task has ended, and what was added counts from its first completed scenario on.',
    ],
  );

  testSentences(
    'an annotator excluded',
    () => pair({ wins: 60, losses: 60 }, { settings: { excludedAnnotators: [0] } }),
    [
      'Not settled yet: concise leads baseline and wins 51 % of comparisons so far (95 % interval 39–63 %).',
      'Every comparison was decided: concise won 41 of 80 (51 %).',
      'Based on 80 of 120 planned scenarios, 2 annotators and 80 judgements.',
      'The interval holds for scenarios like these, judged by these 2 annotators.',
      'Not known for other annotators: at least 5 must judge, and 2 have so far.',
      'All planned judgements are in. 1,500 to 6,300 more judgements would probably settle it. Extend the evaluation to get more.',
      '! Left out: 40 judgements by excluded annotators. With all judgements: Not settled yet: concise and baseline are even so far (95 % interval 40–60 %).',
    ],
  );

  testSentences('judgements excluded as too fast', () => withFastVotes(), [
    'concise is better than baseline: it wins 67 % of comparisons (95 % interval 55–77 %).',
    'Every comparison was decided: concise won 60 of 90 (67 %).',
    'Based on 90 of 120 planned scenarios, 3 annotators and 90 judgements.',
    'Holds for scenarios like these, judged by these 3 annotators.',
    'Not known for other annotators: at least 5 must judge, and 3 have so far.',
    'You can stop now.',
    '! Left out: 30 judgements in less than 2 s. With all judgements: concise is better than baseline: it wins 67 % of comparisons (95 % interval 56–76 %).',
  ]);

  testSentences(
    'no end in sight',
    () =>
      withVerdict(pair({ wins: 61, losses: 59 }), {
        more_needed: {
          judgements: 90_000,
          cases: 90_000,
          low: 40_000,
          high: null,
          within_plan: false,
        },
      }),
    [
      'Not settled yet: concise leads baseline and wins 51 % of comparisons so far (95 % interval 41–61 %).',
      'Every comparison was decided: concise won 61 of 120 (51 %).',
      'Based on all 120 planned scenarios, 3 annotators and 120 judgements.',
      'The interval holds for scenarios like these, judged by these 3 annotators.',
      'Not known for other annotators: at least 5 must judge, and 3 have so far.',
      'All planned judgements are in. It would take at least 40,000 more judgements, perhaps far more: the difference may be too small to find.',
    ],
  );

  testSentences(
    'a single number of judgements',
    () =>
      withVerdict(pair({ wins: 33, losses: 24 }, { cases: 120 }), {
        more_needed: { judgements: 1, cases: 1, low: 1, high: 1, within_plan: true },
      }),
    [
      'Not settled yet: concise leads baseline and wins 58 % of comparisons so far (95 % interval 37–76 %).',
      'Every comparison was decided: concise won 33 of 57 (58 %).',
      'Based on 57 of 120 planned scenarios, 3 annotators and 57 judgements.',
      'The interval holds for scenarios like these, judged by these 3 annotators.',
      'Not known for other annotators: at least 5 must judge, and 3 have so far.',
      'About 1 more judgement would probably settle it.',
    ],
  );
});

describe('resultSentences: annotators and sides', () => {
  testSentences('an annotator who always chose the left output', () => withLeftChooser(), [
    'concise is better than baseline: it wins 65 % of comparisons (95 % interval 54–74 %).',
    'Every comparison was decided: concise won 72 of 111 (65 %).',
    'Based on all 111 planned scenarios, 3 annotators and 111 judgements.',
    'Holds for scenarios like these, judged by these 3 annotators.',
    'Not known for other annotators: at least 5 must judge, and 3 have so far.',
    'You can stop now.',
    '! Annotator 3: Chose the left output in 37 of 37 decided comparisons. Without this annotator: 73 % instead of 65 %.',
    '! The left output wins 66 % of decided comparisons, whichever variant it comes from: the side seems to sway annotators.',
  ]);

  testSentences('an annotator with most judgements', () => withBusyAnnotator(), [
    'concise is better than baseline: it wins 67 % of comparisons (95 % interval 56–76 %).',
    'Every comparison was decided: concise won 80 of 120 (67 %).',
    'Based on all 120 planned scenarios, 4 annotators and 120 judgements.',
    'Holds for scenarios like these, judged by these 4 annotators.',
    'Not known for other annotators: at least 5 must judge, and 4 have so far.',
    'You can stop now.',
    '! Annotator 1 gave 40 % of all judgements: the result leans on one annotator.',
  ]);

  testSentences('an annotator who always calls a tie', () => withTieCaller(), [
    'concise is better than baseline: it wins 62 % of comparisons (ties count half; 95 % interval 53–69 %).',
    'Of 80 decided comparisons out of 120, concise won 54 (68 %).',
    'Based on all 120 planned scenarios, 3 annotators and 120 judgements.',
    'Holds for scenarios like these, judged by these 3 annotators.',
    'Not known for other annotators: at least 5 must judge, and 3 have so far.',
    'You can stop now.',
    '! Annotator 2: Called it a tie in all 40 comparisons. Without this annotator: 68 % instead of 62 %.',
  ]);

  testSentences(
    'known for other annotators',
    () =>
      withVerdict(pair({ wins: 90, losses: 30 }, { annotators: 8 }), {
        other_annotators: others('better', 0.63, 0.87),
      }),
    [
      'concise is better than baseline: it wins 75 % of comparisons (95 % interval 65–83 %).',
      'Every comparison was decided: concise won 90 of 120 (75 %).',
      'Based on all 120 planned scenarios, 8 annotators and 120 judgements.',
      'Holds for scenarios like these, judged by these 8 annotators.',
      'Holds for other annotators too (95 % interval 63–87 %).',
      'You can stop now.',
    ],
  );

  testSentences(
    'known for other annotators, from the side of the winner',
    () =>
      withVerdict(pair({ wins: 30, losses: 90 }, { annotators: 8 }), {
        other_annotators: others('worse', 0.13, 0.37),
      }),
    [
      'baseline is better than concise: it wins 75 % of comparisons (95 % interval 65–83 %).',
      'Every comparison was decided: baseline won 90 of 120 (75 %).',
      'Based on all 120 planned scenarios, 8 annotators and 120 judgements.',
      'Holds for scenarios like these, judged by these 8 annotators.',
      'Holds for other annotators too (95 % interval 63–87 %).',
      'You can stop now.',
    ],
  );

  testSentences(
    'too small to matter for other annotators too',
    () =>
      withVerdict(pair({ wins: 1000, losses: 1000 }, { annotators: 8 }), {
        other_annotators: others('equivalent', 0.46, 0.54),
      }),
    [
      'concise and baseline differ by less than 5 points from an even split, the difference that matters here: concise wins 50 % of comparisons (95 % interval 47–53 %).',
      'Every comparison was decided: concise won 1,000 of 2,000 (50 %).',
      'Based on all 2,000 planned scenarios, 8 annotators and 2,000 judgements.',
      'Holds for scenarios like these, judged by these 8 annotators.',
      'Holds for other annotators too (95 % interval 46–54 %).',
      'You can stop now.',
    ],
  );

  testSentences(
    'not yet clear for other annotators',
    () =>
      withVerdict(pair({ wins: 80, losses: 40 }, { annotators: 8 }), {
        other_annotators: others('not_yet_clear', 0.46, 0.84),
      }),
    [
      'concise is better than baseline: it wins 67 % of comparisons (95 % interval 56–76 %).',
      'Every comparison was decided: concise won 80 of 120 (67 %).',
      'Based on all 120 planned scenarios, 8 annotators and 120 judgements.',
      'Holds for scenarios like these, judged by these 8 annotators.',
      'Not yet clear for other annotators (95 % interval 46–84 %).',
      'You can stop now.',
    ],
  );

  testSentences('one side shown more often', () => withOneSide(), [
    'concise is better than baseline: it wins 67 % of comparisons (95 % interval 56–76 %).',
    'Every comparison was decided: concise won 80 of 120 (67 %).',
    'Based on all 120 planned scenarios, 3 annotators and 120 judgements.',
    'Holds for scenarios like these, judged by these 3 annotators.',
    'Not known for other annotators: at least 5 must judge, and 3 have so far.',
    'You can stop now.',
    '! A variant was shown on one side more often than on the other, so a preference for that side counts as one for the variant.',
  ]);

  testSentences('sides that are not known', () => withoutSides(), [
    'concise is better than baseline: it wins 67 % of comparisons (95 % interval 56–76 %).',
    'Every comparison was decided: concise won 80 of 120 (67 %).',
    'Based on all 120 planned scenarios, 3 annotators and 120 judgements.',
    'Holds for scenarios like these, judged by these 3 annotators.',
    'Not known for other annotators: at least 5 must judge, and 3 have so far.',
    'You can stop now.',
    '! Some judgements do not record which output was on the left: whether the side mattered cannot be checked for them.',
  ]);

  testSentences(
    'outputs of different length',
    () => pair({ wins: 80, losses: 40 }, { lengths: unequalLengths(120) }),
    [
      'concise is better than baseline: it wins 67 % of comparisons (95 % interval 56–76 %).',
      'Every comparison was decided: concise won 80 of 120 (67 %).',
      'With outputs of equal length, concise would win 67 % of decided comparisons with baseline (95 % interval 56–75 %).',
      'Based on all 120 planned scenarios, 3 annotators and 120 judgements.',
      'Holds for scenarios like these, judged by these 3 annotators.',
      'Not known for other annotators: at least 5 must judge, and 3 have so far.',
      'You can stop now.',
    ],
  );

  testSentences(
    'differences on many criteria',
    () => withCriteria(scored([3, 4], 60), ['tone', 'length', 'form']),
    [
      'concise scores 1 higher than baseline on helpful (scale 1 to 5; 95 % interval 0.67 to 1.33).',
      'Based on all 60 planned scenarios, 3 annotators and 120 judgements.',
      'Holds for scenarios like these, judged by these 3 annotators.',
      'Not known for other annotators: at least 5 must judge, and 3 have so far.',
      'You can stop now.',
      '! Each of the 4 criteria is decided by itself: of so many, one may differ by chance.',
    ],
  );

  const fewCriteria = withCriteria(scored([3, 4], 60), ['tone', 'length']);
  for (const [name, statistics] of [
    ['differences on few criteria', fewCriteria],
    ['a score that is not asked for', withUnasked(fewCriteria)],
  ] as const) {
    testSentences(name, () => statistics, [
      'concise scores 1 higher than baseline on helpful (scale 1 to 5; 95 % interval 0.67 to 1.33).',
      'Based on all 60 planned scenarios, 3 annotators and 120 judgements.',
      'Holds for scenarios like these, judged by these 3 annotators.',
      'Not known for other annotators: at least 5 must judge, and 3 have so far.',
      'You can stop now.',
    ]);
  }

  testSentences(
    'longer outputs that win',
    () => pair({ wins: 90, losses: 30 }, { lengths: secondIsLonger(120) }),
    [
      'concise is better than baseline: it wins 75 % of comparisons (95 % interval 65–83 %).',
      'Every comparison was decided: concise won 90 of 120 (75 %).',
      'Based on all 120 planned scenarios, 3 annotators and 120 judgements.',
      'Holds for scenarios like these, judged by these 3 annotators.',
      'Not known for other annotators: at least 5 must judge, and 3 have so far.',
      'You can stop now.',
      '! The longer output wins 75 % of decided comparisons: the length itself may sway annotators.',
    ],
  );

  testSentences(
    'outputs of different length before the planned end',
    () => pair({ wins: 80, losses: 40 }, { cases: 200, lengths: unequalLengths(200) }),
    [
      'concise is better than baseline: it wins 67 % of comparisons (95 % interval 53–78 %).',
      'Every comparison was decided: concise won 80 of 120 (67 %).',
      'With outputs of equal length, concise would win 67 % of decided comparisons with baseline.',
      'Based on 120 of 200 planned scenarios, 3 annotators and 120 judgements.',
      'Holds for scenarios like these, judged by these 3 annotators.',
      'Not known for other annotators: at least 5 must judge, and 3 have so far.',
      'You can stop now.',
      '! The difference is probably smaller than it looks: about 65 % instead of 67 %.',
    ],
  );
});
