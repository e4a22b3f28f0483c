import { createRandom } from '../../../src/statistics/numerics/random.ts';
import { gatherCrowd, letJudge, type Shown } from '../../support/crowd.ts';
import type { EvaluationWish } from '../../support/evaluations.ts';
import type { TestServer } from '../../support/running-server.ts';

/** What one annotator judged in one evaluation, in order. */
export interface Sequence {
  readonly evaluation: number;
  readonly annotator: number;
  readonly tasks: readonly Shown[];
}

export interface HandedDesign extends EvaluationWish {
  readonly evaluations: number;
  readonly annotatorCount: number;
  readonly scenarios: number;
  readonly seed: number;
}

/** Has several guests judge each evaluation over HTTP; returns the tasks that they were handed. */
export async function handedSequences(
  server: TestServer,
  { evaluations, seed, ...wish }: HandedDesign,
): Promise<readonly Sequence[]> {
  const sequences: Sequence[] = [];
  for (let evaluation = 0; evaluation < evaluations; evaluation += 1) {
    const crowd = await gatherCrowd(server, wish);
    const tasks = crowd.annotators.map((): Shown[] => []);
    await letJudge({
      ...crowd,
      random: createRandom(seed * 1_000_003 + evaluation),
      slowest: 1.5,
      onStep: (step) => {
        if (step.kind === 'judged') tasks[step.annotator]?.push(step.task);
      },
    });
    sequences.push(...tasks.map((own, annotator) => ({ evaluation, annotator, tasks: own })));
  }
  return sequences;
}
