import type { SampleSizePlan } from '../../contract/results/planning.ts';
import { percent } from '../../domain/results/sentences/wording.ts';
import { roughNumber } from '../localized.ts';

type Assumption = SampleSizePlan['assumptions'][number];

const ASSUMPTIONS: Readonly<Record<Assumption, string>> = {
  cases_in_random_order: 'scenarios in random order',
  other_variants_equal: 'all variants but the best equally good',
  tie_rate_assumed: '20 % ties',
  score_sd_assumed: 'score differences that vary by 30 % of the scale',
  correlation_assumed: 'annotators of one scenario who partly agree (correlation 0.3)',
  pace_assumed: '30 s per judgement',
  these_annotators_only: 'a result for these annotators only',
};

/** Texts of the planner. */
export const planning = {
  title: 'Plan',
  open: 'Plan an evaluation',
  text: 'How many judgements an evaluation needs to find a difference, and how long they take.',
  panelTitle: 'Is this enough?',
  kind: 'Type of evaluation',
  kinds: { comparison: 'Compare variants side by side', scoring: 'Score each output' },
  variants: 'Variants',
  cases: 'Scenarios',
  perTask: 'Judgements per task',
  annotators: 'Annotators in total',
  lowest: 'Lowest score',
  highest: 'Highest score',
  winRate: 'Win rate worth finding (%)',
  winRateHint:
    'Of the best variant against each other one. Ties count half; 50 % is no difference.',
  scoreGap: 'Score difference worth finding',
  scoreGapHint: 'Mean score of the best variant minus that of each other one.',
  slider: (label: string) => `${label}, slider`,
  computing: 'Computing…',
  incomplete: 'Enter all numbers to see the plan.',
  chance: 'Chance of finding it',
  percent,
  chanceOf: (scenarios: number) => `with ${roughNumber(scenarios)} scenarios`,
  judgements: 'Judgements',
  hours: 'Hours per annotator',
  about: (value: number) => `about ${roughNumber(value)}`,
  range: (low: number, high: number, most: number) =>
    `usually ${roughNumber(low)} to ${roughNumber(high)}, at most ${roughNumber(most)}`,
  needed: (power: number) => `For a chance of ${percent(power)}`,
  scenarios: (count: number) => `${roughNumber(count)} scenarios`,
  judgementCount: (count: number) => `${roughNumber(count)} judgements`,
  takeCases: (count: number) => `Use ${roughNumber(count)} scenarios`,
  takeNumbers: 'Use these numbers',
  assumes: (assumptions: readonly Assumption[]) =>
    `Assumes ${assumptions.map((one) => ASSUMPTIONS[one]).join(', ')}.`,
} as const;
