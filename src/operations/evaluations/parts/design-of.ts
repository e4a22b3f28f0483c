import type { EvaluationType } from '../../../contract/evaluations/evaluation-settings.ts';
import type { StoredSettings } from '../../../domain/evaluations/evaluation-settings.ts';
import type { DesignRequest } from '../../../domain/evaluations/pair-design.ts';

/** What an evaluation asks about each of its scenarios. */
export function designOf(
  type: EvaluationType,
  variantCount: number,
  { pairsPerScenario }: Pick<StoredSettings, 'pairsPerScenario'>,
): DesignRequest {
  const kind = type === 'human_a_b_testing' ? 'comparison' : 'scoring';
  return { kind, variantCount, pairsPerScenario };
}
