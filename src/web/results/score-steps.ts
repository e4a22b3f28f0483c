import type { FullCriterion } from '../../contract/evaluations/evaluation-settings.ts';
import type { CriterionScores } from '../../contract/results/results.ts';
import { strings } from '../strings.ts';

/** A step of a scale: the label that annotators saw, and the values that belong to it. */
export interface ScoreStep {
  readonly label: string;
  readonly contains: (value: number) => boolean;
}

const MOST_STEPS = 11;
/** Finer scales are shown in this many equal ranges. */
const RANGES = 10;

/** Every step of a criterion's scale, lowest first, including steps never given. */
export function scoreSteps(
  { criterion, scale, low, high, variants }: CriterionScores,
  criteria: readonly FullCriterion[],
): readonly ScoreStep[] {
  const asked = criteria.find(({ name }) => name === criterion)?.scale;
  if (scale === 'binary') return named([strings.judging.no, strings.judging.yes], 0);
  if (scale === 'likert' && asked?.labels !== undefined) return named(asked.labels, 1);
  if (scale === 'choice') return named(asked?.options ?? [], 0);
  const given = [
    ...new Set(variants.flatMap(({ distribution }) => distribution.map(({ value }) => value))),
  ].sort((a, b) => a - b);
  const from = low ?? given[0] ?? 0;
  const to = high ?? given.at(-1) ?? 0;
  if (given.every(Number.isInteger) && Number.isInteger(from) && to - from < MOST_STEPS) {
    const labels = Array.from({ length: to - from + 1 }, (_, index) => decimal(from + index));
    return named(labels, from);
  }
  return given.length <= MOST_STEPS
    ? given.map((value) => ({ label: decimal(value), contains: (one) => one === value }))
    : ranges(from, to);
}

function named(labels: readonly string[], first: number): readonly ScoreStep[] {
  return labels.map((label, index) => ({ label, contains: (value) => value === first + index }));
}

/** The last range includes the end of the scale. */
function ranges(from: number, to: number): readonly ScoreStep[] {
  const width = (to - from) / RANGES;
  return Array.from({ length: RANGES }, (_, index) => {
    const [start, end] = [from + index * width, from + (index + 1) * width];
    const isLast = index === RANGES - 1;
    return {
      label: strings.results.units.score.range(start, end),
      contains: (value) => value >= start && (isLast ? value <= to : value < end),
    };
  });
}

function decimal(value: number): string {
  return strings.results.decimal(value);
}
