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

/** What the UI says about what came out. */
export const results = {
  of: (name: string) => `Results: ${name}`,
  print: 'Print',
  save: 'Save as one file',
  savedAt: (moment: Date) =>
    `Saved on ${moment.toLocaleString('en', { dateStyle: 'long', timeStyle: 'short' })}`,
  computing: 'What it means is being worked out; the counts are there already.',
  percent: (share: number) => percent.format(share),
  decimal: (value: number) => decimal.format(value),
  range: (low: string, high: string) => `${low} to ${high}`,
  numbers: 'Numbers',
  csv: 'CSV',
  csvOf: (title: string) => `CSV: ${title}`,
  hiddenTitle: 'Results come later',
  hiddenText:
    'While you can still judge this evaluation, its results would sway you. They are shown once it is closed.',
  counts: 'Verdicts',
  judgements: (count: number) =>
    count === 1 ? 'One judgement so far.' : `${count.toLocaleString('en')} judgements so far.`,
  verdict: 'Verdict',
  withNames: (count: number, all: number) =>
    `Not all judgements are blind: ${count} of ${all} came from people who could see which variant is which.`,
  count: 'Judgements',
  share: 'Share in %',
  better: (name: string) => `${name} is better`,

  verdicts: {
    better: ({ variant, against, effect }: Found) =>
      `${variant} is preferred to ${against}: ${effect}`,
    worse: ({ variant, against, effect }: Found) =>
      `${against} is preferred to ${variant}, which reaches ${effect}`,
    equivalent: ({ variant, against, effect }: Found) =>
      `${variant} and ${against} are as good as each other: ${effect}`,
    not_yet_clear: ({ variant, against, effect }: Found) =>
      `Not settled yet. So far ${variant} reaches ${effect} against ${against}`,
    nothing: 'Nothing is known yet: there are no complete judgements.',
    scored: (variant: string, effect: string) => `${variant} scores ${effect} on average`,
    interval: (kind: 'always_valid' | 'fixed' | 'simultaneous', level: string, range: string) =>
      `(${{ always_valid: 'always-valid ', fixed: '', simultaneous: 'simultaneous ' }[kind]}${level} interval ${range})`,
    basis: (cases: number, people: number) =>
      `over ${cases.toLocaleString('en')} ${cases === 1 ? 'case' : 'cases'} by ${people} ${people === 1 ? 'person' : 'people'}.`,
    mayStop: 'You may stop.',
    allPlannedAreIn: 'All planned judgements are in.',
    more: (judgements: number) =>
      `About ${judgements.toLocaleString('en')} more ${judgements === 1 ? 'judgement' : 'judgements'} would probably settle it.`,
    withinZone: 'The difference is real, but smaller than what matters.',
  },
  caution: 'Read with care',

  differences: 'Differences',
  differencesText:
    'A dot is the estimate, the line its interval. Where the line does not touch the dashed one, the difference is more than chance.',
  difference: 'Comparison',
  estimate: 'Estimate',
  low: 'Low',
  high: 'High',
  method: 'Method',
  between: (variant: string, against: string) => `${variant} – ${against}`,
  rates: {
    score_win_rate: 'Win rate, ties as half',
    decisive_win_rate: 'Win rate, ties left out',
    always_valid: 'Verdict, however often you look',
  },
  abilities: 'Ranking',
  ability: 'Ability (log odds)',
  ranks: 'Possible ranks',
  matrix: 'Wins against each other',
  matrixText: 'How often the variant of the row wins against the one of the column.',
  variant: 'Variant',
  against: 'Against',
  winRate: 'Win rate',
  votes: 'Votes',
  scores: (criterion: string) => `Scores: ${criterion}`,
  score: 'Score',
  mean: (name: string, mean: string) => `${name}: ${mean} on average`,

  sequence: 'How it became clear',
  sequenceText:
    'The estimate and its always-valid interval after each completed case. The funnel closes as judgements come in.',
  cases: 'Completed cases',
  sequenceOf: (variant: string, against: string) => `${variant} against ${against}`,

  agreement: 'Agreement',
  agreementOn: (criterion: string) => `Agreement: ${criterion}`,
  agreementText:
    'How far annotators say the same. Krippendorff’s alpha and Gwet’s AC take out what chance alone would give; 1 is perfect, 0 is chance.',
  measure: 'Measure',
  measures: { raw: 'Same answer', krippendorff: 'Krippendorff’s alpha', gwet: 'Gwet’s AC' },
  pairs: 'Annotators with each other',
  annotator: 'Annotator',
  annotatorNumber: (number: number) => `Annotator ${number}`,
  other: 'Other',

  bias: 'Biases',
  biasText: 'What should not matter, and whether it does.',
  biases: {
    position: 'Left answer wins',
    length: 'Longer answer wins',
    pace: 'Seconds per task (median)',
  },
  annotators: 'Annotators',
  annotatorsText:
    'Whether somebody judges unlike the others, always the same, or too fast to read.',
  annotatorColumns: {
    share: 'Of all',
    agreement: 'Agrees with others',
    first: 'Chose the left answer',
    seconds: 'Seconds per task',
    severity: 'Severity',
  },
  alarm: 'Alarm',
  alarmYes: 'yes',
  alarmNo: 'no',

  slices: {
    title: 'Slices',
    text: 'The comparison for each value of an input. Nobody planned to look here, so what is marked as holding has been corrected for looking at all of them.',
    input: 'Input',
    choose: 'Choose an input',
    none: 'Too few cases have the same value to compare anything.',
    by: (input: string) => `By ${input}`,
    value: 'Value',
    others: 'All other values',
    table: 'Scenarios in the table',
    all: 'All scenarios',
    adjusted: 'Adjusted p',
    holds: 'Holds',
  },

  scenarios: 'Scenarios',
  scenariosText:
    'Disagreement is the share of pairs of annotators who answered differently. Where it is high, often it is the case that is unclear.',
  scenariosShown: (shown: number, total: number, order: string) =>
    `${shown} of ${total} ${total === 1 ? 'scenario' : 'scenarios'}, ${order}.`,
  orders: {
    position: 'in the order of the test set',
    disagreement: 'the most disputed first',
  },
  disagreement: 'Disagreement',
  noDisagreement: '–',
  show: (number: number) => `Show scenario ${number}`,
  hide: (number: number) => `Hide scenario ${number}`,
  output: (variant: string) => `Output of ${variant}`,
  inFull: 'Outputs and judgements',
  scenariosCut: (count: number) =>
    `This file holds the first ${count} scenarios; it has no room for the others. They stand on the page it was saved from, and in the export of the evaluation.`,
  judgementsCut: (count: number) =>
    `This file holds the first ${count} judgements; it has no room for the others. What is computed above counts them all.`,
  noJudgements: 'Nobody has judged it yet.',
  caseNumber: 'Scenario',

  methodPage: 'Method',
  how: 'How this was computed',
  computed: {
    estimand: 'Estimated',
    weighting: 'Weighting',
    scope: 'Speaks for',
    inference: 'Intervals',
    level: 'Level',
    seed: 'Seed',
    draws: 'Draws',
    cases: 'Cases',
    judged: 'Judged cases',
    completed: 'Completed cases',
    judgements: 'Judgements used',
    annotators: 'Annotators',
    excluded: 'Excluded judgements',
    methods: 'Methods',
  },
  word: (code: string) => code.replaceAll('_', ' '),
} as const;
