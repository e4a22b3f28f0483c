import { holm } from '../intervals/multiplicity.ts';
import { isSure } from './mark-level.ts';

/** The answers of an annotator who always gave the same one. */
export interface AnswerRun {
  readonly of: number;
  /** Scenarios these answers are about: answers about one scenario are alike. */
  readonly cases: number;
  /** How often the others gave this answer, and how many answers they gave. */
  readonly othersSame: number;
  readonly others: number;
}

export interface SameAnswer {
  readonly of: number;
  /** Null where no others answered. */
  readonly pValue: number | null;
}

const LEAST = 20;

/**
 * Question: which annotators always give the same answer? Marked when all of at least 20 answers
 * are the same and the others' answers make that unlikely: with their share q of this answer (plus
 * half a count each way), q to the power of the scenarios, adjusted by Holm, is below 0.001. Where
 * all annotators give that answer it is probably right. Without others, 20 equal answers are
 * enough. Cost: constant each.
 */
export function sameAnswer(runs: readonly AnswerRun[]): readonly (SameAnswer | null)[] {
  const raw = runs.map(({ of, cases, othersSame, others }) =>
    of < LEAST || others === 0 ? null : ((othersSame + 0.5) / (others + 1)) ** cases,
  );
  const adjusted = holm(raw);
  return runs.map(({ of, others }, a) => {
    if (of < LEAST) return null;
    const pValue = adjusted[a] ?? null;
    return others === 0 || isSure(pValue) ? { of, pValue } : null;
  });
}
