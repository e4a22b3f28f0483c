import { createHash } from 'node:crypto';
import type { TaskVariants } from '../../../domain/evaluations/pair-design.ts';

/** A task by what it shows, in one queue. */
export interface TaskPlace {
  readonly queueId: string;
  readonly scenarioId: string;
  readonly variants: TaskVariants;
}

/**
 * The id of a task follows from its place, so it can be named before the task is written. It begins
 * like the id of its scenario: tasks that are written together are neighbours in the index.
 */
export function taskIdAt({ queueId, scenarioId, variants }: TaskPlace): string {
  const { first, second } = variants;
  const digest = createHash('sha256')
    .update(`${queueId} ${scenarioId} ${first} ${second}`)
    .digest('hex');
  return `${scenarioId.slice(0, 18)}-8${digest.slice(0, 3)}-${digest.slice(3, 15)}`;
}
