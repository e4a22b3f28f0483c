import type { EvaluationExtension } from '../../../contract/evaluations/evaluation-extension.ts';
import { Problem } from '../../../contract/problems.ts';
import { MAX_ROWS } from '../../../contract/testsets/testsets.ts';
import { issues, ValidationFailure } from '../../../contract/validation.ts';
import { scenarioOfRow } from '../../../domain/evaluations/scenario-of-row.ts';
import { notFound } from '../../../storage/callers.ts';
import { insertUnpublishedEvaluation } from '../../../storage/evaluations/human-evaluation-changes.ts';
import type { HumanEvaluation } from '../../../storage/evaluations/human-evaluations.ts';
import { findTestsetRevision } from '../../../storage/testsets/testset-revisions.ts';
import type { Context } from '../../context.ts';
import { revisionNumber } from '../../variants/parts/pick-revision.ts';
import { designOf } from './design-of.ts';
import { KnownInputs } from './known-inputs.ts';
import { removeUnpublishedEvaluation } from './remove-unpublished-evaluation.ts';
import { type NumberedRow, numberedRows, stageScenarios } from './stage-scenarios.ts';

/** New scenarios of an evaluation, written under another one that no request shows. */
export interface StagedExtension {
  readonly stagedUnder: string;
  readonly added: number;
  /** The evaluation's after the extension. */
  readonly testsetRevision: { readonly id: string; readonly revision: number };
}

/** Undefined if only the number of judgements is extended. */
export async function stageExtension(
  context: Context,
  evaluation: HumanEvaluation,
  sent: EvaluationExtension,
): Promise<StagedExtension | undefined> {
  const { testset_revision, rows = [] } = sent;
  if (testset_revision === undefined && rows.length === 0) return undefined;
  const later =
    testset_revision === undefined
      ? undefined
      : await findNewRows(context, evaluation, testset_revision);
  const added = (later?.numbers.size ?? 0) + rows.length;
  if (evaluation.scenarioCount + added > MAX_ROWS) throw tooMany(sent);
  const stagedUnder = await stage(context, evaluation, {
    count: added,
    batches: newRows(context, evaluation, { later, rows }),
  });
  const { testsetRevisionId: id, testsetRevision: revision } = evaluation;
  return { stagedUnder, added, testsetRevision: later?.revision ?? { id, revision } };
}

/** A later revision of the test set, and which of its rows are new. */
interface LaterRevision {
  readonly revision: { readonly id: string; readonly revision: number; readonly rowCount: number };
  readonly numbers: ReadonlySet<number>;
}

async function findNewRows(
  context: Context,
  evaluation: HumanEvaluation,
  number: number,
): Promise<LaterRevision> {
  const { testsetId, standing } = evaluation;
  const revisionKey = { testsetId, revision: revisionNumber(number) };
  const testset = await findTestsetRevision(context.db, context.caller, revisionKey);
  // A test set stays while an evaluation uses it, so the evaluation was deleted meanwhile.
  if (testset === undefined) throw notFound('evaluation', { id: evaluation.id, field: undefined });
  const [revision] = testset.revisions;
  if (revision === undefined) {
    throw new Problem('revision_not_found', 'The test set has no revision with this number.');
  }
  const known = await KnownInputs.of(context.db, evaluation);
  const numbers = new Set<number>();
  const stored = { revisionId: revision.id, rowCount: revision.rowCount };
  for await (const rows of numberedRows(context, standing.workspaceId, stored)) {
    for (const { number: place, row } of rows) {
      if (!known.take(scenarioOfRow(row, evaluation).inputs)) numbers.add(place);
    }
  }
  if (numbers.size > 0) return { revision, numbers };
  const why = `all rows of revision ${number} are scenarios already: add rows to the test set first`;
  throw new ValidationFailure([issues.valueError(['body', 'testset_revision'], why)]);
}

async function* newRows(
  context: Context,
  { standing }: HumanEvaluation,
  {
    later,
    rows,
  }: { later: LaterRevision | undefined; rows: NonNullable<EvaluationExtension['rows']> },
): AsyncGenerator<readonly NumberedRow[]> {
  if (later !== undefined) {
    const { revision, numbers } = later;
    const stored = { revisionId: revision.id, rowCount: revision.rowCount };
    for await (const batch of numberedRows(context, standing.workspaceId, stored)) {
      yield batch.filter(({ number }) => numbers.has(number));
    }
  }
  yield rows.map((row, number) => ({ number, row }));
}

/** Writes scenarios like those of a new evaluation; a failure leaves nothing behind. */
async function stage(
  context: Context,
  { standing, type, inputs, settings, variants, judgementsPerTask }: HumanEvaluation,
  rows: Parameters<typeof stageScenarios>[2],
): Promise<string> {
  const { workspaceId, userId } = standing;
  const evaluationId = context.newId();
  const design = designOf(type, variants.length, settings);
  await context.db.transaction((tx) =>
    insertUnpublishedEvaluation(tx, workspaceId, {
      id: evaluationId,
      queueId: context.newId(),
      type,
      inputs,
      settings,
      judgementsPerTask,
      createdBy: userId,
      now: context.now,
    }),
  );
  try {
    await stageScenarios(context, { workspaceId, evaluationId, inputs, settings, design }, rows);
    return evaluationId;
  } catch (error) {
    // If this fails too, the upkeep removes it later; the caller gets the first error.
    const staged = { workspaceId, evaluationId };
    await removeUnpublishedEvaluation(context.db, staged).catch(() => undefined);
    throw error;
  }
}

function tooMany({ rows }: EvaluationExtension): ValidationFailure {
  const field = rows === undefined ? 'testset_revision' : 'rows';
  const why = `an evaluation has at most ${MAX_ROWS} scenarios: make a new evaluation for the others`;
  return new ValidationFailure([issues.valueError(['body', field], why)]);
}
