import type { Progress } from '../../contract/results/evaluation-results.ts';
import type { Verdict } from '../../contract/results/results.ts';

/** As many as the contract allows. */
const MOST_PER_TASK = 20;

export interface Extension {
  readonly judgementsPerTask: number;
  /** How many more judgements that asks for. */
  readonly judgements: number;
  /** `part`: a task cannot have as many judgements as would probably settle it. */
  readonly reach: 'enough' | 'part';
}

/** How far to extend an evaluation to probably settle it; null where more judgements per task cannot. */
export function extensionFor(
  { more_needed }: Pick<Verdict, 'more_needed'>,
  { tasks }: Pick<Progress, 'tasks'>,
  judgementsPerTask: number,
): Extension | null {
  if (tasks === 0 || judgementsPerTask >= MOST_PER_TASK) return null;
  const wanted = Math.ceil((more_needed?.judgements ?? tasks) / tasks);
  const extra = Math.min(Math.max(1, wanted), MOST_PER_TASK - judgementsPerTask);
  return {
    judgementsPerTask: judgementsPerTask + extra,
    judgements: extra * tasks,
    reach: extra < wanted ? 'part' : 'enough',
  };
}
