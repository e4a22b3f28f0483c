import { cleanStudy } from './clean-study.ts';
import { ratedQuestions } from './rated-questions.ts';
import { forEachUnit, type RatedUnits } from './rated-units.ts';
import type { StudyData } from './study-data.ts';
import { askedCriteria } from './summarize-scores.ts';

/** How far apart the answers about each case are, by its position. */
export interface Disagreement {
  /** Of all pairs of answers to the same question, those that differ; NaN where there is no pair. */
  readonly share: Float64Array;
  readonly answers: Int32Array;
}

/** All cases, the most disputed first. */
export interface RankedDisagreement extends Disagreement {
  readonly positions: Int32Array;
}

/** How disputed each case of a study is, by the first question of the page. */
export function summarizeDisagreement(data: StudyData): RankedDisagreement {
  const study = cleanStudy(data);
  const [first] = ratedQuestions(study, askedCriteria(study));
  const measured = first === undefined ? NOTHING : first.rated;
  const disagreement = disagreementOf(measured, study.cases);
  const ranked = casesOf(disagreement).sort(compareDisputed);
  return { ...disagreement, positions: Int32Array.from(ranked, ({ position }) => position) };
}

const NOTHING = {
  unit: new Int32Array(0),
  case: new Int32Array(0),
  value: new Float64Array(0),
};

export function disagreementOf(
  rated: Pick<RatedUnits, 'unit' | 'case' | 'value'>,
  cases: number,
): Disagreement {
  const pairs = new Float64Array(cases);
  const apart = new Float64Array(cases);
  const answers = new Int32Array(cases);
  forEachUnit(rated, (from, to) => {
    const position = rated.case[from] ?? 0;
    const size = to - from;
    const unitPairs = (size * (size - 1)) / 2;
    const alike = size > 1 ? alikePairs(rated.value, from, to) : 0;
    pairs[position] = (pairs[position] ?? 0) + unitPairs;
    apart[position] = (apart[position] ?? 0) + unitPairs - alike;
    answers[position] = (answers[position] ?? 0) + size;
  });
  return { share: apart.map((count, position) => count / (pairs[position] ?? 0)), answers };
}

/** A case by what it is ranked by. */
export interface Disputed {
  readonly position: number;
  /** Null where no two people answered the same question. */
  readonly disagreement: number | null;
  readonly answers: number;
}

export function casesOf(disagreement: Disagreement): Disputed[] {
  return Array.from(disagreement.share.keys(), (position) => disputedAt(disagreement, position));
}

export function disputedAt({ share, answers }: Disagreement, position: number): Disputed {
  const disagreement = share[position] ?? Number.NaN;
  return {
    position,
    disagreement: Number.isNaN(disagreement) ? null : disagreement,
    answers: answers[position] ?? 0,
  };
}

/** Ties go to the case with more answers, then to the earlier one; what is not known comes last. */
export function compareDisputed(one: Disputed, other: Disputed): number {
  return (
    (other.disagreement ?? -1) - (one.disagreement ?? -1) ||
    other.answers - one.answers ||
    one.position - other.position
  );
}

/** Pairs of equal numbers. */
function alikePairs(values: Float64Array, from: number, to: number): number {
  // Nearly all units are of two.
  if (to - from === 2) return values[from] === values[from + 1] ? 1 : 0;
  const sorted = values.slice(from, to).sort();
  let pairs = 0;
  let run = 0;
  for (let i = 1; i < sorted.length; i += 1) {
    run = sorted[i] === sorted[i - 1] ? run + 1 : 0;
    pairs += run;
  }
  return pairs;
}
