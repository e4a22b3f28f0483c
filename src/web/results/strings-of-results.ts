import {
  count,
  DECIMALS,
  decimal,
  integer,
  POINTS,
  percent,
  SHARES,
} from '../../domain/results/sentences/wording.ts';
import { day, longMoment, preciseNumber } from '../localized.ts';
import { isolated } from './isolated-names.ts';

interface JudgementCounts {
  readonly used: number;
  readonly shown: number;
  readonly given: number;
}

interface WinCell {
  readonly first: string;
  readonly second: string;
  readonly value: number;
  readonly judgements: number;
}

interface AgreementCell extends Omit<WinCell, 'judgements'> {
  readonly n: number;
}

const MEASURES = {
  raw: 'Same judgement',
  krippendorff: 'Krippendorff’s alpha',
  gwet: 'Gwet’s AC',
} as const;

/** The reasons, by warning. */
const NOT_POOLED: Readonly<Record<string, string>> = {
  few_annotators: 'Pooled results need at least five annotators.',
  few_cases: 'Pooled results need more judgements from each annotator.',
  zero_variance: 'Own results are not pooled, because no annotator’s judgements vary.',
};

/** Texts about results. */
export const results = {
  of: (name: string) => `Results: ${name}`,
  print: 'Print',
  save: 'Save as one file',
  savedAt: (moment: Date) => `Saved on ${longMoment(moment)}`,
  computing: 'Computing statistics… Counts are shown below.',
  percent,
  decimal,
  units: { share: SHARES, points: POINTS, score: DECIMALS },
  numbers: 'Numbers',
  csv: 'CSV',
  csvOf: (title: string) => `CSV: ${title}`,
  hiddenTitle: 'Results are hidden for now',
  hiddenText:
    'You can still judge this evaluation, and its results could influence you. They are shown once it is closed.',
  counts: 'Judgements',
  judgements: (judgements: number) => `${count(judgements, 'judgement')} so far.`,
  counted: ({ used, shown, given }: JudgementCounts) =>
    [
      `${count(used, 'judgement')} counted.`,
      ...(shown < used
        ? [`The bar shows the ${count(shown, 'judgement')} in completed scenarios.`]
        : []),
      ...(given > used
        ? [`${integer(given - used)} more do not count; the reasons are at the end.`]
        : []),
    ].join(' '),
  decided: 'One output was better',
  verdict: 'Verdict',
  count: 'Judgements',
  share: 'Share in %',
  better: (name: string) => `${name} is better`,

  caution: 'Read with care',
  certainty: (ahead: string, figures: string, reference: string) =>
    `${ahead}: ${figures}; ${reference} means no difference`,
  noDifferenceAt: (reference: string) => `${reference}: no difference`,
  criteria: 'Criteria at a glance: mean and interval of each variant',
  criterion: 'Criterion',
  settledSoFar: 'Settled so far',
  act: {
    deploy: 'Deploy winner…',
    extend: {
      enough: (judgements: number) => `Get ${count(judgements, 'more judgement')}…`,
      part: (judgements: number) => `Get up to ${count(judgements, 'more judgement')}…`,
    },
    invite: 'Invite annotators…',
    close: 'Close evaluation',
    reopen: 'Reopen evaluation',
    exclude: (name: string) => `Exclude ${name}…`,
    again: 'Compare again',
  },

  differences: 'Differences',
  differencesText:
    'A dot is the estimate, the line its interval. The dashed mark means no difference.',
  leaderText: (name: string) =>
    `Differences from ${name}, which is ahead. The table has all pairs. The dashed mark means no difference.`,
  difference: 'Comparison',
  winRateOf: (name: string) => `Win rate of ${name}`,
  inUnit: (name: string, symbol: string) => (symbol === '' ? name : `${name} (${symbol})`),
  axis: (direction: string, symbol: string) =>
    symbol === '' ? direction : `${direction} (${symbol})`,
  plots: {
    number: (value: number) => preciseNumber(value).replace('-', '−'),
    integer: (value: number) => integer(value).replace('-', '−'),
    tip: (name: string, figures: string, n: number) =>
      `${isolated(name)}: ${figures}, n = ${integer(n)}`,
    part: (name: string, number: number, share: number) =>
      `${isolated(name)}: ${integer(number)} (${percent(share)})`,
    shareTip: (name: string, number: number, share: number) =>
      `${isolated(name)}: ${percent(share)} · ${integer(number)}`,
    wins: ({ first, second, value, judgements }: WinCell) =>
      `${first} wins ${percent(value)} against ${second}: ${count(judgements, 'judgement')}`,
    agree: ({ first, second, value, n }: AgreementCell) =>
      `${first} and ${second} agree in ${percent(value)} of ${count(n, 'shared task')}`,
    after: (cases: number, figures: string) => `After ${count(cases, 'scenario')}: ${figures}`,
    readAt: (title: string) => `${title}: read the estimate after a number of scenarios`,
  },
  estimate: 'Estimate',
  low: 'Low',
  high: 'High',
  method: 'Method',
  between: (variant: string, against: string) => `${variant} – ${against}`,
  direction: (low: string, high: string) => `← ${low} better · ${high} better →`,
  pairDirection: '← second better · first better →',
  rates: {
    score_win_rate: 'Win rate, ties as half',
    decisive_win_rate: 'Win rate, ties left out',
    equal_length: 'Ties left out, at equal length',
  },
  winRates: 'Differences of win rates',
  settled: 'Settled',
  known: {
    better: 'first is better',
    worse: 'second is better',
    equivalent: 'too small to matter',
    not_yet_clear: 'not yet',
  },
  ranking: 'Ranking',
  rankingText:
    'By win rate, ties as half. Possible ranks follow from the differences that are settled.',
  rankingAxis: 'win rate against the others: ← lower · higher →',
  ranked: (ranks: string) => `· rank ${ranks}`,
  rankBest: 'Best possible rank',
  rankWorst: 'Worst possible rank',
  rank: (best: number, worst: number) =>
    best === worst ? integer(best) : `${integer(best)} to ${integer(worst)}`,
  matrix: 'Wins against each other',
  matrixText: 'How often the row’s variant wins against the column’s.',
  variant: 'Variant',
  against: 'Against',
  winRate: 'Win rate',
  bothBad: 'Both bad',
  scores: (criterion: string) => `Scores: ${criterion}`,
  bothAnswered: 'Scenarios in which only one output has an answer are left out here.',
  scoreDifferences: (criterion: string) => `Differences: ${criterion}`,
  score: 'Score',
  scoresGiven: 'Scores given',
  mean: (figures: string) => `mean ${figures}`,

  sequences: {
    score_win_rate: 'Win rate over time',
    win_rate_difference: 'Difference of win rates over time',
    mean_score: 'Mean score over time',
    mean_score_difference: 'Score difference over time',
  },
  sequenceText:
    'The estimate and its interval after each completed scenario. The dashed line means no difference, the grey zone differences too small to matter, the dotted line the end of the plan.',
  plannedEnd: 'planned end',
  cases: 'Completed scenarios',
  sequenceOf: (variant: string, against: string) => `${variant} against ${against}`,

  agreement: 'Agreement',
  measureOn: (criterion: string | null, measure: 'raw' | 'krippendorff' | 'gwet') =>
    `${criterion ?? 'Comparison'}: ${MEASURES[measure]}`,
  agreementAxis: '← chance · perfect agreement →',
  agreementText:
    'How far annotators agree. Krippendorff’s alpha and Gwet’s AC correct for chance: 1 is perfect agreement, 0 is chance.',
  measure: 'Measure',
  measures: MEASURES,
  pairs: 'Agreement between annotators',
  pairsOn: (criterion: string) => `Agreement between annotators: ${criterion}`,
  annotator: 'Annotator',
  annotatorNumber: (number: number) => `Annotator ${integer(number)}`,
  other: 'Other',

  bias: 'Biases',
  biasText: 'Effects that should not matter: each should be near 50 %.',
  biasAxis: '← less often · more often →',
  drift: 'Change over time',
  perTenTasks: 'Per ten tasks of an annotator',
  biases: {
    position: 'Left output wins',
    length: 'Longer output wins',
    equalLength: (variant: string, against: string) =>
      `${variant} wins against ${against} at equal length`,
    drift: {
      left: () => 'Left output wins',
      tie: () => 'No winner',
      score: (criterion: string) => `Score on ${criterion}`,
    },
  },
  annotators: 'Annotators',
  annotatorsText:
    'Marks show annotators who judge unlike the others, always give the same answer, judge faster than they can read, or change over time.',
  annotatorColumns: {
    share: 'Share of judgements',
    agreement: 'Agrees with others',
    first: 'Chose the left output',
    seconds: 'Seconds per task',
    severity: 'Severity',
    own: 'Own result',
    pooled: 'Pooled result',
    marks: 'Marks',
    without: 'Result without this annotator',
  },
  annotatorEffects: {
    own: (ahead: string, behind: string) =>
      `Own result: ${ahead} against ${behind}, by the judgements of one annotator.`,
    pooled:
      'Pooled result: the annotator’s own result drawn towards that of all annotators, as far as chance explains the distance. Use it to compare annotators.',
    notPooled: NOT_POOLED,
  },
  alarm: 'Alarm',
  alarmYes: 'yes',
  alarmNo: 'no',

  history: {
    title: 'Verdict with all judgements',
    text: 'Some judgements are left out. If all counted, the verdict would be:',
  },
  facts: {
    app: 'App',
    variants: 'Variants',
    testset: 'Test set',
    created: 'Created',
    reported: 'Report date',
    address: 'Address',
    atRevision: (name: string, revision: number) => `${name} (revision ${integer(revision)})`,
    day: (date: Date) => day(date),
    moment: (date: Date) => longMoment(date),
  },

  slices: {
    title: 'Slices',
    text: 'The comparison for each value of an input. These comparisons were not planned, so read them as hints; tests are adjusted for looking at all values.',
    input: 'Input',
    choose: 'Choose an input',
    none: 'Too few scenarios share a value to compare them.',
    by: (input: string) => `By ${input}`,
    value: 'Value',
    others: 'All other values',
    table: 'Scenarios in the table',
    all: 'All scenarios',
    adjusted: 'Adjusted p',
    significant: 'Significant (adjusted)',
  },

  scenarios: 'Scenarios',
  scenariosText:
    'Disagreement is the share of annotator pairs who judged differently. High disagreement often means an unclear scenario.',
  scenariosShown: (shown: number, total: number, order: string) =>
    `${integer(shown)} of ${count(total, 'scenario')}, ${order}.`,
  orders: {
    position: 'in test set order',
    disagreement: 'most disputed first',
  },
  disagreement: 'Disagreement',
  noDisagreement: '–',
  show: (number: number) => `Show scenario ${integer(number)}`,
  hide: (number: number) => `Hide scenario ${integer(number)}`,
  output: (variant: string) => `Output of ${variant}`,
  inFull: 'Outputs and judgements',
  scenariosCut: (count: number) =>
    `This file contains the first ${integer(count)} scenarios. All of them are on the page it was saved from, and in the export of the evaluation.`,
  judgementsCut: (count: number) =>
    `This file contains the first ${integer(count)} judgements. The figures above count all of them.`,
  noJudgements: 'No judgements yet.',
  caseNumber: 'Scenario',

  methodPage: 'Method',
  how: 'How this was computed',
  computed: {
    estimand: 'Estimated',
    plan: 'Plan',
    intervals: 'Intervals',
    level: 'Level',
    zone: 'Difference that matters',
    cases: 'Scenarios',
    judged: 'Judged scenarios',
    completed: 'Completed scenarios',
    judgements: 'Judgements used',
    annotators: 'Annotators',
    excluded: 'Excluded judgements',
    methods: 'Methods',
  },
  word: (code: string) => code.replaceAll('_', ' '),
} as const;
