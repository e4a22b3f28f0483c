import type { Verdict } from '../../contract/results/results.ts';
import type { PlannedContrast } from './planned-contrasts.ts';

/** What is settled of a comparison. */
export function knownOf({ found }: PlannedContrast): Verdict['word'] {
  return found.settlement?.word ?? 'not_yet_clear';
}

/** The same comparison seen from the other variant. */
export function turned({
  variant,
  against,
  values,
  options,
  found,
}: PlannedContrast): PlannedContrast {
  const isRate = options.kind === 'rate';
  const turn = (value: number): number => (isRate ? 1 : 0) - value;
  const range = found.interval && turnedInterval(found.interval, turn);
  const settlement = found.settlement && {
    ...found.settlement,
    word: TURNED[found.settlement.word],
    interval: turnedInterval(found.settlement.interval, turn),
  };
  return {
    variant: against,
    against: variant,
    values: values.map(turn),
    options,
    found: {
      ...found,
      estimate: found.estimate === null ? null : turn(found.estimate),
      interval: range,
      settlement,
    },
  };
}

const TURNED = { better: 'worse', worse: 'better', equivalent: 'equivalent' } as const;

interface Range {
  readonly low: number;
  readonly high: number;
  readonly confidence: number;
}

function turnedInterval(range: Range, turn: (value: number) => number): Range {
  return { ...range, low: turn(range.high), high: turn(range.low) };
}
