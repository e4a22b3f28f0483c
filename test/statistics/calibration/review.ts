/**
 * Faults that an outside review found, their figures at that time, and where the new figure is: in
 * a section of the page that `npm run calibrate` writes or, if it is no rate, in a test.
 */
export const REVIEW: readonly (readonly [fault: string, before: string, now: string])[] = [
  [
    'Time goes with the variant, so that drift makes a difference',
    '“better” in 4 of 4 evaluations of identical variants',
    '“annotators whose scores change over their tasks” and “Rank correlation”',
  ],
  [
    'Intervals for one look are shown at every look',
    '2 variants 15–22 %, 3 variants 18.5 %, 6 variants 24–43 % false claims',
    '“a look after every scenario” and “Identical variants, all looks”',
  ],
  [
    'Few scenarios of several variants',
    '6 variants: 52–55 % at 3 scenarios, 27 % at 5, 13–16 % at 8, 9 % at 10',
    '“Identical variants, all looks”',
  ],
  [
    'Warnings never reach the page, and a one-sided or hasty annotator is not marked',
    '37 of 37 to the left, 0.76 s each: “You may stop.”',
    'sentences in `test/results/sentences-around-the-verdict.test.ts` and `test/api/statistics.test.ts`; “any of them marked”',
  ],
  [
    'Scores count only where one annotator scored both outputs',
    'power 11–45 % where a paired t has 61–99 %',
    '“Scores, the two outputs of a scenario by different annotators”',
  ],
  [
    'With overlap nothing is completed until the end',
    '70 of 120 judgements: 0 completed scenarios',
    'at most a window of scenarios is unfinished at any moment: `test/api/judging-window.test.ts`',
  ],
  [
    'The rate changes its meaning when the evaluation is closed',
    '96 % while open, 60 % closed',
    '“One rate, open and closed”',
  ],
  [
    'A verdict for these annotators is read for others',
    '9–38 % false at 100 scenarios, 26–68 % at 500',
    '“the line about other annotators claims nothing false”; “Results of single annotators”',
  ],
  [
    'A verdict is taken back later, and the effect at the stop is overstated',
    '37–70 % of studies; 0.58 shown as 0.65',
    '“Verdicts that a later look takes back” and “Studies that stop early”',
  ],
  [
    'Intervals of agreement ignore the scenario',
    'coverage 82–85 %',
    '“Coverage of the intervals of agreement”',
  ],
  [
    'Zone, level, minimum time and exclusions cannot be set, studies cannot be extended, and the advice on more judgements is wrong',
    '“equivalent” never; settled in 39–72 %',
    '“called equivalent”, “Extended to three times the plan”, “More needed”; `test/api/analysis-settings.test.ts`, `test/api/exclusions.test.ts`, `test/api/evaluation-extension.test.ts`',
  ],
  [
    'Intervals for scores bet on the whole scale',
    'a difference of 5 with sd 10 in 120 scenarios: found in 3 %',
    '“Power”',
  ],
];
