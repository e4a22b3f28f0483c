import { describe } from 'node:test';
import { pair, withVerdict } from './result-situations.ts';
import { testSentences } from './test-sentences.ts';

describe('resultSentences: two variants', () => {
  testSentences('better at the planned end', () => pair({ wins: 74, losses: 46 }), [
    'concise is better than baseline: it wins 62 % of comparisons (95 % interval 51–71 %).',
    'Every comparison was decided: concise won 74 of 120 (62 %).',
    'Based on all 120 planned scenarios, 3 annotators and 120 judgements.',
    'Holds for scenarios like these, judged by these 3 annotators.',
    'Not known for other annotators: at least 5 must judge, and 3 have so far.',
    'You can stop now.',
  ]);

  testSentences(
    'better before the planned end, which overstates',
    () => pair({ wins: 44, losses: 12, ties: 4 }, { cases: 120 }),
    [
      'concise is better than baseline: it wins 77 % of comparisons (ties count half; 95 % interval 57–89 %).',
      'Of 56 decided comparisons out of 60, concise won 44 (79 %).',
      'Based on 60 of 120 planned scenarios, 3 annotators and 60 judgements.',
      'Holds for scenarios like these, judged by these 3 annotators.',
      'Not known for other annotators: at least 5 must judge, and 3 have so far.',
      'You can stop now.',
      '! The difference is probably smaller than it looks: about 75 % instead of 77 %.',
    ],
  );

  testSentences(
    'worse: from the side of the winner',
    () => pair({ wins: 30, losses: 70, ties: 20 }),
    [
      'baseline is better than concise: it wins 67 % of comparisons (ties count half; 95 % interval 57–75 %).',
      'Of 100 decided comparisons out of 120, baseline won 70 (70 %).',
      'Based on all 120 planned scenarios, 3 annotators and 120 judgements.',
      'Holds for scenarios like these, judged by these 3 annotators.',
      'Not known for other annotators: at least 5 must judge, and 3 have so far.',
      'You can stop now.',
    ],
  );

  testSentences(
    'not settled, within the plan',
    () => pair({ wins: 60, losses: 36, ties: 4 }, { cases: 400 }),
    [
      'Not settled yet: concise leads baseline and wins 62 % of comparisons so far (ties count half; 95 % interval 40–80 %).',
      'Of 96 decided comparisons out of 100, concise won 60 (63 %).',
      'Based on 100 of 400 planned scenarios, 3 annotators and 100 judgements.',
      'The interval holds for scenarios like these, judged by these 3 annotators.',
      'Not known for other annotators: at least 5 must judge, and 3 have so far.',
      '66 to 260 more judgements would probably settle it.',
    ],
  );

  testSentences(
    'not settled, and the plan may be too small',
    () => pair({ wins: 33, losses: 24, ties: 3 }, { cases: 120 }),
    [
      'Not settled yet: concise leads baseline and wins 57 % of comparisons so far (ties count half; 95 % interval 38–75 %).',
      'Of 57 decided comparisons out of 60, concise won 33 (58 %).',
      'Based on 60 of 120 planned scenarios, 3 annotators and 60 judgements.',
      'The interval holds for scenarios like these, judged by these 3 annotators.',
      'Not known for other annotators: at least 5 must judge, and 3 have so far.',
      '320 to 3,100 more judgements would probably settle it. The plan may end before that: then extend the evaluation.',
    ],
  );

  testSentences('not settled at the planned end', () => pair({ wins: 66, losses: 54 }), [
    'Not settled yet: concise leads baseline and wins 55 % of comparisons so far (95 % interval 45–65 %).',
    'Every comparison was decided: concise won 66 of 120 (55 %).',
    'Based on all 120 planned scenarios, 3 annotators and 120 judgements.',
    'The interval holds for scenarios like these, judged by these 3 annotators.',
    'Not known for other annotators: at least 5 must judge, and 3 have so far.',
    'All planned judgements are in. 600 to 3,700 more judgements would probably settle it. Extend the evaluation to get more.',
  ]);

  testSentences('even', () => pair({ wins: 30, losses: 30 }, { cases: 200 }), [
    'Not settled yet: concise and baseline are even so far (95 % interval 26–74 %).',
    'Every comparison was decided: concise won 30 of 60 (50 %).',
    'Based on 60 of 200 planned scenarios, 3 annotators and 60 judgements.',
    'The interval holds for scenarios like these, judged by these 3 annotators.',
    'Not known for other annotators: at least 5 must judge, and 3 have so far.',
    '810 to 3,700 more judgements would probably settle it. The plan may end before that: then extend the evaluation.',
  ]);

  testSentences('far behind, not settled', () => pair({ wins: 5, losses: 9 }, { cases: 100 }), [
    'Not settled yet: baseline leads concise and wins 64 % of comparisons so far (95 % interval 11–96 %).',
    'Every comparison was decided: baseline won 9 of 14 (64 %).',
    'Based on 14 of 100 planned scenarios, 3 annotators and 14 judgements.',
    'The interval holds for scenarios like these, judged by these 3 annotators.',
    'Not known for other annotators: at least 5 must judge, and 3 have so far.',
    '75 to 3,300 more judgements would probably settle it. The plan may end before that: then extend the evaluation.',
    '! Only 14 scenarios are completed: a few more can change the result.',
  ]);

  testSentences(
    '96 % of decided comparisons, and most were bad',
    () => pair({ wins: 25, losses: 1, ties: 2, bothBad: 92 }),
    [
      'concise is better than baseline: it wins 60 % of comparisons (ties and both bad count half; 95 % interval 55–64 %).',
      'Of 26 decided comparisons out of 120, concise won 25 (96 %).',
      'Based on all 120 planned scenarios, 3 annotators and 120 judgements.',
      'Holds for scenarios like these, judged by these 3 annotators.',
      'Not known for other annotators: at least 5 must judge, and 3 have so far.',
      'You can stop now.',
      '! In 77 % of scenarios both were bad: neither is good enough.',
    ],
  );

  testSentences(
    'annotators who nearly all prefer the same variant, where chance agreement is high',
    () => pair({ wins: 184, losses: 16 }, { perCase: 2 }),
    [
      'concise is better than baseline: it wins 92 % of comparisons (95 % interval 85–95 %).',
      'Every comparison was decided: concise won 184 of 200 (92 %).',
      'Based on all 100 planned scenarios, 3 annotators and 200 judgements.',
      'Holds for scenarios like these, judged by these 3 annotators.',
      'Not known for other annotators: at least 5 must judge, and 3 have so far.',
      'You can stop now.',
    ],
  );

  testSentences(
    'both bad with several judgements per task',
    () => pair({ wins: 40, losses: 20, bothBad: 60 }, { perCase: 2 }),
    [
      'concise is better than baseline: it wins 58 % of comparisons (both bad counts half; 95 % interval 50.3–65 %).',
      'Of 60 decided comparisons out of 120, concise won 40 (67 %).',
      'Based on all 60 planned scenarios, 3 annotators and 120 judgements.',
      'Holds for scenarios like these, judged by these 3 annotators.',
      'Not known for other annotators: at least 5 must judge, and 3 have so far.',
      'You can stop now.',
      '! In 50 % of comparisons both were bad: neither is good enough.',
      '! Annotators agree hardly more often than by chance (Krippendorff’s alpha −0.62): check that guidelines and criteria are clear.',
    ],
  );

  testSentences('both bad below the mark', () => pair({ wins: 60, losses: 26, bothBad: 34 }), [
    'concise is better than baseline: it wins 64 % of comparisons (both bad counts half; 95 % interval 55–72 %).',
    'Of 86 decided comparisons out of 120, concise won 60 (70 %).',
    'Based on all 120 planned scenarios, 3 annotators and 120 judgements.',
    'Holds for scenarios like these, judged by these 3 annotators.',
    'Not known for other annotators: at least 5 must judge, and 3 have so far.',
    'You can stop now.',
  ]);

  testSentences('no comparison decided', () => pair({ ties: 40 }), [
    'Not settled yet: concise and baseline are even so far (ties count half; 95 % interval 44–56 %).',
    'None of 40 comparisons was decided.',
    'Based on all 40 planned scenarios, 3 annotators and 40 judgements.',
    'The interval holds for scenarios like these, judged by these 3 annotators.',
    'Not known for other annotators: at least 5 must judge, and 3 have so far.',
    'All planned judgements are in. How many more judgements would settle it cannot be estimated yet. Extend the evaluation to get more.',
    '! All scenarios have the same result so far, so it is not known how much scenarios differ.',
  ]);

  testSentences('only both bad', () => pair({ bothBad: 30 }), [
    'Not settled yet: concise and baseline are even so far (both bad counts half; 95 % interval 43–57 %).',
    'None of 30 comparisons was decided.',
    'Based on all 30 planned scenarios, 3 annotators and 30 judgements.',
    'The interval holds for scenarios like these, judged by these 3 annotators.',
    'Not known for other annotators: at least 5 must judge, and 3 have so far.',
    'All planned judgements are in. How many more judgements would settle it cannot be estimated yet. Extend the evaluation to get more.',
    '! In 100 % of scenarios both were bad: neither is good enough.',
    '! All scenarios have the same result so far, so it is not known how much scenarios differ.',
  ]);

  testSentences('every scenario won', () => pair({ wins: 30 }), [
    'concise is better than baseline: it wins 100 % of comparisons (95 % interval 86–100 %).',
    'Every comparison was decided: concise won 30 of 30 (100 %).',
    'Based on all 30 planned scenarios, 3 annotators and 30 judgements.',
    'Holds for scenarios like these, judged by these 3 annotators.',
    'Not known for other annotators: at least 5 must judge, and 3 have so far.',
    'You can stop now.',
    '! All scenarios have the same result so far, so it is not known how much scenarios differ.',
  ]);

  testSentences('equivalent', () => pair({ wins: 1000, losses: 1000, ties: 100 }), [
    'concise and baseline differ by less than 5 points from an even split, the difference that matters here: concise wins 50 % of comparisons (ties count half; 95 % interval 48–52 %).',
    'Of 2,000 decided comparisons out of 2,100, concise won 1,000 (50 %).',
    'Based on all 2,100 planned scenarios, 3 annotators and 2,100 judgements.',
    'Holds for scenarios like these, judged by these 3 annotators.',
    'Not known for other annotators: at least 5 must judge, and 3 have so far.',
    'You can stop now.',
  ]);

  testSentences(
    'equivalent with a wider zone',
    () => pair({ wins: 205, losses: 195 }, { settings: { zone: 0.1 } }),
    [
      'concise and baseline differ by less than 10 points from an even split, the difference that matters here: concise wins 51 % of comparisons (95 % interval 46–57 %).',
      'Every comparison was decided: concise won 205 of 400 (51 %).',
      'Based on all 400 planned scenarios, 3 annotators and 400 judgements.',
      'Holds for scenarios like these, judged by these 3 annotators.',
      'Not known for other annotators: at least 5 must judge, and 3 have so far.',
      'You can stop now.',
    ],
  );

  testSentences(
    'better, by less than what matters',
    () => withVerdict(pair({ wins: 560, losses: 440 }), { within_zone: true }),
    [
      'concise is better than baseline: it wins 56 % of comparisons (95 % interval 52–59 %).',
      'Every comparison was decided: concise won 560 of 1,000 (56 %).',
      'Based on all 1,000 planned scenarios, 3 annotators and 1,000 judgements.',
      'Holds for scenarios like these, judged by these 3 annotators.',
      'Not known for other annotators: at least 5 must judge, and 3 have so far.',
      'You can stop now.',
      '! The difference is smaller than 5 points, the difference that matters here.',
    ],
  );

  testSentences(
    'another level',
    () => pair({ wins: 80, losses: 40 }, { settings: { level: 0.99 } }),
    [
      'concise is better than baseline: it wins 67 % of comparisons (99 % interval 54–77 %).',
      'Every comparison was decided: concise won 80 of 120 (67 %).',
      'Based on all 120 planned scenarios, 3 annotators and 120 judgements.',
      'Holds for scenarios like these, judged by these 3 annotators.',
      'Not known for other annotators: at least 5 must judge, and 3 have so far.',
      'You can stop now.',
    ],
  );

  testSentences('sensitive to ties', () => pair({ wins: 32, losses: 16, ties: 72 }), [
    'Not settled yet: concise leads baseline and wins 57 % of comparisons so far (ties count half; 95 % interval 49.9–63 %).',
    'Of 48 decided comparisons out of 120, concise won 32 (67 %).',
    'Based on all 120 planned scenarios, 3 annotators and 120 judgements.',
    'The interval holds for scenarios like these, judged by these 3 annotators.',
    'Not known for other annotators: at least 5 must judge, and 3 have so far.',
    'All planned judgements are in. 90 to 850 more judgements would probably settle it. Extend the evaluation to get more.',
    '! The answer depends on how ties are counted: left out it is settled, counted as half it is not.',
  ]);

  testSentences(
    'several judgements per task',
    () => pair({ wins: 150, losses: 90 }, { perCase: 2 }),
    [
      'concise is better than baseline: it wins 63 % of comparisons (95 % interval 57–67 %).',
      'Every comparison was decided: concise won 150 of 240 (63 %).',
      'Based on all 120 planned scenarios, 3 annotators and 240 judgements.',
      'Holds for scenarios like these, judged by these 3 annotators.',
      'Not known for other annotators: at least 5 must judge, and 3 have so far.',
      'You can stop now.',
      '! Annotators agree hardly more often than by chance (Krippendorff’s alpha −0.59): check that guidelines and criteria are clear.',
    ],
  );
});

describe('resultSentences: few judgements', () => {
  testSentences('no judgements', () => pair({}, { cases: 20 }), [
    'No verdict yet: there are no judgements.',
  ]);

  testSentences(
    'judgements that are all left out',
    () => pair({ wins: 12 }, { cases: 20, ms: 2000, settings: { minimumSeconds: 100 } }),
    [
      'No verdict: all judgements are left out.',
      '! Left out: 12 judgements in less than 100 s. With all judgements: concise is better than baseline: it wins 100 % of comparisons (95 % interval 59–100 %).',
    ],
  );

  testSentences('one scenario', () => pair({ wins: 1 }, { cases: 20, annotators: 1 }), [
    'Not settled yet: concise leads baseline and wins 100 % of comparisons so far.',
    'Every comparison was decided: concise won 1 of 1 (100 %).',
    'Based on 1 of 20 planned scenarios, 1 annotator and 1 judgement.',
    'Continue judging: it is too early for an interval.',
    '! One annotator gave all judgements: others may prefer something else.',
    '! There is no interval before 10 completed scenarios: 9 more to go.',
  ]);

  testSentences('three scenarios', () => pair({ wins: 2, losses: 1 }, { cases: 30 }), [
    'Not settled yet: concise leads baseline and wins 67 % of comparisons so far.',
    'Every comparison was decided: concise won 2 of 3 (67 %).',
    'Based on 3 of 30 planned scenarios, 3 annotators and 3 judgements.',
    'Continue judging: it is too early for an interval.',
    '! Only 3 annotators judged: others may prefer something else.',
    '! There is no interval before 10 completed scenarios: 7 more to go.',
  ]);

  testSentences(
    'one scenario, and both were bad',
    () => pair({ bothBad: 1 }, { cases: 20, annotators: 1 }),
    [
      'Not settled yet: concise and baseline are even so far (both bad counts half).',
      'None of 1 comparison was decided.',
      'Based on 1 of 20 planned scenarios, 1 annotator and 1 judgement.',
      'Continue judging: it is too early for an interval.',
      '! One annotator gave all judgements: others may prefer something else.',
      '! There is no interval before 10 completed scenarios: 9 more to go.',
    ],
  );

  testSentences(
    'eight scenarios, with disagreement on half of them',
    () => pair({ wins: 12, losses: 4 }, { perCase: 2, cases: 30, annotators: 2 }),
    [
      'Not settled yet: concise leads baseline and wins 75 % of comparisons so far.',
      'Every comparison was decided: concise won 12 of 16 (75 %).',
      'Based on 8 of 30 planned scenarios, 2 annotators and 16 judgements.',
      'Continue judging: it is too early for an interval.',
      '! Only 2 annotators judged: others may prefer something else.',
      '! There is no interval before 10 completed scenarios: 2 more to go.',
    ],
  );

  testSentences('ten scenarios', () => pair({ wins: 7, losses: 3 }, { cases: 30 }), [
    'Not settled yet: concise leads baseline and wins 70 % of comparisons so far (95 % interval 19–96 %).',
    'Every comparison was decided: concise won 7 of 10 (70 %).',
    'Based on 10 of 30 planned scenarios, 3 annotators and 10 judgements.',
    'The interval holds for scenarios like these, judged by these 3 annotators.',
    'Not known for other annotators: at least 5 must judge, and 3 have so far.',
    '180 to 3,000 more judgements would probably settle it. The plan may end before that: then extend the evaluation.',
    '! The right output wins 90 % of decided comparisons, whichever variant it comes from: the side seems to sway annotators.',
    '! Only 10 scenarios are completed: a few more can change the result.',
  ]);

  testSentences(
    'a plan below ten scenarios, not at its end',
    () => pair({ wins: 4, losses: 1 }, { cases: 8 }),
    [
      'Not settled yet: concise leads baseline and wins 80 % of comparisons so far.',
      'Every comparison was decided: concise won 4 of 5 (80 %).',
      'Based on 5 of 8 planned scenarios, 3 annotators and 5 judgements.',
      'Continue judging: it is too early for an interval.',
      '! Only 3 annotators judged: others may prefer something else.',
      '! There is no interval before 8 completed scenarios: 3 more to go.',
    ],
  );

  testSentences('a plan below ten scenarios, at its end', () => pair({ wins: 6, losses: 2 }), [
    'Not settled yet: concise leads baseline and wins 75 % of comparisons so far (95 % interval 33–95 %).',
    'Every comparison was decided: concise won 6 of 8 (75 %).',
    'Based on all 8 planned scenarios, 3 annotators and 8 judgements.',
    'The interval holds for scenarios like these, judged by these 3 annotators.',
    'Not known for other annotators: at least 5 must judge, and 3 have so far.',
    'All planned judgements are in. 150 to 2,800 more judgements would probably settle it. Extend the evaluation to get more.',
    '! Only 8 scenarios are completed: a few more can change the result.',
  ]);

  testSentences('one annotator', () => pair({ wins: 71, losses: 49 }, { annotators: 1 }), [
    'Not settled yet: concise leads baseline and wins 59 % of comparisons so far (95 % interval 49–69 %).',
    'Every comparison was decided: concise won 71 of 120 (59 %).',
    'Based on all 120 planned scenarios, 1 annotator and 120 judgements.',
    'The interval holds for scenarios like these, judged by this annotator.',
    'Not known for other annotators: at least 5 must judge, and 1 has so far.',
    'All planned judgements are in. 170 to 2,100 more judgements would probably settle it. Extend the evaluation to get more.',
    '! One annotator gave all judgements: others may prefer something else.',
  ]);

  testSentences(
    'no scenario with all its judgements',
    () => pair({ wins: 5 }, { perCase: 2, cases: 20, settings: { judgementsPerTask: 3 } }),
    [
      'No verdict yet: no scenario has all its judgements.',
      '5 judgements by 3 annotators so far.',
      '! Only 3 annotators judged: others may prefer something else.',
      '! There is no interval before 10 completed scenarios: 10 more to go.',
      '! 3 scenarios still lack judgements and do not count yet.',
    ],
  );

  testSentences(
    'scenarios that lack judgements',
    () => pair({ wins: 31, losses: 10 }, { perCase: 2, cases: 40 }),
    [
      'Not settled yet: concise leads baseline and wins 75 % of comparisons so far (95 % interval 45–87 %).',
      'Every comparison was decided: concise won 30 of 40 (75 %).',
      'Based on 20 of 40 planned scenarios; 41 judgements by 3 annotators so far.',
      'The interval holds for scenarios like these, judged by these 3 annotators.',
      'Not known for other annotators: at least 5 must judge, and 3 have so far.',
      'About 2 more judgements would probably settle it.',
      '! Annotators agree hardly more often than by chance (Krippendorff’s alpha −0.3): check that guidelines and criteria are clear.',
      '! 1 scenario still lacks judgements and does not count yet.',
    ],
  );
});
