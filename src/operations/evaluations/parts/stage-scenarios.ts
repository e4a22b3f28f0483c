import type { JsonObject } from '../../../contract/fields.ts';
import { Problem } from '../../../contract/problems.ts';
import {
  type DesignRequest,
  pairsOf,
  tasksPerScenario,
} from '../../../domain/evaluations/pair-design.ts';
import { scenarioOfRow, type TakenColumns } from '../../../domain/evaluations/scenario-of-row.ts';
import { orderScenarios, type ScenarioOrder } from '../../../domain/evaluations/scenario-order.ts';
import { countNewRows } from '../../../storage/count-new-rows.ts';
import {
  insertScenarios,
  type NewScenario,
} from '../../../storage/evaluations/scenario-batches.ts';
import type { Context } from '../../context.ts';
import { Pace } from '../../pace.ts';
import { secretWords } from '../../secret-words.ts';
import { readRows } from '../../testsets/parts/read-rows.ts';

const MISSING_SHOWN = 20;

/** As many as the embedded engine writes in a few milliseconds. */
const ROWS_AT_ONCE = 500;

export interface Stage extends TakenColumns {
  readonly workspaceId: string;
  readonly evaluationId: string;
  readonly design: DesignRequest;
}

/** A row of a test set, by its place there. */
export interface NumberedRow {
  readonly number: number;
  readonly row: JsonObject;
}

/** Rows that become scenarios. */
export interface RowsToStage {
  readonly count: number;
  readonly batches: AsyncIterable<readonly NumberedRow[]>;
}

/** The rows of a revision, with pauses for other requests. */
export async function* numberedRows(
  context: Context,
  workspaceId: string,
  revision: { readonly revisionId: string; readonly rowCount: number },
): AsyncGenerator<readonly NumberedRow[]> {
  let first = 0;
  for await (const texts of readRows(context, workspaceId, revision)) {
    const start = first;
    yield texts.map((text, index) => ({ number: start + index, row: JSON.parse(text) }));
    first += texts.length;
  }
}

/**
 * Writes the scenarios of an unpublished evaluation, a few rows at a time so that others can write
 * in between; their tasks are written with their outputs. Refuses rows that lack an input.
 */
export async function stageScenarios(
  context: Context,
  stage: Stage,
  { count, batches }: RowsToStage,
): Promise<void> {
  const order = orderOf(context, stage, count);
  const missing: Missing[] = [];
  const pace = new Pace();
  let position = 0;
  for await (const rows of batches) {
    const scenarios: NewScenario[] = [];
    for (const { number, row } of rows) {
      const { inputs, correctAnswer, missing: absent } = scenarioOfRow(row, stage);
      for (const input of absent) missing.push({ input, row: number, columns: Object.keys(row) });
      const turn = order.turns[position] ?? 0;
      const taskSet = order.taskSets[turn] ?? 0;
      scenarios.push({ id: context.newId(), position, inputs, correctAnswer, turn, taskSet });
      position += 1;
    }
    if (missing.length >= MISSING_SHOWN) break;
    if (missing.length === 0) await writeScenarios(context, stage, { scenarios, pace });
  }
  if (missing.length > 0) throw columnsMismatch(stage.inputs, missing);
  await countNewRows(context.db);
}

async function writeScenarios(
  context: Context,
  { workspaceId, evaluationId, design }: Stage,
  { scenarios, pace }: { scenarios: readonly NewScenario[]; pace: Pace },
): Promise<void> {
  for (let start = 0; start < scenarios.length; start += ROWS_AT_ONCE) {
    const batch = scenarios.slice(start, start + ROWS_AT_ONCE);
    await context.db.transaction((tx) =>
      insertScenarios(tx, workspaceId, {
        evaluationId,
        tasksPerScenario: tasksPerScenario(design),
        scenarios: batch,
      }),
    );
    await pace.keep();
  }
}

/** The order in which the scenarios of an evaluation are judged: the same at every call. */
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

interface Missing {
  readonly input: string;
  readonly row: number;
  readonly columns: readonly string[];
}

function columnsMismatch(inputs: readonly string[], missing: readonly Missing[]): Problem {
  const [first] = missing;
  return new Problem(
    'columns_mismatch',
    `Row ${(first?.row ?? 0) + 1} of the test set has no column "${first?.input}", which is an input of the evaluation. Add it to the test set and use that revision; only a new evaluation can have other inputs.`,
    {
      members: {
        inputs,
        columns: first?.columns ?? [],
        missing: missing.slice(0, MISSING_SHOWN).map(({ input, row }) => ({ input, row })),
      },
    },
  );
}
