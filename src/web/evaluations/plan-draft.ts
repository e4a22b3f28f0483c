import type { PLAN_KINDS, SampleSizeQuestion } from '../../contract/results/planning.ts';
import { strings } from '../strings.ts';
import { type NumberRule, numberFault, numberOf } from '../ui/number-text.ts';

/** The planner's form; numbers stay text until `questionOf` reads them. */
export interface PlanDraft {
  readonly kind: (typeof PLAN_KINDS)[number];
  readonly variants: string;
  /** Comparison: the win rate in percent. Scoring: the difference in score steps. */
  readonly difference: string;
  readonly scoreMin: string;
  readonly scoreMax: string;
  readonly cases: string;
  readonly perTask: string;
  readonly annotators: string;
  /** Empty for all. */
  readonly pairs: string;
}

export type ChangePlan = (part: Partial<PlanDraft>) => void;

export const DEFAULT_PLAN: PlanDraft = {
  kind: 'comparison',
  variants: '2',
  difference: '60',
  scoreMin: '1',
  scoreMax: '5',
  cases: '100',
  perTask: '1',
  annotators: '3',
  pairs: '',
};

export const PLAN_RULES = {
  variants: { min: 2, max: 10, step: 1 },
  cases: { min: 1, max: 100_000, step: 1 },
  perTask: { min: 1, max: 20, step: 1 },
  pairs: { min: 1, max: 45, step: 1 },
  score: {},
} as const satisfies Record<string, NumberRule>;

const MOST_ANNOTATORS = 1000;

/** The judgements of one task come from different annotators. */
export function annotatorsRule({ perTask }: Pick<PlanDraft, 'perTask'>): NumberRule {
  return { min: minAnnotators(perTask), max: MOST_ANNOTATORS, step: 1 };
}

/** Raises the total number of annotators to that per task. */
export function withPerTask({ annotators }: PlanDraft, perTask: string): Partial<PlanDraft> {
  const least = minAnnotators(perTask);
  return numberOf(annotators) < least ? { perTask, annotators: String(least) } : { perTask };
}

function minAnnotators(perTask: string): number {
  const isWrong = perTask.trim() === '' || numberFault(perTask, PLAN_RULES.perTask) !== undefined;
  return isWrong ? 1 : numberOf(perTask);
}

/** The slider's range; the field beside it takes any number. */
export function sliderOf({ kind, scoreMin, scoreMax }: PlanDraft) {
  if (kind === 'comparison') return { min: 51, max: 80, step: 1 };
  const width = numberOf(scoreMax) - numberOf(scoreMin);
  const step = width > 0 ? width / 40 : 0.1;
  return { min: step, max: 20 * step, step };
}

export function differenceRule({ kind }: Pick<PlanDraft, 'kind'>): NumberRule {
  return kind === 'comparison' ? { min: 50.5, max: 99 } : { min: 0.005 };
}

/** Each kind starts with its own difference: a tenth of its scale. */
export function withKind(draft: PlanDraft, kind: PlanDraft['kind']): PlanDraft {
  const width = numberOf(draft.scoreMax) - numberOf(draft.scoreMin);
  const difference = kind === 'comparison' ? DEFAULT_PLAN.difference : String((width || 4) / 10);
  return { ...draft, kind, difference };
}

interface PlanNumber {
  readonly label: string;
  readonly text: string;
  readonly rule: NumberRule;
}

/** The numbers that a plan needs, in the order of the form. */
function numbersOf(draft: PlanDraft): readonly PlanNumber[] {
  const texts = strings.planning;
  const { variants, cases, perTask } = PLAN_RULES;
  const isScoring = draft.kind === 'scoring';
  const scores = [
    { label: texts.lowest, text: draft.scoreMin, rule: PLAN_RULES.score },
    { label: texts.highest, text: draft.scoreMax, rule: PLAN_RULES.score },
  ];
  const gap = isScoring ? texts.scoreGap : texts.winRate;
  return [
    { label: texts.variants, text: draft.variants, rule: variants },
    { label: texts.cases, text: draft.cases, rule: cases },
    ...(isScoring ? scores : []),
    { label: gap, text: draft.difference, rule: differenceRule(draft) },
    { label: texts.perTask, text: draft.perTask, rule: perTask },
    { label: texts.annotators, text: draft.annotators, rule: annotatorsRule(draft) },
  ];
}

/** What is wrong with the first wrong number; undefined if all are right. */
export function planFault(draft: PlanDraft): string | undefined {
  const pairs = {
    label: strings.evaluations.rules.pairs,
    text: draft.pairs,
    rule: PLAN_RULES.pairs,
  };
  for (const { label, text, rule } of [...numbersOf(draft), pairs]) {
    const fault = numberFault(text, rule);
    if (fault !== undefined) return strings.numbers.inField(label, fault);
  }
  return undefined;
}

/** The form's question; undefined while a number is missing or wrong. */
export function questionOf(draft: PlanDraft): SampleSizeQuestion | undefined {
  const isScoring = draft.kind === 'scoring';
  const isMissing = numbersOf(draft).some(({ text }) => text.trim() === '');
  if (isMissing || planFault(draft) !== undefined) return;
  const difference = numberOf(draft.difference);
  return {
    kind: draft.kind,
    variants: numberOf(draft.variants),
    cases: numberOf(draft.cases),
    judgements_per_case: numberOf(draft.perTask),
    annotators: numberOf(draft.annotators),
    ...(isScoring
      ? { difference, score_min: numberOf(draft.scoreMin), score_max: numberOf(draft.scoreMax) }
      : // Twelve digits drop floating-point error.
        { difference: Number((difference / 100 - 0.5).toPrecision(12)) }),
    ...(isScoring || draft.pairs.trim() === '' ? {} : { pairs_per_case: numberOf(draft.pairs) }),
  };
}
