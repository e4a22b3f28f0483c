import type { JsonObject } from '../../contract/fields.ts';
import { Problem } from '../../contract/problems.ts';
import type { DesignRequest } from '../../domain/evaluations/pair-design.ts';
import { tasksOfScenario, tasksPerScenario } from '../../domain/evaluations/pair-design.ts';
import { scenarioOfRow } from '../../domain/evaluations/scenario-of-row.ts';
import { scenarioTurns } from '../../domain/evaluations/scenario-turns.ts';
import {
  insertScenarios,
  insertTasks,
  type NewScenario,
  type NewTask,
} from '../../storage/scenario-batches.ts';
import type { Testset } from '../../storage/testsets.ts';
import type { Context } from '../context.ts';
import { readRows } from '../testsets/read-rows.ts';

const MISSING_SHOWN = 20;

/** What the embedded engine writes in a few milliseconds. */
const ROWS_AT_ONCE = 500;

export interface Stage {
  readonly workspaceId: string;
  readonly evaluationId: string;
  readonly queueId: string;
  readonly inputs: readonly string[];
  readonly design: DesignRequest;
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
  const turns = scenarioTurns(stage.evaluationId, testset.rowCount);
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
    if (missing.length === 0) await writeScenarios(context, stage, { scenarios, turns });
  }
  if (missing.length > 0) throw columnsMismatch(stage.inputs, missing);
}

async function writeScenarios(
  context: Context,
  stage: Stage,
  { scenarios, turns }: { scenarios: readonly NewScenario[]; turns: Int32Array },
): Promise<void> {
  const { workspaceId, evaluationId, queueId } = stage;
  const tasksEach = tasksPerScenario(stage.design);
  // With ten variants a scenario has 45 tasks.
  const atOnce = Math.ceil(ROWS_AT_ONCE / (1 + tasksEach));
  for (let start = 0; start < scenarios.length; start += atOnce) {
    const batch = scenarios.slice(start, start + atOnce);
    const tasks = batch.flatMap((scenario) => newTasks(context, stage, { scenario, turns }));
    await context.db.transaction((tx) =>
      Promise.all([
        insertScenarios(tx, workspaceId, {
          evaluationId,
          tasksPerScenario: tasksEach,
          scenarios: batch,
        }),
        insertTasks(tx, workspaceId, { queueId, tasks }),
      ]),
    );
  }
}

/**
 * All first tasks of scenarios come before all second ones, so that no scenario is judged twice
 * before every scenario was judged once. A scenario with one task shares its id with it.
 */
export function newTasks(
  { newId }: Pick<Context, 'newId'>,
  { design }: Pick<Stage, 'design'>,
  { scenario, turns }: { scenario: Pick<NewScenario, 'id' | 'position'>; turns: Int32Array },
): readonly NewTask[] {
  const turn = turns[scenario.position] ?? 0;
  const shown = tasksOfScenario(design, turn);
  return shown.map((variants, index) => ({
    ...variants,
    id: shown.length === 1 && !hasWholeVotes(design) ? scenario.id : newId(),
    scenarioId: scenario.id,
    rank: index * turns.length + turn,
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
