import type { StoredSettings } from '../../../domain/evaluations/evaluation-settings.ts';
import type { JudgingRules } from '../../../domain/evaluations/judging-rules.ts';
import { tasksPerScenario } from '../../../domain/evaluations/pair-design.ts';
import { countNewRows } from '../../../storage/count-new-rows.ts';
import type { Transaction } from '../../../storage/database.ts';
import type { HumanEvaluation } from '../../../storage/evaluations/human-evaluations.ts';
import {
  insertQueue,
  lockScenarios,
  switchQueue,
  switchScenarios,
} from '../../../storage/evaluations/queues.ts';
import { insertTasks } from '../../../storage/evaluations/scenario-batches.ts';
import type { Context } from '../../context.ts';
import { Pace } from '../../pace.ts';
import { designOf } from './design-of.ts';
import { scenarioSpans } from './scenario-spans.ts';
import { orderOf } from './stage-scenarios.ts';
import { newTasks } from './write-tasks.ts';

/** Far longer than staging takes: a queue that is not in use by then never will be. */
const STAGING_LIMIT_MS = 60 * 60 * 1000;

/** As many as the embedded engine writes in a few milliseconds. */
const TASKS_AT_ONCE = 250;
const SCENARIOS_AT_ONCE = 100;

/** The rules that decide which tasks a scenario has. */
type TaskRules = Pick<JudgingRules, 'type' | 'judgementsPerTask'> & {
  readonly settings: Pick<StoredSettings, 'pairsPerScenario'>;
};

/**
 * Writes the tasks of another type or choice of pairs into a queue that is not in use yet, a few at
 * a time so that others can write in between. Returns the id of the queue.
 */
export async function stageQueue(
  context: Context,
  evaluation: HumanEvaluation,
  { type, settings, judgementsPerTask }: TaskRules,
): Promise<string> {
  const { id: evaluationId, standing, scenarioCount } = evaluation;
  const { workspaceId } = standing;
  const queueId = context.newId();
  const removableAt = context.now + STAGING_LIMIT_MS;
  await context.db.transaction((tx) =>
    insertQueue(tx, workspaceId, { id: queueId, evaluationId, removableAt }),
  );
  const design = designOf(type, evaluation.variants.length, settings);
  const order = orderOf(context, { evaluationId, design }, scenarioCount);
  const scenariosAtOnce = Math.ceil(TASKS_AT_ONCE / tasksPerScenario(design));
  const pace = new Pace();
  for (let from = 0; from < scenarioCount; from += scenariosAtOnce) {
    const span = { evaluationId, from, to: from + scenariosAtOnce - 1 };
    await context.db.transaction(async (tx) => {
      const scenarios = await lockScenarios(tx, workspaceId, span);
      const tasks = scenarios.flatMap(({ id, position }) => {
        const turn = order.turns[position] ?? 0;
        return newTasks({ queueId, design }, { id, turn, taskSet: order.taskSets[turn] ?? 0 });
      });
      await insertTasks(tx, workspaceId, { queueId, wanted: judgementsPerTask, tasks });
    });
    await pace.keep();
  }
  await countNewRows(context.db);
  return queueId;
}

/** Makes a staged queue the evaluation's; false if the queue is gone. */
export async function takeStagedQueue(
  tx: Transaction,
  evaluation: HumanEvaluation,
  { queueId, rules, now }: { queueId: string; rules: TaskRules; now: number },
): Promise<boolean> {
  const { id: evaluationId, variants, scenarioCount } = evaluation;
  const { workspaceId } = evaluation.standing;
  const perScenario = tasksPerScenario(designOf(rules.type, variants.length, rules.settings));
  const queues = { oldQueueId: evaluation.queueId, newQueueId: queueId };
  const isTaken = await switchQueue(tx, workspaceId, {
    ...queues,
    evaluationId,
    taskCount: scenarioCount * perScenario,
    now,
  });
  if (!isTaken) return false;
  const scenarios = { evaluationId, scenarioCount, atOnce: SCENARIOS_AT_ONCE };
  for await (const span of scenarioSpans(scenarios)) {
    await switchScenarios(tx, workspaceId, { ...queues, span, tasksPerScenario: perScenario });
  }
  return true;
}
