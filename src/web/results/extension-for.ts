import type { Progress } from '../../contract/results/evaluation-results.ts';
import type { Verdict } from '../../contract/results/results.ts';

/** The contract's limit. */
const MOST_PER_TASK = 20;

export interface Extension {
  readonly judgementsPerTask: number;
  /** The number of additional judgements. */
  readonly judgements: number;
  /** `part`: a task cannot have enough judgements to probably settle the result. */
  readonly reach: 'enough' | 'part';
}

/** The extension that would probably settle an evaluation; null if its tasks take no more. */
export function extensionFor(
  { more_needed }: Pick<Verdict, 'more_needed'>,
  { tasks }: Pick<Progress, 'tasks'>,
  judgementsPerTask: number,
): Extension | null {
  if (tasks === 0 || judgementsPerTask >= MOST_PER_TASK) return null;
  const needed = Math.ceil((more_needed?.judgements ?? tasks) / tasks);
  const extra = Math.min(Math.max(1, needed), MOST_PER_TASK - judgementsPerTask);
  return {
    judgementsPerTask: judgementsPerTask + extra,
    judgements: extra * tasks,
    reach: extra < needed ? 'part' : 'enough',
  };
}
