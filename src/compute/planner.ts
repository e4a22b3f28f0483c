import { Problem } from '../contract/problems.ts';
import type { SampleSizePlan } from '../contract/results/planning.ts';
import type { PlanningQuestion } from '../domain/results/planning-question.ts';
import { Shares } from '../domain/shares.ts';
import type { ResultsJob } from './results-thread.ts';
import type { ThreadPool } from './thread-pool.ts';

/** A form asks again before its first question is answered. */
const PER_USER = 2;
/** The largest takes three seconds, so the last of these is answered within twenty. */
const AT_ONCE = 6;

export interface Planner {
  readonly ask: (question: PlanningQuestion, userId: string) => Promise<SampleSizePlan>;
  readonly close: () => Promise<void>;
}

/**
 * Simulates planned studies in a separate thread: every signed-in user may ask for seconds of work,
 * which must not delay the results of others.
 */
export function openPlanner(thread: ThreadPool<ResultsJob>): Planner {
  const shares = new Shares('plans', PER_USER);
  let asked = 0;
  return {
    ask: async (question, userId) => {
      if (asked >= AT_ONCE) throw tooMany();
      const giveBack = shares.take(userId);
      asked += 1;
      try {
        // The thread answers a plan with a plan.
        return (await thread.run({ kind: 'plan', question }, userId)) as SampleSizePlan;
      } finally {
        asked -= 1;
        giveBack();
      }
    },
    close: () => thread.close(),
  };
}

function tooMany(): Problem {
  return new Problem(
    'rate_limited',
    'Many plans are being computed at the moment. Try again in a few seconds.',
    { headers: { 'retry-after': '5' } },
  );
}
