import type { PathOptions } from '../../statistics/sequences/plan-path.ts';
import { type PlannedMean, plannedMean } from '../../statistics/sequences/planned-mean.ts';
import {
  type CaseContrast,
  pointsByCase,
  scoreContrastsByCase,
  winRateContrasts,
} from './case-contrasts.ts';
import { type CleanStudy, pickVotes } from './clean-study.ts';
import { rowsWhere } from './columns.ts';
import type { CriterionRows } from './criterion-scores.ts';
import { rowsOfCriterion } from './criterion-scores.ts';
import { scorePath, votePath } from './path-options.ts';
import { adjustedForSeverity } from './score-severity.ts';
import { RIGHT_BETTER, TIE } from './study-data.ts';
import type { StudyLook } from './study-look.ts';
import { rateZone, scoreZone } from './zone-of.ts';

/** A comparison of two variants at this look. */
export interface PlannedContrast {
  readonly variant: number;
  readonly against: number;
  /** By case as planned, in the order of completion. */
  readonly values: Float64Array;
  readonly options: PathOptions;
  readonly found: PlannedMean;
}

/**
 * Votes: for two variants the win rate of the later one, for several the differences of win rates.
 */
export function voteContrasts(study: CleanStudy, look: StudyLook): readonly PlannedContrast[] {
  const { settings, variants } = study;
  if (variants.length < 2) return [];
  const zone = rateZone(settings, variants.length);
  const { level, pairsPerCase } = settings;
  const options = votePath({ variants: variants.length, level, zone, pairsPerCase });
  return contrastsOf(look, options, (rows) =>
    variants.length === 2 ? [pointsByCase(rows, look.order)] : winRateContrasts(rows, look.order),
  );
}

/** Two variants with ties dropped: which one wins where annotators saw a difference. */
export function decisiveContrast(look: StudyLook, { options }: PlannedContrast): PlannedContrast {
  const pointsIn = (rows: CleanStudy) => pointsByCase(decisiveVotes(rows), look.order);
  const contrast = pointsIn(look.asPlanned);
  const extended = look.phase === 'past_plan' ? pointsIn(look.completed) : undefined;
  const decisive = planned(look, options, { contrast, extended });
  return { ...decisive, found: { ...decisive.found, method: `${decisive.found.method}.decisive` } };
}

function decisiveVotes(study: CleanStudy): CleanStudy {
  const { votes } = study;
  const rows = rowsWhere(votes.case.length, (row) => (votes.outcome[row] ?? TIE) <= RIGHT_BETTER);
  return { ...study, votes: pickVotes(votes, rows) };
}

/** Scores on one criterion: differences of means. */
export function scoreContrasts(
  study: CleanStudy,
  look: StudyLook,
  criterion: number,
): readonly PlannedContrast[] {
  const asked = study.criteria[criterion];
  if (asked === undefined || study.variants.length < 2) return [];
  const { settings, variants } = study;
  const zone = scoreZone(settings, asked);
  const options = scorePath({ variants: variants.length, level: settings.level, zone }, asked);
  return contrastsOf(look, options, (rows) => {
    const scores: CriterionRows = rowsOfCriterion(rows.scores, criterion);
    return scoreContrastsByCase(study, {
      rows: adjustedForSeverity(study, scores),
      order: look.order,
    });
  });
}

function contrastsOf(
  look: StudyLook,
  options: PathOptions,
  contrastsIn: (rows: CleanStudy) => readonly CaseContrast[],
): readonly PlannedContrast[] {
  const { completed, asPlanned, phase } = look;
  const all = phase === 'past_plan' ? contrastsIn(completed) : null;
  const asWanted = all !== null && completed === asPlanned ? all : contrastsIn(asPlanned);
  return asWanted.map((contrast, c) => planned(look, options, { contrast, extended: all?.[c] }));
}

function planned(
  { planned: cases, time }: StudyLook,
  options: PathOptions,
  { contrast, extended }: { contrast: CaseContrast; extended: CaseContrast | undefined },
): PlannedContrast {
  const more = extended === undefined ? null : { values: extended.values, time };
  const data = { values: contrast.values, planned: cases, extended: more };
  return { ...contrast, options, found: plannedMean(data, options) };
}
