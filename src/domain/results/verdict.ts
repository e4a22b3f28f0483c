import type { ResultWarning } from '../../contract/results/result-estimates.ts';
import type {
  ESTIMANDS,
  OtherAnnotators,
  PlanState,
  Verdict,
} from '../../contract/results/results.ts';
import { normalQuantileUpper } from '../../statistics/numerics/distributions.ts';
import { biasAdjustedEffect } from '../../statistics/sequences/early-stop.ts';
import { plannedJudgements, tasksPerCase } from './case-order.ts';
import type { CleanStudy } from './clean-study.ts';
import { contrastWord } from './contrast-word.ts';
import { leaderContrasts } from './leader-contrasts.ts';
import { moreNeeded } from './more-needed.ts';
import type { PlannedContrast } from './planned-contrasts.ts';
import { presentContrast, resultWarnings } from './present-estimate.ts';
import type { StudyLook } from './study-look.ts';
import type { Volume } from './volume-of.ts';

/** What a verdict is made from. */
export interface VerdictBasis {
  readonly estimand: (typeof ESTIMANDS)[number];
  readonly criterion: string | null;
  readonly contrasts: readonly PlannedContrast[];
  /** Whether the verdict holds for other annotators. */
  readonly others: OtherAnnotators;
  readonly volume: Volume;
  readonly warnings: readonly ResultWarning[];
}

/**
 * Better when the leading variant is found better in all its comparisons (with two variants: worse
 * when it is found worse), equivalent when all of them are inside the zone, else not yet clear.
 */
export function decideVerdict(study: CleanStudy, look: StudyLook, basis: VerdictBasis): Verdict {
  const contrasts = leaderContrasts(study, basis.contrasts);
  const closest = closestOf(study, contrasts);
  const word = wordOf(contrasts);
  const isSettled = word !== 'not_yet_clear';
  const isSpent = study.settings.collection !== 'open' || look.phase !== 'before_end';
  const { reference = 0, equivalence: zone = 0 } = closest?.options ?? {};
  const leader =
    word === 'better' ? closest?.variant : word === 'worse' ? closest?.against : undefined;
  const found = closest === undefined ? null : presentContrast(look, closest);
  const settledAt = isSettled ? latestSettlement(contrasts) : null;
  return {
    settled: isSettled,
    word,
    leader: idOf(study, leader),
    variant: idOf(study, closest?.variant),
    against: idOf(study, closest?.against),
    criterion: basis.criterion,
    estimand: basis.estimand,
    effect: found?.estimate ?? null,
    interval: found?.interval ?? null,
    reference,
    zone: zone > 0 ? { low: reference - zone, high: reference + zone } : null,
    within_zone:
      isSettled && word !== 'equivalent' && contrasts.every(({ found }) => found.isInsideZone),
    method: found?.method ?? 'none',
    scope: 'cases',
    other_annotators: basis.others,
    plan: planState(study, look),
    settled_at: settledAt,
    adjusted_effect: adjustedEffect(look, closest),
    cases: found?.clusters ?? 0,
    judgements: basis.volume.judgements,
    annotators: basis.volume.annotators,
    may_stop: isSettled || isSpent,
    stop_reason: isSettled ? word : isSpent ? 'budget' : 'continue',
    more_needed: isSettled ? null : moreNeeded(contrasts, look, judgementsPerCase(study)),
    warnings: resultWarnings(
      basis.warnings,
      look.order.incomplete > 0 ? ['incomplete_cases'] : [],
      found?.warnings ?? ['no_data'],
    ),
  };
}

export function planState(study: CleanStudy, { planned, order, phase }: StudyLook): PlanState {
  return {
    cases: planned,
    judgements_per_task: plannedJudgements(study),
    completed_cases: order.positions.length,
    phase,
    extended: study.settings.plan !== null,
  };
}

/** Judgements that one more case would take. */
function judgementsPerCase(study: CleanStudy): number {
  return study.settings.judgementsPerTask * Math.max(1, tasksPerCase(study));
}

/** The comparison that the verdict is about. */
export function closestContrast(
  study: CleanStudy,
  contrasts: readonly PlannedContrast[],
): PlannedContrast | undefined {
  return closestOf(study, leaderContrasts(study, contrasts));
}

/** The comparison that prevents a verdict: the one whose interval reaches lowest. */
function closestOf(
  { variants }: CleanStudy,
  contrasts: readonly PlannedContrast[],
): PlannedContrast | undefined {
  const reach = ({ found }: PlannedContrast): number =>
    found.interval?.low ?? found.estimate ?? Number.NEGATIVE_INFINITY;
  const lowest = Math.min(...contrasts.map(reach));
  return contrasts
    .filter((contrast) => reach(contrast) <= lowest + 1e-9)
    .sort((a, b) => ((variants[a.against] ?? '') < (variants[b.against] ?? '') ? -1 : 1))[0];
}

function wordOf(contrasts: readonly PlannedContrast[]): Verdict['word'] {
  const known = contrasts.map(contrastWord);
  const [first] = known;
  if (first === undefined) return 'not_yet_clear';
  if (known.every((word) => word === 'better')) return 'better';
  if (known.length === 1 && first === 'worse') return 'worse';
  const isSmall = contrasts.every(
    (contrast) => contrastWord(contrast) === 'equivalent' || contrast.found.isInsideZone,
  );
  return isSmall ? 'equivalent' : 'not_yet_clear';
}

function latestSettlement(contrasts: readonly PlannedContrast[]): number | null {
  const cases = contrasts.flatMap(({ found }) => found.settlement?.cases ?? []);
  return cases.length === 0 ? null : Math.max(...cases);
}

/**
 * A difference found before the planned end, corrected for that; null at the end: it needs none.
 */
function adjustedEffect(
  { planned, order, phase }: StudyLook,
  contrast: PlannedContrast | undefined,
): number | null {
  if (contrast === undefined || phase !== 'before_end') return null;
  const { found, options } = contrast;
  const { settlement, estimate, standardError } = found;
  if (settlement === null || settlement.word === 'equivalent') return null;
  if (estimate === null || standardError === null) return null;
  const adjusted = biasAdjustedEffect({
    effect: estimate - options.reference,
    standardError,
    fraction: order.positions.length / planned,
    critical: normalQuantileUpper(options.alpha / 4),
  });
  return options.reference + adjusted;
}

function idOf({ variants }: CleanStudy, index: number | undefined): string | null {
  return index === undefined ? null : (variants[index] ?? null);
}
