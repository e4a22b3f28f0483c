import {
  type PlannedMean,
  type PlannedOptions,
  plannedMean,
} from '../../statistics/sequences/planned-mean.ts';
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
import { adjustedForSeverity } from './score-severity.ts';
import { type Criterion, RIGHT_BETTER, TIE } from './study-data.ts';
import type { StudyLook } from './study-look.ts';
import { rateZone, scoreZone } from './zone-of.ts';

/** A comparison of two variants at this look. */
export interface PlannedContrast {
  readonly variant: number;
  readonly against: number;
  /** As planned, in the order of completion. */
  readonly values: Float64Array;
  readonly options: PlannedOptions;
  readonly found: PlannedMean;
}

/** Votes: of two variants the win rate of the later one, of several the differences of win rates. */
export function voteContrasts(study: CleanStudy, look: StudyLook): readonly PlannedContrast[] {
  const size = study.variants.length;
  if (size < 2) return [];
  const alpha = alphaOf(study);
  const zone = rateZone(study.settings);
  if (size === 2) {
    const options: PlannedOptions = {
      alpha,
      kind: 'rate',
      ends: [0, 1],
      reference: 0.5,
      equivalence: zone,
    };
    return contrastsOf(look, options, (rows) => [pointsByCase(rows, look.order)]);
  }
  const options: PlannedOptions = {
    alpha,
    kind: 'mean',
    ends: [-1, 1],
    reference: 0,
    // Of two variants that differ by this much one wins 50 % plus, the other 50 % minus the zone.
    equivalence: 2 * zone,
  };
  return contrastsOf(look, options, (rows) => winRateContrasts(rows, look.order));
}

/** Of two variants, ties dropped: who wins where annotators saw a difference. */
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
  const options: PlannedOptions = {
    alpha: alphaOf(study),
    kind: 'mean',
    ends: endsOf(asked),
    reference: 0,
    equivalence: scoreZone(study.settings, asked),
  };
  return contrastsOf(look, options, (rows) => {
    const scores: CriterionRows = rowsOfCriterion(rows.scores, criterion);
    return scoreContrastsByCase(study, {
      rows: adjustedForSeverity(study, scores),
      order: look.order,
    });
  });
}

/** All comparisons of one page hold together. */
function alphaOf({ settings, variants }: CleanStudy): number {
  const pairs = (variants.length * (variants.length - 1)) / 2;
  return (1 - settings.level) / Math.max(1, pairs);
}

function endsOf({ low, high }: Criterion): PlannedOptions['ends'] {
  return low === null || high === null || !(high > low) ? null : [low - high, high - low];
}

function contrastsOf(
  look: StudyLook,
  options: PlannedOptions,
  contrastsIn: (rows: CleanStudy) => readonly CaseContrast[],
): readonly PlannedContrast[] {
  const { completed, asPlanned, phase } = look;
  const all = phase === 'past_plan' ? contrastsIn(completed) : null;
  const asWanted = all !== null && completed === asPlanned ? all : contrastsIn(asPlanned);
  return asWanted.map((contrast, c) => planned(look, options, { contrast, extended: all?.[c] }));
}

function planned(
  { planned: cases, time }: StudyLook,
  options: PlannedOptions,
  { contrast, extended }: { contrast: CaseContrast; extended: CaseContrast | undefined },
): PlannedContrast {
  const more = extended === undefined ? null : { values: extended.values, time };
  const data = { values: contrast.values, planned: cases, extended: more };
  return { ...contrast, options, found: plannedMean(data, options) };
}
