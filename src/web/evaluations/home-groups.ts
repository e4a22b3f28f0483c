import type { EvaluationOverview } from '../../contract/evaluations/evaluation-overviews.ts';

/** Groups that need their author's attention come first. */
export const HOME_GROUPS = ['flagged', 'outputs', 'settled', 'running', 'finished'] as const;

type HomeGroup = (typeof HOME_GROUPS)[number];

/** The most urgent group of an evaluation. */
export function homeGroupOf(overview: EvaluationOverview): HomeGroup {
  const { open_flags, next_step, headline, locked } = overview;
  if ((open_flags ?? 0) > 0) return 'flagged';
  if (next_step === 'add_outputs') return 'outputs';
  if (headline?.settled === true && !locked) return 'settled';
  return next_step === 'read_results' ? 'finished' : 'running';
}
