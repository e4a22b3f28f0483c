import type { ScenarioInput } from '../../contract/evaluations/scenarios.ts';
import { findRow, type Transaction } from '../database.ts';
import { inList } from '../in-list.ts';
import { isOne, statement } from '../statement.ts';
import { inputsText } from './scenario-inputs.ts';
import { SHOWN_OUTPUTS } from './shown-outputs.ts';
import { textsVersion } from './texts-version.ts';

const CHANGE_TEXTS = statement(
  `UPDATE scenarios SET texts_version = 1 + ${textsVersion('scenarios')},
     inputs = COALESCE(CAST($3 AS text), inputs)
   WHERE workspace_id = $1 AND id = $2 AND judgement_count = 0
   RETURNING id`,
  { id: 'text' },
);

/**
 * Begins a change of what annotators read, and locks the scenario until the transaction ends. False
 * when an annotator has judged it already.
 */
export async function changeTexts(
  tx: Transaction,
  workspaceId: string,
  { scenarioId, inputs }: { scenarioId: string; inputs: readonly ScenarioInput[] | undefined },
): Promise<boolean> {
  const text = inputs === undefined ? null : inputsText(inputs);
  return (await findRow(tx, CHANGE_TEXTS, [workspaceId, scenarioId, text])) !== undefined;
}

const LISTED_IDS = inList(
  { column: 'id', parameter: '$2', type: 'uuid' },
  (isListed) => `SELECT id FROM scenarios WHERE workspace_id = $1 AND ${isListed} ORDER BY id`,
);

const HOLD_OUTPUTS = statement(
  // The embedded engine has one writer at a time and needs no locks.
  { sqlite: `${LISTED_IDS.sqlite} LIMIT 0`, postgres: `${LISTED_IDS.postgres} FOR NO KEY UPDATE` },
  { id: 'text' },
);

/**
 * Locks the outputs of scenarios against transactions that write outputs, or make tasks from them.
 */
export async function holdOutputs(
  tx: Transaction,
  workspaceId: string,
  scenarioIds: readonly string[],
): Promise<void> {
  await tx.query(HOLD_OUTPUTS, [workspaceId, JSON.stringify(scenarioIds)]);
}

const DELETE_OUTPUTS = statement(
  'DELETE FROM written_outputs WHERE workspace_id = $1 AND scenario_id = $2',
  {},
);

const INSERT_OUTPUT = statement(
  `INSERT INTO written_outputs
     (workspace_id, scenario_id, variant_position, place, output, written_by, written_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7)`,
  {},
);

/** A task can be handed out once it has all outputs that it shows. */
const UPDATE_READINESS = statement(
  `UPDATE tasks SET is_ready = CASE WHEN
       EXISTS (SELECT 1 FROM ${SHOWN_OUTPUTS} o WHERE o.workspace_id = tasks.workspace_id
         AND o.scenario_id = tasks.scenario_id AND o.variant_position = tasks.first_variant)
       AND (tasks.second_variant IS NULL
         OR EXISTS (SELECT 1 FROM ${SHOWN_OUTPUTS} o WHERE o.workspace_id = tasks.workspace_id
           AND o.scenario_id = tasks.scenario_id AND o.variant_position = tasks.second_variant))
     THEN 1 ELSE 0 END
   WHERE workspace_id = $1 AND scenario_id = $2 AND first_variant IS NOT NULL`,
  {},
);

export interface NewOutputs {
  readonly scenarioId: string;
  readonly outputs: readonly { readonly variant: number; readonly output: string }[];
  readonly writtenBy: string;
  readonly now: number;
}

/**
 * Replaces the outputs of a scenario after `changeTexts`, including those of an import that is not
 * shown yet.
 */
export async function replaceOutputs(
  tx: Transaction,
  workspaceId: string,
  { scenarioId, outputs, writtenBy, now }: NewOutputs,
): Promise<void> {
  await tx.query(DELETE_OUTPUTS, [workspaceId, scenarioId]);
  for (const [place, { variant, output }] of outputs.entries()) {
    await tx.query(INSERT_OUTPUT, [
      workspaceId,
      scenarioId,
      variant,
      place,
      output,
      writtenBy,
      now,
    ]);
  }
  await tx.query(UPDATE_READINESS, [workspaceId, scenarioId]);
}

const UPDATE_DETAILS = statement(
  `UPDATE scenarios SET correct_answer = COALESCE(CAST($3 AS text), correct_answer),
     is_pinned = COALESCE(CAST($4 AS integer), is_pinned)
   WHERE workspace_id = $1 AND id = $2`,
  {},
);

export interface ScenarioDetails {
  readonly correctAnswer: string | undefined;
  readonly isPinned: boolean | undefined;
}

/** Changes the given fields only; concurrent changes of the others are kept. */
export async function updateDetails(
  tx: Transaction,
  workspaceId: string,
  { scenarioId, correctAnswer, isPinned }: ScenarioDetails & { scenarioId: string },
): Promise<void> {
  await tx.query(UPDATE_DETAILS, [
    workspaceId,
    scenarioId,
    correctAnswer ?? null,
    isPinned === undefined ? null : Number(isPinned),
  ]);
}

/** How a new or withdrawn judgement changes the counts of its scenario. */
export interface ScenarioCount {
  readonly scenarioId: string;
  readonly judgements: number;
  readonly openTasks: number;
  /** Votes on the scenario as a whole, where it has several tasks. */
  readonly wholeVotes: number;
  readonly wanted: number;
}

const COUNT_IN_SCENARIO = statement(
  `UPDATE scenarios SET judgement_count = judgement_count + $3, open_tasks = open_tasks + $4,
     whole_count = whole_count + $5,
     is_complete = CASE WHEN open_tasks + $4 = 0 OR whole_count + $5 >= $6 THEN 1 ELSE 0 END
   WHERE workspace_id = $1 AND id = $2
   RETURNING is_complete,
     CASE WHEN open_tasks - $4 = 0 OR whole_count - $5 >= $6 THEN 1 ELSE 0 END AS was_complete`,
  { isComplete: isOne, wasComplete: isOne },
);

/** Whether a scenario has all its judgements, after and before a change. */
export interface Completeness {
  readonly isComplete: boolean;
  readonly wasComplete: boolean;
}

export async function countInScenario(
  tx: Transaction,
  workspaceId: string,
  count: ScenarioCount,
): Promise<Completeness> {
  const row = await findRow(tx, COUNT_IN_SCENARIO, [
    workspaceId,
    count.scenarioId,
    count.judgements,
    count.openTasks,
    count.wholeVotes,
    count.wanted,
  ]);
  return row ?? { isComplete: false, wasComplete: false };
}
