const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 0 });
const decimal = new Intl.NumberFormat('en', {
  maximumSignificantDigits: 3,
  signDisplay: 'negative',
});

interface Found {
  readonly variant: string;
  readonly against: string;
  /** With its unit, such as "63%". */
  readonly effect: string;
}

/** Texts about results. */
export const results = {
  of: (name: string) => `Results: ${name}`,
  print: 'Print',
  save: 'Save as one file',
  savedAt: (moment: Date) =>
    `Saved on ${moment.toLocaleString('en', { dateStyle: 'long', timeStyle: 'short' })}`,
  computing: 'Computing statistics… Counts are shown below.',
  percent: (share: number) => percent.format(share),
  decimal: (value: number) => decimal.format(value),
  range: (low: string, high: string) => `${low} to ${high}`,
  numbers: 'Numbers',
  csv: 'CSV',
  csvOf: (title: string) => `CSV: ${title}`,
  hiddenTitle: 'Results are hidden for now',
  hiddenText:
    'You can still judge this evaluation, and its results could influence you. They are shown once it is closed.',
  counts: 'Judgements',
  judgements: (count: number) =>
    count === 1 ? 'One judgement so far.' : `${count.toLocaleString('en')} judgements so far.`,
  verdict: 'Verdict',
  withNames: (count: number, all: number) =>
    `Not all judgements are blind: ${count} of ${all} came from annotators who could see which variant is which.`,
  count: 'Judgements',
  share: 'Share in %',
  better: (name: string) => `${name} is better`,

  verdicts: {
    better: ({ variant, against, effect }: Found) =>
      `${variant} is preferred to ${against}: ${effect}`,
    worse: ({ variant, against, effect }: Found) =>
      `${against} is preferred to ${variant}, which reaches ${effect}`,
    equivalent: ({ variant, against, effect }: Found) =>
      `${variant} and ${against} differ by less than what matters: ${effect}`,
    not_yet_clear: ({ variant, against, effect }: Found) =>
      `Not settled yet. So far ${variant} reaches ${effect} against ${against}`,
    nothing: 'No verdict yet: there are no complete judgements.',
    scored: (variant: string, effect: string) => `${variant} scores ${effect} on average`,
    interval: (kind: 'always_valid' | 'fixed' | 'simultaneous', level: string, range: string) =>
      `(${{ always_valid: 'always-valid ', fixed: '', simultaneous: 'simultaneous ' }[kind]}${level} interval ${range})`,
    basis: (cases: number, people: number) =>
      `over ${cases.toLocaleString('en')} ${cases === 1 ? 'scenario' : 'scenarios'} by ${people} ${people === 1 ? 'annotator' : 'annotators'}.`,
    mayStop: 'You can stop now.',
    allPlannedAreIn: 'All planned judgements are in.',
    more: (judgements: number) =>
      `About ${judgements.toLocaleString('en')} more ${judgements === 1 ? 'judgement' : 'judgements'} would probably settle it.`,
    withinZone: 'There is a difference, but it is smaller than what matters.',
  },
  caution: 'Read with care',

  differences: 'Differences',
  differencesText:
    'A dot is the estimate, the line its interval. Lines that clear the dashed mark: chance alone is an unlikely explanation.',
  difference: 'Comparison',
  estimate: 'Estimate',
  low: 'Low',
  high: 'High',
  method: 'Method',
  between: (variant: string, against: string) => `${variant} – ${against}`,
  rates: {
    score_win_rate: 'Win rate, ties as half',
    decisive_win_rate: 'Win rate, ties left out',
    always_valid: 'Win rate (valid whenever you look)',
  },
  abilities: 'Ranking',
  ability: 'Ability (log odds)',
  ranks: 'Possible ranks',
  matrix: 'Wins against each other',
  matrixText: 'How often the row’s variant wins against the column’s.',
  variant: 'Variant',
  against: 'Against',
  winRate: 'Win rate',
  votes: 'Judgements',
  scores: (criterion: string) => `Scores: ${criterion}`,
  score: 'Score',
  mean: (name: string, mean: string) => `${name}: ${mean} on average`,

  sequence: 'Win rate over time',
  sequenceText:
    'The estimate and its interval after each completed scenario. The interval narrows as judgements come in.',
  cases: 'Completed scenarios',
  sequenceOf: (variant: string, against: string) => `${variant} against ${against}`,

  agreement: 'Agreement',
  agreementOn: (criterion: string) => `Agreement: ${criterion}`,
  agreementText:
    'How far annotators agree. Krippendorff’s alpha and Gwet’s AC correct for chance: 1 is perfect agreement, 0 is chance.',
  measure: 'Measure',
  measures: { raw: 'Same judgement', krippendorff: 'Krippendorff’s alpha', gwet: 'Gwet’s AC' },
  pairs: 'Agreement between annotators',
  annotator: 'Annotator',
  annotatorNumber: (number: number) => `Annotator ${number}`,
  other: 'Other',

  bias: 'Biases',
  biasText: 'Effects that should not matter.',
  biases: {
    position: 'Left output wins',
    length: 'Longer output wins',
    equalLength: (variant: string, against: string) =>
      `${variant} wins against ${against} at equal length`,
    drift: {
      left: () => 'Left output wins: change per 10 tasks',
      tie: () => 'No winner: change per 10 tasks',
      score: (criterion: string) => `Score on ${criterion}: change per 10 tasks`,
    },
    pace: 'Seconds per task (median)',
  },
  annotators: 'Annotators',
  annotatorsText:
    'Marks name annotators who judge unlike the others, always the same, too fast to read, or differently with time.',
  annotatorColumns: {
    share: 'Share of judgements',
    agreement: 'Agrees with others',
    first: 'Chose the left output',
    seconds: 'Seconds per task',
    severity: 'Severity',
    marks: 'Marks',
    without: 'Result without this annotator',
  },
  alarm: 'Alarm',
  alarmYes: 'yes',
  alarmNo: 'no',

  slices: {
    title: 'Slices',
    text: 'The comparison for each value of an input. Marked differences are corrected for looking at all values.',
    input: 'Input',
    choose: 'Choose an input',
    none: 'Too few scenarios share a value to compare them.',
    by: (input: string) => `By ${input}`,
    value: 'Value',
    others: 'All other values',
    table: 'Scenarios in the table',
    all: 'All scenarios',
    adjusted: 'Adjusted p',
    holds: 'Significant (adjusted)',
  },

  scenarios: 'Scenarios',
  scenariosText:
    'Disagreement is the share of annotator pairs who judged differently. High disagreement often means an unclear scenario.',
  scenariosShown: (shown: number, total: number, order: string) =>
    `${shown} of ${total} ${total === 1 ? 'scenario' : 'scenarios'}, ${order}.`,
  orders: {
    position: 'in test set order',
    disagreement: 'most disputed first',
  },
  disagreement: 'Disagreement',
  noDisagreement: '–',
  show: (number: number) => `Show scenario ${number}`,
  hide: (number: number) => `Hide scenario ${number}`,
  output: (variant: string) => `Output of ${variant}`,
  inFull: 'Outputs and judgements',
  scenariosCut: (count: number) =>
    `This file contains the first ${count} scenarios. All of them are on the page it was saved from, and in the export of the evaluation.`,
  judgementsCut: (count: number) =>
    `This file contains the first ${count} judgements. The figures above count all of them.`,
  noJudgements: 'No judgements yet.',
  caseNumber: 'Scenario',

  methodPage: 'Method',
  how: 'How this was computed',
  computed: {
    estimand: 'Estimated',
    weighting: 'Weighting',
    scope: 'Scope',
    inference: 'Intervals',
    level: 'Level',
    seed: 'Seed',
    draws: 'Draws',
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
