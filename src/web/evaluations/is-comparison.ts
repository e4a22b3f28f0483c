import type { EvaluationType } from '../../contract/evaluations/evaluation-settings.ts';

/** Whether annotators compare outputs side by side; otherwise they score each one. */
export function isComparison(type: EvaluationType): boolean {
  return type === 'human_a_b_testing';
}
