import type { EvaluationStatus } from '../../contract/evaluations/human-evaluations.ts';
import type { MappedEvaluation } from '../../domain/agenta/map-evaluation.ts';
import { defaultEvaluationName } from '../../domain/evaluations/default-evaluation-name.ts';
import { type DesignRequest, tasksPerScenario } from '../../domain/evaluations/pair-design.ts';
import { toName } from '../../domain/names.ts';
import {
  insertImportedAnnotator,
  updateImportedEvaluation,
} from '../../storage/agenta/imported-evaluations.ts';
import type { Transaction } from '../../storage/database.ts';
import { publishEvaluation } from '../../storage/evaluations/human-evaluation-changes.ts';
import { insertWhole } from './import-testsets.ts';

const DESCRIPTION =
  'Imported from Agenta. Votes have no author there: they are shown as judgements by the creator of the evaluation, who could see which variant is which.';

/** Known once all scenarios of an evaluation were read. */
export interface EvaluationEnd {
  readonly status: EvaluationStatus;
  readonly inputs: readonly string[];
  readonly judged: number;
  readonly judgements: number;
}

export interface ImportedPublication extends EvaluationEnd {
  readonly evaluation: MappedEvaluation;
  readonly design: DesignRequest;
  readonly scenarioCount: number;
  /** A free name for the empty test set, if the evaluation needs one. */
  readonly testsetName: () => string;
}

/** Publishes an evaluation whose scenarios are all written, with its annotator and test set. */
export async function publishImported(
  tx: Transaction,
  workspaceId: string,
  publication: ImportedPublication,
): Promise<void> {
  const { evaluation, design, scenarioCount, status, inputs } = publication;
  const { id, appId, testset, variants, createdBy, createdAt, updatedAt } = evaluation;
  if (testset.isStandIn) await insertStandIn(tx, workspaceId, publication);
  await publishEvaluation(tx, workspaceId, {
    id,
    appId,
    testset: { id: testset.id, revisionId: testset.revisionId, revision: 1 },
    variants: variants.map(({ id: variantId, revision }) => ({
      id: variantId,
      revisionId: revision.id,
      revision: revision.number,
    })),
    scenarioCount,
    taskCount: scenarioCount * tasksPerScenario(design),
    guidelines: '',
    name: toName(defaultEvaluationName(variants, testset.name)),
    description: DESCRIPTION,
    createdBy,
    now: createdAt,
  });
  const importedColumns = { id, status, inputs: JSON.stringify(inputs), createdAt, updatedAt };
  await updateImportedEvaluation(tx, workspaceId, importedColumns);
  if (publication.judgements === 0) return;
  await insertImportedAnnotator(tx, workspaceId, {
    evaluationId: id,
    annotatorId: createdBy,
    judged: publication.judged,
    judgementChanges: publication.judgements,
    completed: publication.judged,
    now: updatedAt,
  });
}

async function insertStandIn(
  tx: Transaction,
  workspaceId: string,
  { evaluation, testsetName }: ImportedPublication,
): Promise<void> {
  const { appId, testset, createdBy, createdAt } = evaluation;
  const { id, revisionId } = testset;
  const name = toName(testsetName());
  const rows = { name: name.text, rows: [], updatedAt: createdAt };
  await insertWhole(tx, workspaceId, {
    testset: { id, revisionId, appId, createdBy, createdAt, ...rows },
    name,
  });
}
