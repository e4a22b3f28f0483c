import { issues, type ValidationIssue } from '../validation.ts';
import type { EvaluationType } from './evaluation-settings.ts';

type Loc = readonly (string | number)[];

/** The scale that a zone must fit. */
export interface ZoneScale {
  readonly type: EvaluationType;
  readonly scoreMin: number;
  readonly scoreMax: number;
}

/** A zone must leave room for differences inside it and outside it. */
export function zoneFaults(
  zone: number | null,
  { type, scoreMin, scoreMax }: ZoneScale,
  loc: Loc,
): readonly ValidationIssue[] {
  const isComparison = type === 'human_a_b_testing';
  const end = isComparison ? 0.5 : scoreMax - scoreMin;
  if (zone === null || (zone > 0 && zone < end)) return [];
  const unit = isComparison ? 'points of the win rate' : 'steps of the score';
  const why = `the zone, in ${unit}, must be above 0 and below ${end}: send another zone, or null for 5 % of the scale`;
  return [issues.valueError(loc, why)];
}
