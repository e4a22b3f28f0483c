import { type DesignRequest, tasksOfScenario } from '../../../domain/evaluations/pair-design.ts';
import type { Transaction } from '../../../storage/database.ts';
import {
  getQueueRules,
  insertTasks,
  markTasksWritten,
  type NewTask,
  type ScenarioTurn,
} from '../../../storage/evaluations/scenario-batches.ts';
import { designOf } from './design-of.ts';
import { taskIdAt } from './task-ids.ts';

/**
 * Writes the tasks of those scenarios that have none yet. The evaluation and the outputs of these
 * scenarios are locked meanwhile, so its rules and the outputs to show do not change. Returns how
 * many scenarios had no tasks.
 */
export async function writeTasks(
  tx: Transaction,
  workspaceId: string,
  { evaluationId, scenarioIds }: { evaluationId: string; scenarioIds: readonly string[] },
): Promise<number> {
  const scenarios = await markTasksWritten(tx, workspaceId, scenarioIds);
  if (scenarios.length === 0) return 0;
  const rules = await getQueueRules(tx, workspaceId, evaluationId);
  const { queueId, wanted } = rules;
  const design = designOf(rules.type, rules.variantCount, rules.settings);
  const tasks = scenarios.flatMap((scenario) => firstTasks({ queueId, design }, scenario));
  await insertTasks(tx, workspaceId, { queueId, wanted, tasks });
  return scenarios.length;
}

interface Queue {
  readonly queueId: string;
  readonly design: DesignRequest;
}

/** In the first queue of an evaluation, the only task of a scenario has the scenario's id. */
export function firstTasks(queue: Queue, scenario: ScenarioTurn): readonly NewTask[] {
  const tasks = newTasks(queue, scenario);
  if (tasks.length > 1 || hasWholeVotes(queue.design)) return tasks;
  return tasks.map((task) => ({ ...task, id: scenario.id }));
}

/** Votes of the original route on three or more variants are judgements of the scenario as a whole. */
function hasWholeVotes({ kind, variantCount }: DesignRequest): boolean {
  return kind === 'comparison' && variantCount > 2;
}

/**
 * Tasks of one scenario follow each other in the queue, so that a scenario is finished before the
 * next one begins.
 */
export function newTasks(
  { queueId, design }: Queue,
  { id: scenarioId, turn, taskSet }: ScenarioTurn,
): readonly NewTask[] {
  const shown = tasksOfScenario(design, taskSet);
  return shown.map((variants, index) => ({
    ...variants,
    id: taskIdAt({ queueId, scenarioId, variants }),
    scenarioId,
    rank: turn * shown.length + index,
  }));
}
