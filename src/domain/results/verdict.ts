import type { ResultWarning, Scope } from '../../contract/results/result-estimates.ts';
import type { ESTIMANDS, Verdict } from '../../contract/results/results.ts';
import type { Estimate } from '../../statistics/intervals/estimate.ts';
import { type StoppingDecision, stoppingDecision } from '../../statistics/sequences/stopping.ts';
import type { CleanStudy } from './clean-study.ts';
import { moreNeeded } from './more-needed.ts';
import { presentInterval, resultWarnings } from './present-estimate.ts';

/** `found` is the effect of `variant` against `against`, with the interval that decides. */
export interface Comparison {
  readonly variant: number;
  readonly against: number;
  readonly found: Estimate;
}

/** What a verdict is made from. */
export interface VerdictBasis {
  readonly estimand: (typeof ESTIMANDS)[number];
  readonly criterion: string | null;
  /** The effect that means "no difference". */
  readonly reference: number;
  /** Half width of the zone in which a difference does not matter; 0 for none. */
  readonly zone: number;
  readonly inference: 'always_valid' | 'fixed';
  readonly scope: Scope;
  /** Of two variants the later against the earlier; of several the leading one against each other. */
  readonly comparisons: readonly Comparison[];
  readonly completedCases: number;
  /** Judgements that one more case would take. */
  readonly judgementsPerCase: number;
  readonly judgements: number;
  readonly annotators: number;
  readonly warnings: readonly ResultWarning[];
}

/**
 * Better when every interval lies above "no difference" (of two variants: worse when it lies below),
 * equivalent when every interval lies inside the zone, else not yet clear.
 */
export function decideVerdict(study: CleanStudy, basis: VerdictBasis): Verdict {
  const { comparisons, reference, zone, inference } = basis;
  const closest = closestOf(study, comparisons);
  const decisions = comparisons.map(({ found }) =>
    stoppingDecision(found.interval, { reference, equivalence: zone }),
  );
  const word = wordOf(decisions);
  const isSettled = word !== 'not_yet_clear';
  const isSpent =
    study.settings.collection !== 'open' ||
    (study.cases > 0 && basis.completedCases >= study.cases);
  const leader =
    word === 'better' ? closest?.variant : word === 'worse' ? closest?.against : undefined;
  return {
    settled: isSettled,
    word,
    leader: idOf(study, leader),
    variant: idOf(study, closest?.variant),
    against: idOf(study, closest?.against),
    criterion: basis.criterion,
    estimand: basis.estimand,
    effect: closest?.found.estimate ?? null,
    interval: presentInterval(
      closest?.found.interval ?? null,
      inference === 'fixed' && comparisons.length > 1 ? 'simultaneous' : inference,
    ),
    reference,
    zone: zone > 0 ? { low: reference - zone, high: reference + zone } : null,
    within_zone: word !== 'equivalent' && isSettled && decisions.every((d) => d.withinZone),
    method: closest?.found.method ?? 'none',
    scope: basis.scope,
    cases: closest?.found.nClusters ?? 0,
    judgements: basis.judgements,
    annotators: basis.annotators,
    may_stop: isSettled || isSpent,
    stop_reason: isSettled ? word : isSpent ? 'budget' : 'continue',
    more_needed: isSettled
      ? null
      : moreNeeded({ ...basis, comparisons: comparisons.map(({ found }) => found) }),
    warnings: resultWarnings(basis.warnings, closest?.found.warnings ?? ['no_data']),
  };
}

/** The comparison that prevents a verdict: the one whose interval reaches lowest. */
function closestOf(
  { variants }: CleanStudy,
  comparisons: readonly Comparison[],
): Comparison | undefined {
  const reach = ({ found }: Comparison): number => found.interval?.low ?? Number.NEGATIVE_INFINITY;
  const lowest = Math.min(...comparisons.map(reach));
  return comparisons
    .filter((comparison) => reach(comparison) <= lowest + 1e-9)
    .sort((a, b) => ((variants[a.against] ?? '') < (variants[b.against] ?? '') ? -1 : 1))[0];
}

function wordOf(decisions: readonly StoppingDecision[]): Verdict['word'] {
  const [first] = decisions;
  if (first === undefined) return 'not_yet_clear';
  if (decisions.every(({ reason }) => reason === 'better')) return 'better';
  if (decisions.length === 1 && first.reason === 'worse') return 'worse';
  return decisions.every(({ withinZone }) => withinZone) ? 'equivalent' : 'not_yet_clear';
}

function idOf({ variants }: CleanStudy, index: number | undefined): string | null {
  return index === undefined ? null : (variants[index] ?? null);
}
