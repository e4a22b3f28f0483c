import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ResultStatistics } from '../../src/contract/results/results.ts';
import { resultSentences } from '../../src/domain/results/sentences/result-sentences.ts';
import {
  pair,
  scored,
  several,
  unequalLengths,
  withBadOutputs,
  withBusyAnnotator,
  withFastVotes,
  withLeftChooser,
  withOneSide,
  withoutConnection,
  withoutSides,
  withTieSayer,
  withVerdict,
} from './result-situations.ts';

const VARIANTS = ['baseline', 'concise', 'large-model', 'polite', 'terse', 'old', 'new'];

const NAMES = {
  variant: (id: string) => VARIANTS[Number(id.slice(-12))] ?? id,
  annotator: (id: string) => `Annotator ${Number(id.replace('annotator-', '')) + 1}`,
};

/** All sentences as a page shows them, a line each; cautions are marked. */
function textOf(statistics: ResultStatistics): string {
  const { headline, evidence, scope, next, cautions } = resultSentences(statistics, NAMES);
  const lines = [headline, ...evidence, ...scope, ...(next === null ? [] : [next])];
  return [...lines, ...cautions.map((line) => `! ${line}`)].join('\n').replaceAll('\u00a0', ' ');
}

/** Words that claim more than an interval can. */
const NEVER = /more than chance|\breal\b|as good as each other|significant|\bproves?\b/i;

function says(title: string, statistics: () => ResultStatistics, lines: readonly string[]): void {
  it(title, () => {
    const text = textOf(statistics());
    assert.doesNotMatch(text, NEVER);
    assert.doesNotMatch(text, /NaN|undefined|null|Infinity|\d\.\d{4}/);
    assert.equal(text, lines.join('\n'));
  });
}

describe('resultSentences: two variants', () => {
  says('better at the planned end', () => pair({ wins: 74, losses: 46 }), [
    'concise is better than baseline: it wins 62 % of comparisons (95 % interval 51–71 %).',
    'Every comparison was decided: concise won 74 of 120 (62 %).',
    'Based on all 120 planned scenarios, 3 annotators and 120 judgements.',
    'Holds for scenarios like these, judged by these 3 annotators.',
    'Not known for other annotators: it takes at least 5, and 3 have judged.',
    'You can stop now.',
    '! The difference is probably smaller than it looks: about 60 % instead of 62 %.',
  ]);

  says(
    'better before the planned end, which overstates',
    () => pair({ wins: 44, losses: 12, ties: 4 }, { cases: 120 }),
    [
      'concise is better than baseline: it wins 77 % of comparisons (ties count half; 95 % interval 57–89 %).',
      'Of 56 decided comparisons out of 60, concise won 44 (79 %).',
      'Based on 60 of 120 planned scenarios, 3 annotators and 60 judgements.',
      'Holds for scenarios like these, judged by these 3 annotators.',
      'Not known for other annotators: it takes at least 5, and 3 have judged.',
      'You can stop now.',
      '! The difference is probably smaller than it looks: about 75 % instead of 77 %.',
    ],
  );

  says(
    'worse: told from the winner',
    () => pair({ wins: 30, losses: 70, ties: 20 }, { annotators: 6 }),
    [
      'baseline is better than concise: it wins 67 % of comparisons (ties count half; 95 % interval 57–75 %).',
      'Of 100 decided comparisons out of 120, baseline won 70 (70 %).',
      'Based on all 120 planned scenarios, 6 annotators and 120 judgements.',
      'Holds for scenarios like these, judged by these 6 annotators.',
      'Holds for other annotators too (95 % interval 53–80 %).',
      'You can stop now.',
      '! The difference is probably smaller than it looks: about 65 % instead of 67 %.',
    ],
  );

  says(
    'not settled, within the plan',
    () => pair({ wins: 60, losses: 36, ties: 4 }, { cases: 400 }),
    [
      'Not settled yet: concise leads baseline and wins 62 % of comparisons so far (ties count half; 95 % interval 40–80 %).',
      'Of 96 decided comparisons out of 100, concise won 60 (63 %).',
      'Based on 100 of 400 planned scenarios, 3 annotators and 100 judgements.',
      'The interval holds for scenarios like these, judged by these 3 annotators.',
      'Not known for other annotators: it takes at least 5, and 3 have judged.',
      '33 to 200 more judgements would probably settle it.',
    ],
  );

  says(
    'not settled, and the plan may be too small',
    () => pair({ wins: 33, losses: 24, ties: 3 }, { cases: 120 }),
    [
      'Not settled yet: concise leads baseline and wins 57 % of comparisons so far (ties count half; 95 % interval 38–75 %).',
      'Of 57 decided comparisons out of 60, concise won 33 (58 %).',
      'Based on 60 of 120 planned scenarios, 3 annotators and 60 judgements.',
      'The interval holds for scenarios like these, judged by these 3 annotators.',
      'Not known for other annotators: it takes at least 5, and 3 have judged.',
      '32 to 2,000 more judgements would probably settle it. The plan may end before: then extend the evaluation.',
    ],
  );

  says('not settled at the planned end', () => pair({ wins: 66, losses: 54 }), [
    'Not settled yet: concise leads baseline and wins 55 % of comparisons so far (95 % interval 45–65 %).',
    'Every comparison was decided: concise won 66 of 120 (55 %).',
    'Based on all 120 planned scenarios, 3 annotators and 120 judgements.',
    'The interval holds for scenarios like these, judged by these 3 annotators.',
    'Not known for other annotators: it takes at least 5, and 3 have judged.',
    'All planned judgements are in. 310 to 2,900 more judgements would probably settle it. Extend the evaluation to get more.',
  ]);

  says('even', () => pair({ wins: 30, losses: 30 }, { cases: 200 }), [
    'Not settled yet: concise and baseline are even so far (95 % interval 26–74 %).',
    'Every comparison was decided: concise won 30 of 60 (50 %).',
    'Based on 60 of 200 planned scenarios, 3 annotators and 60 judgements.',
    'The interval holds for scenarios like these, judged by these 3 annotators.',
    'Not known for other annotators: it takes at least 5, and 3 have judged.',
    '120 to 3,200 more judgements would probably settle it. The plan may end before: then extend the evaluation.',
  ]);

  says('far behind, not settled', () => pair({ wins: 5, losses: 9 }, { cases: 100 }), [
    'Not settled yet: baseline leads concise and wins 64 % of comparisons so far (95 % interval 11–96 %).',
    'Every comparison was decided: baseline won 9 of 14 (64 %).',
    'Based on 14 of 100 planned scenarios, 3 annotators and 14 judgements.',
    'The interval holds for scenarios like these, judged by these 3 annotators.',
    'Not known for other annotators: it takes at least 5, and 3 have judged.',
    '32 to 880 more judgements would probably settle it. The plan may end before: then extend the evaluation.',
    '! Only 14 scenarios are completed: a few more can change the result.',
  ]);

  says(
    '96 % of decided comparisons, and most were bad',
    () => pair({ wins: 25, losses: 1, ties: 2, bothBad: 92 }),
    [
      'concise is better than baseline: it wins 60 % of comparisons (ties and both bad count half; 95 % interval 55–64 %).',
      'Of 26 decided comparisons out of 120, concise won 25 (96 %).',
      'Based on all 120 planned scenarios, 3 annotators and 120 judgements.',
      'Holds for scenarios like these, judged by these 3 annotators.',
      'Not known for other annotators: it takes at least 5, and 3 have judged.',
      'You can stop now.',
      '! In 77 % of scenarios both were bad: neither is good enough.',
      '! The difference is probably smaller than it looks: about 59 % instead of 60 %.',
    ],
  );

  says(
    'both bad with several judgements per task',
    () => pair({ wins: 40, losses: 20, bothBad: 60 }, { perCase: 2 }),
    [
      'concise is better than baseline: it wins 58 % of comparisons (both bad counts half; 95 % interval 50.3–65 %).',
      'Of 60 decided comparisons out of 120, concise won 40 (67 %).',
      'Based on all 60 planned scenarios, 3 annotators and 120 judgements.',
      'Holds for scenarios like these, judged by these 3 annotators.',
      'Not known for other annotators: it takes at least 5, and 3 have judged.',
      'You can stop now.',
      '! In 50 % of comparisons both were bad: neither is good enough.',
      '! The difference is probably smaller than it looks: about 57 % instead of 58 %.',
    ],
  );

  says('both bad below the mark', () => pair({ wins: 60, losses: 26, bothBad: 34 }), [
    'concise is better than baseline: it wins 64 % of comparisons (both bad counts half; 95 % interval 55–72 %).',
    'Of 86 decided comparisons out of 120, concise won 60 (70 %).',
    'Based on all 120 planned scenarios, 3 annotators and 120 judgements.',
    'Holds for scenarios like these, judged by these 3 annotators.',
    'Not known for other annotators: it takes at least 5, and 3 have judged.',
    'You can stop now.',
    '! The difference is probably smaller than it looks: about 63 % instead of 64 %.',
  ]);

  says('no comparison decided', () => pair({ ties: 40 }), [
    'Not settled yet: concise and baseline are even so far (ties count half; 95 % interval 44–56 %).',
    'None of 40 comparisons was decided.',
    'Based on all 40 planned scenarios, 3 annotators and 40 judgements.',
    'The interval holds for scenarios like these, judged by these 3 annotators.',
    'Not known for other annotators: it takes at least 5, and 3 have judged.',
    'All planned judgements are in. How many more judgements would settle it cannot be said yet. Extend the evaluation to get more.',
    '! Annotator 1 gave the same judgement all 14 times: check whether outputs were read.',
    '! Annotator 2 gave the same judgement all 13 times: check whether outputs were read.',
    '! Annotator 3 gave the same judgement all 13 times: check whether outputs were read.',
    '! Every scenario says the same so far, so it is not known how much scenarios differ.',
  ]);

  says('only both bad', () => pair({ bothBad: 30 }), [
    'Not settled yet: concise and baseline are even so far (both bad counts half; 95 % interval 43–57 %).',
    'None of 30 comparisons was decided.',
    'Based on all 30 planned scenarios, 3 annotators and 30 judgements.',
    'The interval holds for scenarios like these, judged by these 3 annotators.',
    'Not known for other annotators: it takes at least 5, and 3 have judged.',
    'All planned judgements are in. How many more judgements would settle it cannot be said yet. Extend the evaluation to get more.',
    '! In 100 % of scenarios both were bad: neither is good enough.',
    '! Annotator 1 gave the same judgement all 10 times: check whether outputs were read.',
    '! Annotator 2 gave the same judgement all 10 times: check whether outputs were read.',
    '! Annotator 3 gave the same judgement all 10 times: check whether outputs were read.',
    '! Every scenario says the same so far, so it is not known how much scenarios differ.',
  ]);

  says('every scenario won', () => pair({ wins: 30 }), [
    'concise is better than baseline: it wins 100 % of comparisons (95 % interval 86–100 %).',
    'Every comparison was decided: concise won 30 of 30 (100 %).',
    'Based on all 30 planned scenarios, 3 annotators and 30 judgements.',
    'Holds for scenarios like these, judged by these 3 annotators.',
    'Not known for other annotators: it takes at least 5, and 3 have judged.',
    'You can stop now.',
    '! Every scenario says the same so far, so it is not known how much scenarios differ.',
  ]);

  says('equivalent', () => pair({ wins: 1000, losses: 1000, ties: 100 }, { annotators: 8 }), [
    'concise and baseline differ by less than 5 points from an even split, the difference that matters here: concise wins 50 % of comparisons (ties count half; 95 % interval 48–52 %).',
    'Of 2,000 decided comparisons out of 2,100, concise won 1,000 (50 %).',
    'Based on all 2,100 planned scenarios, 8 annotators and 2,100 judgements.',
    'Holds for scenarios like these, judged by these 8 annotators.',
    'Holds for other annotators too (95 % interval 47–53 %).',
    'You can stop now.',
  ]);

  says(
    'equivalent with a wider zone',
    () => pair({ wins: 205, losses: 195 }, { annotators: 5, settings: { zone: 0.1 } }),
    [
      'concise and baseline differ by less than 10 points from an even split, the difference that matters here: concise wins 51 % of comparisons (95 % interval 46–57 %).',
      'Every comparison was decided: concise won 205 of 400 (51 %).',
      'Based on all 400 planned scenarios, 5 annotators and 400 judgements.',
      'Holds for scenarios like these, judged by these 5 annotators.',
      'Not yet clear for other annotators (95 % interval 40–62 %).',
      'You can stop now.',
    ],
  );

  says(
    'better, by less than what matters',
    () => withVerdict(pair({ wins: 560, losses: 440 }), { within_zone: true }),
    [
      'concise is better than baseline: it wins 56 % of comparisons (95 % interval 52–59 %).',
      'Every comparison was decided: concise won 560 of 1,000 (56 %).',
      'Based on all 1,000 planned scenarios, 3 annotators and 1,000 judgements.',
      'Holds for scenarios like these, judged by these 3 annotators.',
      'Not known for other annotators: it takes at least 5, and 3 have judged.',
      'You can stop now.',
      '! The difference is probably smaller than it looks: about 55 % instead of 56 %.',
      '! The difference is smaller than 5 points, the difference that matters here.',
    ],
  );

  says('another level', () => pair({ wins: 80, losses: 40 }, { settings: { level: 0.99 } }), [
    'concise is better than baseline: it wins 67 % of comparisons (99 % interval 54–77 %).',
    'Every comparison was decided: concise won 80 of 120 (67 %).',
    'Based on all 120 planned scenarios, 3 annotators and 120 judgements.',
    'Holds for scenarios like these, judged by these 3 annotators.',
    'Not known for other annotators: it takes at least 5, and 3 have judged.',
    'You can stop now.',
    '! The difference is probably smaller than it looks: about 65 % instead of 67 %.',
  ]);

  says('sensitive to ties', () => pair({ wins: 36, losses: 12, ties: 4 }, { cases: 120 }), [
    'concise is better than baseline: it wins 73 % of comparisons (ties count half; 95 % interval 50.1–88 %).',
    'Of 48 decided comparisons out of 52, concise won 36 (75 %).',
    'Based on 52 of 120 planned scenarios, 3 annotators and 52 judgements.',
    'Holds for scenarios like these, judged by these 3 annotators.',
    'Not known for other annotators: it takes at least 5, and 3 have judged.',
    'You can stop now.',
    '! The difference is probably smaller than it looks: about 71 % instead of 73 %.',
    '! The answer depends on how ties are counted: counted as half it is settled, left out it is not.',
  ]);

  says(
    'several judgements per task',
    () => pair({ wins: 150, losses: 90 }, { perCase: 2, annotators: 6 }),
    [
      'concise is better than baseline: it wins 63 % of comparisons (95 % interval 57–67 %).',
      'Every comparison was decided: concise won 150 of 240 (63 %).',
      'Based on all 120 planned scenarios, 6 annotators and 240 judgements.',
      'Holds for scenarios like these, judged by these 6 annotators.',
      'Holds for other annotators too (95 % interval 56–69 %).',
      'You can stop now.',
      '! The difference is probably smaller than it looks: about 62 % instead of 63 %.',
    ],
  );
});

describe('resultSentences: few', () => {
  says('no judgements', () => pair({}, { cases: 20 }), [
    'No verdict yet: there are no judgements.',
  ]);

  says('one scenario', () => pair({ wins: 1 }, { cases: 20, annotators: 1 }), [
    'Not settled yet: concise leads baseline and wins 100 % of comparisons so far.',
    'Every comparison was decided: concise won 1 of 1 (100 %).',
    'Based on 1 of 20 planned scenarios, 1 annotator and 1 judgement.',
    'Go on judging: it is too early for an interval.',
    '! One annotator gave all judgements: others may prefer something else.',
    '! There is no interval before 10 completed scenarios: 9 more to go.',
  ]);

  says('three scenarios', () => pair({ wins: 2, losses: 1 }, { cases: 30 }), [
    'Not settled yet: concise leads baseline and wins 67 % of comparisons so far.',
    'Every comparison was decided: concise won 2 of 3 (67 %).',
    'Based on 3 of 30 planned scenarios, 3 annotators and 3 judgements.',
    'Go on judging: it is too early for an interval.',
    '! Only 3 annotators judged: others may prefer something else.',
    '! There is no interval before 10 completed scenarios: 7 more to go.',
  ]);

  says('ten scenarios', () => pair({ wins: 7, losses: 3 }, { cases: 30 }), [
    'Not settled yet: concise leads baseline and wins 70 % of comparisons so far (95 % interval 19–96 %).',
    'Every comparison was decided: concise won 7 of 10 (70 %).',
    'Based on 10 of 30 planned scenarios, 3 annotators and 10 judgements.',
    'The interval holds for scenarios like these, judged by these 3 annotators.',
    'Not known for other annotators: it takes at least 5, and 3 have judged.',
    '8 to 430 more judgements would probably settle it. The plan may end before: then extend the evaluation.',
    '! The right output wins 90 % of decided comparisons, whichever variant it comes from: the side seems to sway annotators.',
    '! Only 10 scenarios are completed: a few more can change the result.',
  ]);

  says(
    'a plan below ten scenarios, not at its end',
    () => pair({ wins: 4, losses: 1 }, { cases: 8 }),
    [
      'Not settled yet: concise leads baseline and wins 80 % of comparisons so far.',
      'Every comparison was decided: concise won 4 of 5 (80 %).',
      'Based on 5 of 8 planned scenarios, 3 annotators and 5 judgements.',
      'Go on judging: it is too early for an interval.',
      '! Only 3 annotators judged: others may prefer something else.',
      '! There is no interval before 8 completed scenarios: 3 more to go.',
    ],
  );

  says('a plan below ten scenarios, at its end', () => pair({ wins: 6, losses: 2 }), [
    'Not settled yet: concise leads baseline and wins 75 % of comparisons so far (95 % interval 39–93 %).',
    'Every comparison was decided: concise won 6 of 8 (75 %).',
    'Based on all 8 planned scenarios, 3 annotators and 8 judgements.',
    'The interval holds for scenarios like these, judged by these 3 annotators.',
    'Not known for other annotators: it takes at least 5, and 3 have judged.',
    'All planned judgements are in. 1 to 220 more judgements would probably settle it. Extend the evaluation to get more.',
    '! Only 8 scenarios are completed: a few more can change the result.',
  ]);

  says('one annotator', () => pair({ wins: 71, losses: 49 }, { annotators: 1 }), [
    'Not settled yet: concise leads baseline and wins 59 % of comparisons so far (95 % interval 49–69 %).',
    'Every comparison was decided: concise won 71 of 120 (59 %).',
    'Based on all 120 planned scenarios, 1 annotator and 120 judgements.',
    'The interval holds for scenarios like these, judged by this annotator.',
    'Not known for other annotators: it takes at least 5, and 1 has judged.',
    'All planned judgements are in. 64 to 1,100 more judgements would probably settle it. Extend the evaluation to get more.',
    '! One annotator gave all judgements: others may prefer something else.',
  ]);

  says(
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

  says(
    'scenarios that lack judgements',
    () => pair({ wins: 31, losses: 10 }, { perCase: 2, cases: 40 }),
    [
      'Not settled yet: concise leads baseline and wins 75 % of comparisons so far (95 % interval 45–87 %).',
      'Every comparison was decided: concise won 30 of 40 (75 %).',
      'Based on 20 of 40 planned scenarios, 3 annotators and 41 judgements.',
      'The interval holds for scenarios like these, judged by these 3 annotators.',
      'Not known for other annotators: it takes at least 5, and 3 have judged.',
      'About 2 more judgements would probably settle it.',
      '! 1 scenario still lacks judgements and does not count yet.',
    ],
  );
});

describe('resultSentences: around the plan', () => {
  says(
    'closed early',
    () => pair({ wins: 20, losses: 14 }, { cases: 120, settings: { collection: 'closed' } }),
    [
      'Not settled yet: concise leads baseline and wins 59 % of comparisons so far (95 % interval 26–85 %).',
      'Every comparison was decided: concise won 20 of 34 (59 %).',
      'Based on 34 of 120 planned scenarios, 3 annotators and 34 judgements.',
      'The interval holds for scenarios like these, judged by these 3 annotators.',
      'Not known for other annotators: it takes at least 5, and 3 have judged.',
      'Reopen the evaluation to go on. 43 to 1,800 more judgements would probably settle it. The plan may end before: then extend the evaluation.',
      '! The evaluation was closed early, after 34 of 120 planned scenarios.',
    ],
  );

  says(
    'closed early and settled',
    () => pair({ wins: 50, losses: 10 }, { cases: 120, settings: { collection: 'closed' } }),
    [
      'concise is better than baseline: it wins 83 % of comparisons (95 % interval 63–94 %).',
      'Every comparison was decided: concise won 50 of 60 (83 %).',
      'Based on 60 of 120 planned scenarios, 3 annotators and 60 judgements.',
      'Holds for scenarios like these, judged by these 3 annotators.',
      'Not known for other annotators: it takes at least 5, and 3 have judged.',
      'You can stop now.',
      '! The difference is probably smaller than it looks: about 82 % instead of 83 %.',
    ],
  );

  says(
    'extended and past the plan',
    () =>
      pair({ wins: 140, losses: 60 }, { settings: { plan: { cases: 100, judgementsPerTask: 1 } } }),
    [
      'concise is better than baseline: it wins 70 % of comparisons (95 % interval 60–80 %).',
      'Every comparison was decided: concise won 140 of 200 (70 %).',
      'Based on 200 scenarios, 3 annotators and 200 judgements.',
      'Holds for scenarios like these, judged by these 3 annotators.',
      'Not known for other annotators: it takes at least 5, and 3 have judged.',
      'You can stop now.',
      '! The difference is probably smaller than it looks: about 69 % instead of 70 %.',
      '! The evaluation went on past its plan of 100 scenarios with 1 judgement per task; the interval allows for it.',
    ],
  );

  says(
    'extended, not settled',
    () =>
      pair({ wins: 110, losses: 90 }, { settings: { plan: { cases: 100, judgementsPerTask: 1 } } }),
    [
      'Not settled yet: concise leads baseline and wins 55 % of comparisons so far (95 % interval 45–67 %).',
      'Every comparison was decided: concise won 110 of 200 (55 %).',
      'Based on 200 scenarios, 3 annotators and 200 judgements.',
      'The interval holds for scenarios like these, judged by these 3 annotators.',
      'Not known for other annotators: it takes at least 5, and 3 have judged.',
      '330 to 3,000 more judgements would probably settle it. Extend the evaluation when its tasks run out.',
      '! The evaluation went on past its plan of 100 scenarios with 1 judgement per task; the interval allows for it.',
    ],
  );

  says(
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
      'Not known for other annotators: it takes at least 5, and 3 have judged.',
      '45 to 2,900 more judgements would probably settle it. The plan may end before: then extend the evaluation.',
      '! The evaluation was extended; its plan of 100 scenarios with 1 judgement per task has not ended yet.',
    ],
  );

  says(
    'an annotator excluded',
    () => pair({ wins: 60, losses: 60 }, { settings: { excludedAnnotators: [0] } }),
    [
      'Not settled yet: concise leads baseline and wins 51 % of comparisons so far (95 % interval 36–66 %).',
      'Every comparison was decided: concise won 41 of 80 (51 %).',
      'Based on 80 of 120 planned scenarios, 2 annotators and 80 judgements.',
      'The interval holds for scenarios like these, judged by these 2 annotators.',
      'Not known for other annotators: it takes at least 5, and 2 have judged.',
      '550 to 3,500 more judgements would probably settle it. The plan may end before: then extend the evaluation.',
      '! Left out: 40 judgements by excluded annotators. With them, the win rate of concise is 50 % (95 % interval 40–60 %).',
    ],
  );

  says('too fast ones excluded', () => withFastVotes(), [
    'concise is better than baseline: it wins 67 % of comparisons (95 % interval 53–78 %).',
    'Every comparison was decided: concise won 60 of 90 (67 %).',
    'Based on 90 of 120 planned scenarios, 3 annotators and 90 judgements.',
    'Holds for scenarios like these, judged by these 3 annotators.',
    'Not known for other annotators: it takes at least 5, and 3 have judged.',
    'You can stop now.',
    '! The difference is probably smaller than it looks: about 65 % instead of 67 %.',
    '! Left out: 30 judgements in less than 2 s. With them, the win rate of concise is 67 % (95 % interval 56–76 %).',
  ]);

  says(
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
      'Not known for other annotators: it takes at least 5, and 3 have judged.',
      'All planned judgements are in. It would take at least 40,000 more judgements, perhaps far more: the difference may be too small to find.',
    ],
  );

  says(
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
      'Not known for other annotators: it takes at least 5, and 3 have judged.',
      'About 1 more judgement would probably settle it.',
    ],
  );
});

describe('resultSentences: annotators and sides', () => {
  says('an annotator who always chose the left output', () => withLeftChooser(), [
    'concise is better than baseline: it wins 65 % of comparisons (95 % interval 54–74 %).',
    'Every comparison was decided: concise won 72 of 111 (65 %).',
    'Based on all 111 planned scenarios, 3 annotators and 111 judgements.',
    'Holds for scenarios like these, judged by these 3 annotators.',
    'Not known for other annotators: it takes at least 5, and 3 have judged.',
    'You can stop now.',
    '! The difference is probably smaller than it looks: about 63 % instead of 65 %.',
    '! Annotator 3 chose the left output in 37 of 37 decided comparisons: check whether both outputs were read.',
    '! The left output wins 66 % of decided comparisons, whichever variant it comes from: the side seems to sway annotators.',
  ]);

  says('an annotator with most judgements', () => withBusyAnnotator(), [
    'concise is better than baseline: it wins 67 % of comparisons (95 % interval 56–76 %).',
    'Every comparison was decided: concise won 80 of 120 (67 %).',
    'Based on all 120 planned scenarios, 4 annotators and 120 judgements.',
    'Holds for scenarios like these, judged by these 4 annotators.',
    'Not known for other annotators: it takes at least 5, and 4 have judged.',
    'You can stop now.',
    '! The difference is probably smaller than it looks: about 65 % instead of 67 %.',
    '! Annotator 1 gave 40 % of all judgements: the result leans on one annotator.',
  ]);

  says('an annotator who always says tie', () => withTieSayer(), [
    'concise is better than baseline: it wins 62 % of comparisons (ties count half; 95 % interval 53–69 %).',
    'Of 80 decided comparisons out of 120, concise won 54 (68 %).',
    'Based on all 120 planned scenarios, 3 annotators and 120 judgements.',
    'Holds for scenarios like these, judged by these 3 annotators.',
    'Not known for other annotators: it takes at least 5, and 3 have judged.',
    'You can stop now.',
    '! The difference is probably smaller than it looks: about 60 % instead of 62 %.',
    '! Annotator 2 gave the same judgement all 40 times: check whether outputs were read.',
  ]);

  says('known for other annotators', () => pair({ wins: 90, losses: 30 }, { annotators: 8 }), [
    'concise is better than baseline: it wins 75 % of comparisons (95 % interval 65–83 %).',
    'Every comparison was decided: concise won 90 of 120 (75 %).',
    'Based on all 120 planned scenarios, 8 annotators and 120 judgements.',
    'Holds for scenarios like these, judged by these 8 annotators.',
    'Holds for other annotators too (95 % interval 63–87 %).',
    'You can stop now.',
    '! The difference is probably smaller than it looks: about 73 % instead of 75 %.',
  ]);

  says(
    'not yet clear for other annotators',
    () => pair({ wins: 72, losses: 48 }, { annotators: 8 }),
    [
      'Not settled yet: concise leads baseline and wins 60 % of comparisons so far (95 % interval 49.7–69 %).',
      'Every comparison was decided: concise won 72 of 120 (60 %).',
      'Based on all 120 planned scenarios, 8 annotators and 120 judgements.',
      'The interval holds for scenarios like these, judged by these 8 annotators.',
      'Not yet clear for other annotators (95 % interval 46–74 %).',
      'All planned judgements are in. 40 to 760 more judgements would probably settle it. Extend the evaluation to get more.',
    ],
  );

  says('one side shown more often', () => withOneSide(), [
    'concise is better than baseline: it wins 67 % of comparisons (95 % interval 56–76 %).',
    'Every comparison was decided: concise won 80 of 120 (67 %).',
    'Based on all 120 planned scenarios, 3 annotators and 120 judgements.',
    'Holds for scenarios like these, judged by these 3 annotators.',
    'Not known for other annotators: it takes at least 5, and 3 have judged.',
    'You can stop now.',
    '! The difference is probably smaller than it looks: about 65 % instead of 67 %.',
    '! A variant was shown on one side more often than on the other, so a preference for that side counts as one for the variant.',
  ]);

  says('sides that are not known', () => withoutSides(), [
    'concise is better than baseline: it wins 67 % of comparisons (95 % interval 56–76 %).',
    'Every comparison was decided: concise won 80 of 120 (67 %).',
    'Based on all 120 planned scenarios, 3 annotators and 120 judgements.',
    'Holds for scenarios like these, judged by these 3 annotators.',
    'Not known for other annotators: it takes at least 5, and 3 have judged.',
    'You can stop now.',
    '! The difference is probably smaller than it looks: about 65 % instead of 67 %.',
    '! Some judgements do not say which output was on the left: whether the side mattered cannot be checked for them.',
  ]);

  says(
    'outputs of different length',
    () => pair({ wins: 80, losses: 40 }, { lengths: unequalLengths(120) }),
    [
      'concise is better than baseline: it wins 67 % of comparisons (95 % interval 56–76 %).',
      'Every comparison was decided: concise won 80 of 120 (67 %).',
      'With outputs of equal length, concise would win 67 % of decided comparisons with baseline (95 % interval 56–75 %).',
      'Based on all 120 planned scenarios, 3 annotators and 120 judgements.',
      'Holds for scenarios like these, judged by these 3 annotators.',
      'Not known for other annotators: it takes at least 5, and 3 have judged.',
      'You can stop now.',
      '! The difference is probably smaller than it looks: about 65 % instead of 67 %.',
    ],
  );

  says(
    'outputs of different length before the planned end',
    () => pair({ wins: 80, losses: 40 }, { cases: 200, lengths: unequalLengths(200) }),
    [
      'concise is better than baseline: it wins 67 % of comparisons (95 % interval 53–78 %).',
      'Every comparison was decided: concise won 80 of 120 (67 %).',
      'With outputs of equal length, concise would win 67 % of decided comparisons with baseline.',
      'Based on 120 of 200 planned scenarios, 3 annotators and 120 judgements.',
      'Holds for scenarios like these, judged by these 3 annotators.',
      'Not known for other annotators: it takes at least 5, and 3 have judged.',
      'You can stop now.',
      '! The difference is probably smaller than it looks: about 65 % instead of 67 %.',
    ],
  );
});

describe('resultSentences: several variants', () => {
  says('one is better than all others', () => several(3, 60, (later) => (later === 2 ? 9 : 5)), [
    'large-model is better than baseline and concise.',
    'The win rate of large-model is 60 points higher than that of baseline, the closest (95 % interval 43 to 77 points).',
    'Based on all 60 planned scenarios, 5 annotators and 180 judgements.',
    'Holds for scenarios like these, judged by these 5 annotators.',
    'Holds for other annotators too (95 % interval 2.5 to 100 points).',
    'You can stop now.',
    '! The difference is probably smaller than it looks: about 58 points instead of 60 points.',
  ]);

  says('two may be best', () => several(3, 60, (_, earlier) => (earlier === 0 ? 9 : 5)), [
    'concise is best or tied with large-model; baseline is worse than both.',
    'concise and large-model, the closest, have the same win rate so far (95 % interval −19 to 19 points).',
    'Based on all 60 planned scenarios, 5 annotators and 180 judgements.',
    'The interval holds for scenarios like these, judged by these 5 annotators.',
    'Not yet clear for other annotators (95 % interval −52 to 52 points).',
    'All planned judgements are in. 1,100 to 4,300 more judgements would probably settle it. Extend the evaluation to get more.',
  ]);

  says(
    'one is worse than only one of those that may be best',
    () => several(3, 40, (later, earlier) => (earlier > 0 ? 5 : later === 2 ? 8 : 6)),
    [
      'large-model is best or tied with concise; baseline is worse than large-model.',
      'The win rate of large-model is 10 points higher than that of concise, the closest (95 % interval −23 to 43 points).',
      'Based on all 40 planned scenarios, 5 annotators and 120 judgements.',
      'The interval holds for scenarios like these, judged by these 5 annotators.',
      'Not yet clear for other annotators (95 % interval −65 to 85 points).',
      'All planned judgements are in. 600 to 5,700 more judgements would probably settle it. Extend the evaluation to get more.',
    ],
  );

  says('nothing is known', () => several(4, 30, () => 5), [
    'Nothing separates the 4 variants yet.',
    'baseline and large-model, the closest, have the same win rate so far (95 % interval −32 to 32 points).',
    'Based on all 30 planned scenarios, 5 annotators and 180 judgements.',
    'The interval holds for scenarios like these, judged by these 5 annotators.',
    'Not yet clear for other annotators (95 % interval −61 to 61 points).',
    'All planned judgements are in. 1,800 to 9,100 more judgements would probably settle it. Extend the evaluation to get more.',
  ]);

  says('one of many is best', () => several(7, 60, (later) => (later === 6 ? 9 : 5)), [
    'new is better than all 6 others.',
    'The win rate of new is 47 points higher than that of terse, the closest (95 % interval 29 to 64 points).',
    'Based on all 60 planned scenarios, 5 annotators and 1,260 judgements.',
    'Holds for scenarios like these, judged by these 5 annotators.',
    'Holds for other annotators too (95 % interval 0.7 to 93 points).',
    'You can stop now.',
    '! The difference is probably smaller than it looks: about 45 points instead of 47 points.',
    '! The right output wins 60 % of decided comparisons, whichever variant it comes from: the side seems to sway annotators.',
  ]);

  says('all differences are too small to matter', () => several(3, 400, () => 5), [
    'baseline differs from concise and large-model by less than 10 points, the difference that matters here.',
    'baseline and concise, the closest, have the same win rate (95 % interval −8.4 to 8.4 points).',
    'Based on all 400 planned scenarios, 5 annotators and 1,200 judgements.',
    'Holds for scenarios like these, judged by these 5 annotators.',
    'Not yet clear for other annotators (95 % interval −15 to 15 points).',
    'You can stop now.',
  ]);

  says(
    'before the planned end',
    () => several(3, 40, (later) => (later === 2 ? 9 : 5), { cases: 80 }),
    [
      'large-model is better than baseline and concise.',
      'The win rate of large-model is 60 points higher than that of baseline, the closest (95 % interval 28 to 92 points).',
      'Based on 40 of 80 planned scenarios, 5 annotators and 120 judgements.',
      'Holds for scenarios like these, judged by these 5 annotators.',
      'Not yet clear for other annotators (95 % interval −100 to 100 points).',
      'You can stop now.',
      '! The difference is probably smaller than it looks: about 58 points instead of 60 points.',
    ],
  );

  says('too few scenarios', () => several(3, 5, () => 9, { cases: 40 }), [
    'Nothing separates the 3 variants yet.',
    'The win rate of large-model is 50 points higher than that of concise, the closest.',
    'Based on 5 of 40 planned scenarios, 5 annotators and 15 judgements.',
    'Go on judging: it is too early for an interval.',
    '! There is no interval before 10 completed scenarios: 5 more to go.',
    '! Every scenario says the same so far, so it is not known how much scenarios differ.',
  ]);

  says('variants that were never compared', () => withoutConnection(), [
    'Nothing separates the 4 variants yet.',
    'Based on all 60 planned scenarios, 3 annotators and 120 judgements.',
    '! Only 3 annotators judged: others may prefer something else.',
    '! Some variants were never compared with each other, not even through others: baseline and concise · large-model and polite.',
  ]);

  says('most outputs bad', () => withBadOutputs(), [
    'Nothing separates the 3 variants yet.',
    'baseline and concise, the closest, have the same win rate so far (both bad counts half; 95 % interval −13 to 13 points).',
    'Based on all 40 planned scenarios, 5 annotators and 120 judgements.',
    'The interval holds for scenarios like these, judged by these 5 annotators.',
    'Not yet clear for other annotators.',
    'All planned judgements are in. How many more judgements would settle it cannot be said yet. Extend the evaluation to get more.',
    '! In 50 % of comparisons no output was good: the best may not be good enough.',
    '! The right output wins 67 % of decided comparisons, whichever variant it comes from: the side seems to sway annotators.',
    '! A variant was shown on one side more often than on the other, so a preference for that side counts as one for the variant.',
    '! Every scenario says the same so far, so it is not known how much scenarios differ.',
  ]);
});

describe('resultSentences: scores', () => {
  says('better', () => scored([3, 3.4], 60), [
    'concise scores 0.4 higher than baseline on helpful (scale 1 to 5; 95 % interval 0.07 to 0.73).',
    'Based on all 60 planned scenarios, 5 annotators and 120 judgements.',
    'Holds for scenarios like these, judged by these 5 annotators.',
    'Not yet clear for other annotators (95 % interval −0.15 to 0.95).',
    'You can stop now.',
    '! The difference is probably smaller than it looks: about 0.35 instead of 0.4.',
  ]);

  says('worse', () => scored([3.6, 3], 60), [
    'baseline scores 0.6 higher than concise on helpful (scale 1 to 5; 95 % interval 0.27 to 0.93).',
    'Based on all 60 planned scenarios, 5 annotators and 120 judgements.',
    'Holds for scenarios like these, judged by these 5 annotators.',
    'Holds for other annotators too (95 % interval 0.05 to 1.15).',
    'You can stop now.',
    '! The difference is probably smaller than it looks: about 0.54 instead of 0.6.',
  ]);

  says('not settled', () => scored([3, 3.15], 60), [
    'Not settled yet: concise scores 0.15 higher than baseline on helpful so far (scale 1 to 5; 95 % interval −0.18 to 0.48).',
    'Based on all 60 planned scenarios, 5 annotators and 120 judgements.',
    'The interval holds for scenarios like these, judged by these 5 annotators.',
    'Not yet clear for other annotators (95 % interval −0.4 to 0.7).',
    'All planned judgements are in. 310 to 2,100 more judgements would probably settle it. Extend the evaluation to get more.',
  ]);

  says('the same', () => scored([3, 3], 40, { cases: 80 }), [
    'Not settled yet: concise and baseline score the same on helpful so far (scale 1 to 5; 95 % interval −0.6 to 0.6).',
    'Based on 40 of 80 planned scenarios, 5 annotators and 80 judgements.',
    'The interval holds for scenarios like these, judged by these 5 annotators.',
    'Not yet clear for other annotators (95 % interval −1.57 to 1.57).',
    '480 to 2,300 more judgements would probably settle it. The plan may end before: then extend the evaluation.',
  ]);

  says('equivalent', () => scored([3, 3.02], 600), [
    'concise and baseline differ by less than 0.2 on helpful (scale 1 to 5), the difference that matters here: concise scores 0.02 higher (95 % interval −0.08 to 0.12).',
    'Based on all 600 planned scenarios, 5 annotators and 1,200 judgements.',
    'Holds for scenarios like these, judged by these 5 annotators.',
    'Holds for other annotators too (95 % interval −0.14 to 0.18).',
    'You can stop now.',
  ]);

  says(
    'the overall score, on a scale of its own',
    () =>
      scored([52, 55], 60, { criterion: { name: 'score', scale: 'numeric', low: 0, high: 100 } }),
    [
      'concise scores 3 higher than baseline (scale 0 to 100; 95 % interval 2.67 to 3.33).',
      'Based on all 60 planned scenarios, 5 annotators and 120 judgements.',
      'Holds for scenarios like these, judged by these 5 annotators.',
      'Holds for other annotators too (95 % interval 2.45 to 3.55).',
      'You can stop now.',
      '! The difference is probably smaller than it looks: about 2.94 instead of 3.',
      '! The difference is smaller than 5, the difference that matters here.',
    ],
  );

  says(
    'a scale without ends',
    () =>
      scored([3, 4], 60, { criterion: { name: 'Words', scale: 'numeric', low: null, high: null } }),
    [
      'concise scores 1 higher than baseline on Words (95 % interval 0.67 to 1.33).',
      'Based on all 60 planned scenarios, 5 annotators and 120 judgements.',
      'Holds for scenarios like these, judged by these 5 annotators.',
      'Holds for other annotators too (95 % interval 0.45 to 1.55).',
      'You can stop now.',
      '! The difference is probably smaller than it looks: about 0.94 instead of 1.',
    ],
  );

  says(
    'yes or no',
    () => scored([3, 7], 60, { criterion: { name: 'Correct', scale: 'binary', low: 0, high: 1 } }),
    [
      'concise scores 40 points higher than baseline on Correct (share of yes; 95 % interval 25 to 55 points).',
      'Based on all 60 planned scenarios, 5 annotators and 120 judgements.',
      'Holds for scenarios like these, judged by these 5 annotators.',
      'Holds for other annotators too (95 % interval 17 to 63 points).',
      'You can stop now.',
      '! The difference is probably smaller than it looks: about 37 points instead of 40 points.',
    ],
  );

  says(
    'categories, which have no order',
    () => scored([1, 2], 20, { criterion: { name: 'Tone', scale: 'choice', low: 0, high: 4 } }),
    [
      'No verdict: no criterion has an order by which outputs could be compared.',
      'Based on all 20 planned scenarios, 5 annotators and 40 judgements.',
    ],
  );

  says('several variants, one best', () => scored([2.5, 3, 3.6], 60), [
    'large-model is better than concise and baseline on helpful (scale 1 to 5).',
    'large-model scores 0.6 higher than concise, the closest (95 % interval 0.21 to 0.99).',
    'Based on all 60 planned scenarios, 5 annotators and 180 judgements.',
    'Holds for scenarios like these, judged by these 5 annotators.',
    'Not yet clear for other annotators (95 % interval −0.17 to 1.37).',
    'You can stop now.',
    '! The difference is probably smaller than it looks: about 0.55 instead of 0.6.',
  ]);

  says('several variants, two may be best', () => scored([2, 3, 3.1], 60), [
    'large-model is best or tied with concise on helpful (scale 1 to 5); baseline is worse than both.',
    'large-model scores 0.1 higher than concise, the closest (95 % interval −0.29 to 0.49).',
    'Based on all 60 planned scenarios, 5 annotators and 180 judgements.',
    'The interval holds for scenarios like these, judged by these 5 annotators.',
    'Not yet clear for other annotators (95 % interval −0.67 to 0.87).',
    'All planned judgements are in. 860 to 4,000 more judgements would probably settle it. Extend the evaluation to get more.',
  ]);

  says('several variants, nothing known', () => scored([3, 3, 3], 40), [
    'Nothing separates the 3 variants on helpful (scale 1 to 5) yet.',
    'baseline and concise, the closest, score the same so far (95 % interval −0.49 to 0.49).',
    'Based on all 40 planned scenarios, 5 annotators and 120 judgements.',
    'The interval holds for scenarios like these, judged by these 5 annotators.',
    'Not yet clear for other annotators (95 % interval −0.99 to 0.99).',
    'All planned judgements are in. 950 to 4,100 more judgements would probably settle it. Extend the evaluation to get more.',
  ]);

  says('one variant', () => scored([3.4], 60), [
    'baseline scores 3.4 on helpful on average (scale 1 to 5; 95 % interval 3.13 to 3.61).',
    'Based on all 60 planned scenarios, 5 annotators and 60 judgements.',
    'The interval holds for scenarios like these, judged by these 5 annotators.',
  ]);

  says(
    'one variant, yes or no',
    () => scored([7], 60, { criterion: { name: 'Correct', scale: 'binary', low: 0, high: 1 } }),
    [
      'baseline scores 70 % on Correct on average (share of yes; 95 % interval 55–82 %).',
      'Based on all 60 planned scenarios, 5 annotators and 60 judgements.',
      'The interval holds for scenarios like these, judged by these 5 annotators.',
    ],
  );
});
