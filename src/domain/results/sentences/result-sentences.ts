import type { ResultStatistics } from '../../../contract/results/results.ts';
import { cautions } from './cautions.ts';
import { evidence } from './evidence.ts';
import { headline } from './headline.ts';
import { nextStep } from './next-step.ts';
import { scope } from './scope.ts';
import type { ResultNames } from './wording.ts';

/** The results in words, in the order in which they are read. */
export interface ResultSentences {
  readonly headline: string;
  readonly evidence: readonly string[];
  readonly scope: readonly string[];
  readonly next: string | null;
  readonly cautions: readonly string[];
}

/**
 * Every sentence that results can produce, for the page, its print, the saved file and the command
 * line. The interval is that of the plan: it holds at every look, so open and closed evaluations
 * read alike.
 */
export function resultSentences(statistics: ResultStatistics, names: ResultNames): ResultSentences {
  return {
    headline: headline(statistics, names),
    evidence: evidence(statistics, names),
    scope: scope(statistics, names),
    next: nextStep(statistics, names),
    cautions: cautions(statistics, names),
  };
}
