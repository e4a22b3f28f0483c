import type { Verdict } from '../../contract/results/results.ts';
import { strings } from '../strings.ts';
import type { Names } from './names.ts';

/** The answer in a few sentences, with its scope and its certainty. */
export function verdictSentence(verdict: Verdict, names: Names): string {
  const texts = strings.results.verdicts;
  const { interval, cases, annotators } = verdict;
  if (isNothingKnown(verdict)) return texts.nothing;
  const format = formatOf(verdict);
  const range =
    interval === null
      ? []
      : [
          texts.interval(
            interval.kind,
            strings.results.percent(interval.level),
            strings.results.range(format(interval.low), format(interval.high)),
          ),
        ];
  return [
    verdictHeadline(verdict, names),
    ...range,
    texts.basis(cases, annotators),
    ...(verdict.within_zone ? [texts.withinZone] : []),
    ...whatNext(verdict),
  ].join(' ');
}

/** The answer alone, where there is no room for more. */
export function verdictHeadline(verdict: Verdict, names: Names): string {
  const texts = strings.results.verdicts;
  if (isNothingKnown(verdict)) return texts.nothing;
  const found = {
    variant: names.variant(verdict.variant),
    against: names.variant(verdict.against),
    effect: formatOf(verdict)(verdict.effect ?? Number.NaN),
  };
  return verdict.against === null
    ? texts.scored(found.variant, found.effect)
    : texts[verdict.word](found);
}

function isNothingKnown({ effect, cases }: Verdict): boolean {
  return effect === null || cases === 0;
}

function formatOf({ estimand }: Verdict): (value: number) => string {
  return isRate(estimand) ? strings.results.percent : strings.results.decimal;
}

/** That all planned judgements are in does not settle anything, and must not sound as if it did. */
function whatNext({ settled, may_stop, more_needed }: Verdict): readonly string[] {
  const texts = strings.results.verdicts;
  if (settled) return [texts.mayStop];
  return [
    ...(may_stop ? [texts.allPlannedAreIn] : []),
    ...(more_needed === null ? [] : [texts.more(more_needed.judgements)]),
  ];
}

export function isRate(estimand: Verdict['estimand']): boolean {
  return estimand === 'score_win_rate' || estimand === 'decisive_win_rate';
}
