import type { Verdict } from '../../contract/results/results.ts';
import type { PlannedContrast } from './planned-contrasts.ts';

/** What is settled about a comparison. */
export function contrastWord({ found }: PlannedContrast): Verdict['word'] {
  return found.settlement?.word ?? 'not_yet_clear';
}

/** The same comparison from the other variant's side. */
export function reversed({
  variant,
  against,
  values,
  options,
  found,
}: PlannedContrast): PlannedContrast {
  const isRate = options.kind === 'rate';
  const reverse = (value: number): number => (isRate ? 1 : 0) - value;
  const range = found.interval && reversedInterval(found.interval, reverse);
  const settlement = found.settlement && {
    ...found.settlement,
    word: REVERSED[found.settlement.word],
    interval: reversedInterval(found.settlement.interval, reverse),
  };
  return {
    variant: against,
    against: variant,
    values: values.map(reverse),
    options,
    found: {
      ...found,
      estimate: found.estimate === null ? null : reverse(found.estimate),
      interval: range,
      settlement,
    },
  };
}

const REVERSED = { better: 'worse', worse: 'better', equivalent: 'equivalent' } as const;

interface Range {
  readonly low: number;
  readonly high: number;
  readonly confidence: number;
}

function reversedInterval(range: Range, reverse: (value: number) => number): Range {
  return { ...range, low: reverse(range.high), high: reverse(range.low) };
}
