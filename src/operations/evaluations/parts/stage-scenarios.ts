import type { JsonObject } from '../../../contract/fields.ts';
import { Problem } from '../../../contract/problems.ts';
import type { DesignRequest } from '../../../domain/evaluations/pair-design.ts';
import {
  pairsOf,
  tasksOfScenario,
  tasksPerScenario,
} from '../../../domain/evaluations/pair-design.ts';
import { scenarioOfRow } from '../../../domain/evaluations/scenario-of-row.ts';
import { orderScenarios, type ScenarioOrder } from '../../../domain/evaluations/scenario-order.ts';
import {
  insertScenarios,
  insertTasks,
  type NewScenario,
  type NewTask,
} from '../../../storage/evaluations/scenario-batches.ts';
import type { Testset } from '../../../storage/testsets/testsets.ts';
import type { Context } from '../../context.ts';
import { secretWords } from '../../secret-words.ts';
import { readRows } from '../../testsets/parts/read-rows.ts';

const MISSING_SHOWN = 20;

/** What the embedded engine writes in a few milliseconds. */
const ROWS_AT_ONCE = 500;

export interface Stage {
  readonly workspaceId: string;
  readonly evaluationId: string;
  readonly queueId: string;
  readonly inputs: readonly string[];
  readonly design: DesignRequest;
  /** Judgements that are wanted of each task. */
  readonly wanted: number;
}

/**
 * Writes the scenarios and tasks of an evaluation that nobody sees yet, a few rows at a time so that
 * others can write in between. Refuses a test set with rows that lack an input.
 */
export async function stageScenarios(
  context: Context,
  stage: Stage,
  testset: Testset,
): Promise<void> {
  const order = orderOf(context, stage, testset.rowCount);
  const missing: Missing[] = [];
  let position = 0;
  for await (const rows of readRows(context, stage.workspaceId, testset)) {
    const scenarios: NewScenario[] = [];
    for (const text of rows) {
      const row: JsonObject = JSON.parse(text);
      const { inputs, correctAnswer, missing: absent } = scenarioOfRow(row, stage.inputs);
      for (const input of absent) missing.push({ input, row: position, columns: Object.keys(row) });
      scenarios.push({
        id: context.newId(),
        position,
        inputs,
        correctAnswer,
      });
      position += 1;
    }
    if (missing.length >= MISSING_SHOWN) break;
    if (missing.length === 0) await writeScenarios(context, stage, { scenarios, order });
  }
  if (missing.length > 0) throw columnsMismatch(stage.inputs, missing);
}

async function writeScenarios(
  context: Context,
  stage: Stage,
  { scenarios, order }: { scenarios: readonly NewScenario[]; order: ScenarioOrder },
): Promise<void> {
  const { workspaceId, evaluationId, queueId, wanted } = stage;
  const tasksEach = tasksPerScenario(stage.design);
  // With ten variants a scenario has 45 tasks.
  const atOnce = Math.ceil(ROWS_AT_ONCE / (1 + tasksEach));
  for (let start = 0; start < scenarios.length; start += atOnce) {
    const batch = scenarios.slice(start, start + atOnce);
    const tasks = batch.flatMap((scenario) => newTasks(context, stage, { scenario, order }));
    await context.db.transaction((tx) =>
      Promise.all([
        insertScenarios(tx, workspaceId, {
          evaluationId,
          tasksPerScenario: tasksEach,
          scenarios: batch,
        }),
        insertTasks(tx, workspaceId, { queueId, wanted, tasks }),
      ]),
    );
  }
}

/** The order in which the scenarios of an evaluation are judged: the same whenever it is asked for. */
export function orderOf(
  context: Pick<Context, 'slotSecret'>,
  { evaluationId, design }: Pick<Stage, 'evaluationId' | 'design'>,
  scenarioCount: number,
): ScenarioOrder {
  const words = secretWords(context, `order of ${evaluationId}`);
  return orderScenarios(words, {
    count: scenarioCount,
    setCount: Math.max(1, pairsOf(design).length),
  });
}

/**
 * Tasks of one scenario follow each other in the queue, so that a scenario is finished before the
 * next one is opened. A scenario with one task shares its id with it.
 */
export function newTasks(
  { newId }: Pick<Context, 'newId'>,
  { design }: Pick<Stage, 'design'>,
  { scenario, order }: { scenario: Pick<NewScenario, 'id' | 'position'>; order: ScenarioOrder },
): readonly NewTask[] {
  const turn = order.turns[scenario.position] ?? 0;
  const shown = tasksOfScenario(design, order.taskSets[turn] ?? 0);
  return shown.map((variants, index) => ({
    ...variants,
    id: shown.length === 1 && !hasWholeVotes(design) ? scenario.id : newId(),
    scenarioId: scenario.id,
    rank: turn * shown.length + index,
  }));
}

/** Votes of the original route on three or more variants are judgements of the scenario as a whole. */
function hasWholeVotes({ kind, variantCount }: DesignRequest): boolean {
  return kind === 'comparison' && variantCount > 2;
}

interface Missing {
  readonly input: string;
  readonly row: number;
  readonly columns: readonly string[];
}

function columnsMismatch(inputs: readonly string[], missing: readonly Missing[]): Problem {
  const [first] = missing;
  return new Problem(
    'columns_mismatch',
    `Row ${first?.row} of the test set has no column "${first?.input}". Name only columns that every row has.`,
    {
      members: {
        inputs,
        columns: first?.columns ?? [],
        missing: missing.slice(0, MISSING_SHOWN).map(({ input, row }) => ({ input, row })),
      },
    },
  );
}
