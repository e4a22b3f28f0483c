import type { Queryable } from '../database.ts';
import { inList } from '../in-list.ts';
import { statement } from '../statement.ts';
import { batchInserter } from './batch-insert.ts';

const LIST_SCENARIOS = statement(
  inList(
    { column: 'id', parameter: '$2', type: 'uuid' },
    (isListed) => `SELECT id, evaluation_id FROM scenarios WHERE workspace_id = $1 AND ${isListed}`,
  ),
  { id: 'text', evaluationId: 'text' },
);

/** The evaluation of each of these scenarios that exists. */
export async function listScenarioPlaces(
  db: Queryable,
  workspaceId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db.query(LIST_SCENARIOS, [workspaceId, JSON.stringify(ids)]);
  return new Map(rows.map(({ id, evaluationId }) => [id, evaluationId]));
}

export const insertImportedScenarios = batchInserter('scenarios', {
  id: 'id',
  evaluationId: 'id',
  position: 'number',
  inputs: 'text',
  correctAnswer: 'text',
  isPinned: 'number',
  textsVersion: 'number',
  judgementCount: 'number',
  wholeCount: 'number',
  openTasks: 'number',
  isComplete: 'number',
  turn: 'number',
  taskSet: 'number',
  hasTasks: 'number',
});

export const insertScenarioOutputs = batchInserter('written_outputs', {
  scenarioId: 'id',
  variantPosition: 'number',
  place: 'number',
  output: 'text',
  writtenBy: 'id',
  writtenAt: 'time',
});

export const insertImportedTasks = batchInserter('tasks', {
  queueId: 'id',
  id: 'id',
  scenarioId: 'id',
  firstVariant: 'number',
  secondVariant: 'number',
  rank: 'number',
  placesLeft: 'number',
  have: 'number',
  isReady: 'number',
});

export const insertImportedJudgements = batchInserter('judgements', {
  id: 'id',
  evaluationId: 'id',
  scenarioId: 'id',
  taskId: 'id',
  annotatorId: 'id',
  version: 'number',
  counts: 'number',
  outcome: 'text',
  winner: 'number',
  namedBy: 'text',
  score: 'text',
  answers: 'text',
  note: 'text',
  guidelinesVersion: 'number',
  createdAt: 'time',
  judgedAt: 'time',
  sawNames: 'number',
  position: 'number',
  firstVariant: 'number',
  secondVariant: 'number',
});

export const insertImportedVersions = batchInserter('judgement_versions', {
  judgementId: 'id',
  version: 'number',
  content: 'text',
  createdAt: 'time',
});
