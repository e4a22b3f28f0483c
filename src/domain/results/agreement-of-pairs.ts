import type { AgreementPanel } from '../../contract/results/results.ts';
import {
  addCluster,
  clusteredShare,
  emptyShareSums,
  type ShareSums,
} from '../../statistics/intervals/clustered-share.ts';
import type { CleanStudy } from './clean-study.ts';
import { presentEstimate } from './present-estimate.ts';
import { endOfUnit, type RatedUnits } from './rated-units.ts';

/** With more annotators, the heat map would be unreadable. */
export const MOST_ANNOTATORS = 40;

/** How often each two annotators gave the same answer to the same question, clustered by case. */
export function agreementOfPairs(
  { annotators, settings }: CleanStudy,
  rated: RatedUnits,
): AgreementPanel['annotator_pairs'] {
  const size = annotators.length;
  if (size > MOST_ANNOTATORS) return [];
  const pairs = sumsOfPairs(rated, size);
  return annotators.flatMap((own, a) =>
    annotators.flatMap((other, b) => {
      const sums = pairs[a * size + b];
      if (sums === undefined || sums.n === 0) return [];
      const rate = clusteredShare(sums, { confidence: settings.level });
      return [{ annotator: own, other, agreement: presentEstimate(rate) }];
    }),
  );
}

/**
 * Sums of annotators a < b at a · size + b. Rows of a case are adjacent: units are ordered by case.
 */
function sumsOfPairs({ unit, annotator, answer, ...rated }: RatedUnits, size: number): ShareSums[] {
  const pairs = Array.from({ length: size * size }, emptyShareSums);
  const shared = new Int32Array(size * size);
  const equal = new Int32Array(size * size);
  let met: number[] = [];
  for (let from = 0, to = 0; from < unit.length; from = to) {
    to = endOfUnit(unit, from);
    for (let i = from; i < to; i += 1) {
      for (let j = from; j < to; j += 1) {
        const a = annotator[i] ?? 0;
        const b = annotator[j] ?? 0;
        if (a >= b) continue;
        const cell = a * size + b;
        if (shared[cell] === 0) met.push(cell);
        shared[cell] = (shared[cell] ?? 0) + 1;
        if (answer[i] === answer[j]) equal[cell] = (equal[cell] ?? 0) + 1;
      }
    }
    if (rated.case[to] === rated.case[from]) continue;
    for (const cell of met) endCase(cell);
    met = [];
  }
  return pairs;

  function endCase(cell: number): void {
    const sums = pairs[cell];
    if (sums !== undefined) addCluster(sums, equal[cell] ?? 0, shared[cell] ?? 0);
    shared[cell] = 0;
    equal[cell] = 0;
  }
}
