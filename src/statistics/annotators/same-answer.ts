import { holm } from '../intervals/multiplicity.ts';
import { isSure } from './mark-level.ts';

/** How often one annotator gave the answer they gave most. */
export interface AnswerRun {
  readonly same: number;
  readonly of: number;
  /** Scenarios these answers are about: answers about one scenario are alike. */
  readonly cases: number;
  /** How often the others gave that answer, and how many answers they gave. */
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
 * Question: who always gives the same answer? Marked when all of at least 20 answers are the same and
 * the others' answers make that unlikely: with their share q of this answer (plus half a count each
 * way), q to the power of the scenarios, adjusted by Holm, is below 0.001. Where everybody gives that
 * answer it is probably right. Without others the run alone marks. Cost: constant each.
 */
export function sameAnswer(runs: readonly (AnswerRun | null)[]): readonly (SameAnswer | null)[] {
  const raw = runs.map((run) =>
    run === null || run.same < run.of || run.of < LEAST || run.others === 0
      ? null
      : ((run.othersSame + 0.5) / (run.others + 1)) ** run.cases,
  );
  const adjusted = holm(raw);
  return runs.map((run, a) => {
    if (run === null || run.same < run.of || run.of < LEAST) return null;
    const pValue = adjusted[a] ?? null;
    return run.others === 0 || isSure(pValue) ? { of: run.of, pValue } : null;
  });
}
