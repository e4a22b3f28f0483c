import type { Verdict } from '../../contract/results.ts';
import { strings } from '../strings.ts';
import type { Names } from './names.ts';

/** The answer in a few sentences, with its scope and its certainty. */
export function verdictSentence(verdict: Verdict, names: Names): string {
  const texts = strings.results.verdicts;
  const { effect, interval, cases, annotators } = verdict;
  if (effect === null || cases === 0) return texts.nothing;
  const format = isRate(verdict.estimand) ? strings.results.percent : strings.results.decimal;
  const found = {
    variant: names.variant(verdict.variant),
    against: names.variant(verdict.against),
    effect: format(effect),
  };
  const headline =
    verdict.against === null
      ? texts.scored(found.variant, found.effect)
      : texts[verdict.word](found);
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
    headline,
    ...range,
    texts.basis(cases, annotators),
    ...(verdict.within_zone ? [texts.withinZone] : []),
    ...whatNext(verdict),
  ].join(' ');
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
