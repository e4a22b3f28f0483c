import type { Input } from '../../contract/api.ts';
import type { NewEvaluationSettings } from '../../contract/evaluations/evaluation-settings.ts';
import { issues, ValidationFailure } from '../../contract/validation.ts';
import { defaultEvaluationName } from '../../domain/evaluations/default-evaluation-name.ts';
import {
  applySettings,
  DEFAULT_SETTINGS,
  withPairsOf,
} from '../../domain/evaluations/evaluation-settings.ts';
import { tasksPerScenario } from '../../domain/evaluations/pair-design.ts';
import { mayDo } from '../../domain/identity/permissions.ts';
import { referenceInBody } from '../../domain/ids.ts';
import { toName } from '../../domain/names.ts';
import { notFound } from '../../storage/callers.ts';
import { isForeignKeyViolation } from '../../storage/engines/engine-errors.ts';
import {
  insertUnpublishedEvaluation,
  publishEvaluation,
} from '../../storage/evaluations/human-evaluation-changes.ts';
import { getHumanEvaluation, isJudgedBlind } from '../../storage/evaluations/human-evaluations.ts';
import { type ChosenSource, updateSources } from '../../storage/outputs/evaluation-sources.ts';
import { findTestsetRevision } from '../../storage/testsets/testset-revisions.ts';
import { getTestset, type Testset } from '../../storage/testsets/testsets.ts';
import { type App, getApp } from '../../storage/variants/apps.ts';
import { getVariant, type Variant } from '../../storage/variants/variants.ts';
import type { Context, Operation } from '../context.ts';
import { bodyEtag } from '../preconditions.ts';
import { designOf } from './parts/design-of.ts';
import { judgesVariantsBlind } from './parts/edit-human-evaluation.ts';
import { presentHumanEvaluation } from './parts/present-human-evaluation.ts';
import { removeUnpublishedEvaluation } from './parts/remove-unpublished-evaluation.ts';
import { resolveAnnotators } from './parts/resolve-annotators.ts';
import { resolveSources } from './parts/resolve-sources.ts';
import { numberedRows, type Stage, stageScenarios } from './parts/stage-scenarios.ts';

/**
 * Pins variants and test set to their current revisions and copies the rows as scenarios. The
 * evaluation is not visible until all are written, and a failure leaves nothing behind.
 */
export const createHumanEvaluation: Operation<'createHumanEvaluation'> = async (
  context,
  { body },
) => {
  const parts = await findParts(context, body);
  context.gate.permit(parts.app.standing);
  await refuseJudgedBlind(context, parts);
  await refuseUnknownColumn(context, parts.testset, body.settings?.expected_column);
  const { workspaceId, userId } = parts.app.standing;
  const sent = body.settings ?? {};
  const annotatorIds = await resolveAnnotators(context, workspaceId, {
    ids: sent.annotator_ids,
    field: 'settings.annotator_ids',
  });
  const sources = await resolveSources(context.db, {
    workspaceId,
    variantIds: parts.variants.map(({ id }) => id),
    sources: body.sources ?? [],
  });
  const requested = applySettings(DEFAULT_SETTINGS, sent, annotatorIds);
  const design = designOf(body.evaluation_type, parts.variants.length, requested);
  const settings = withPairsOf(design, requested);
  const stage: Stage = {
    workspaceId,
    evaluationId: context.newId(),
    inputs: body.inputs,
    settings,
    design,
  };
  await context.db.transaction((tx) =>
    insertUnpublishedEvaluation(tx, workspaceId, {
      id: stage.evaluationId,
      queueId: context.newId(),
      type: body.evaluation_type,
      inputs: body.inputs,
      settings,
      judgementsPerTask: sent.judgements_per_task ?? 1,
      createdBy: userId,
      now: context.now,
    }),
  );
  try {
    const { testset } = parts;
    await stageScenarios(context, stage, {
      count: testset.rowCount,
      batches: numberedRows(context, workspaceId, testset),
    });
    return await publish(context, stage, { parts, sources, sent });
  } catch (error) {
    // If this fails too, the upkeep removes it later; the caller gets the first error.
    await removeUnpublishedEvaluation(context.db, stage).catch(() => undefined);
    // Something was deleted while the rows were copied: the second lookup reports what.
    if (isForeignKeyViolation(error)) await findParts(context, body);
    throw error;
  }
};

/** A blind annotator of these variants must not create an evaluation that shows their outputs. */
async function refuseJudgedBlind({ db, caller }: Context, parts: Parts): Promise<void> {
  const { standing } = parts.app;
  if (mayDo(standing.roles, 'edit_evaluation')) return;
  const { workspaceId } = standing;
  for (const { id: variantId } of parts.variants) {
    const isBlind = await isJudgedBlind(db, caller, { workspaceId, variantId });
    if (isBlind) throw judgesVariantsBlind();
  }
}

async function refuseUnknownColumn(
  { db, caller }: Context,
  { id: testsetId, revision }: Testset,
  column: string | null | undefined,
): Promise<void> {
  if (column === undefined || column === null) return;
  const history = await findTestsetRevision(db, caller, { testsetId, revision });
  if (history?.revisions[0]?.columns.includes(column) === true) return;
  const why = 'the test set has no such column: choose one that it has, or null for none';
  throw new ValidationFailure([issues.valueError(['body', 'settings', 'expected_column'], why)]);
}

interface Parts {
  readonly app: App;
  readonly variants: readonly Variant[];
  readonly testset: Testset;
}

/** Everything must belong to the app; objects of other apps count as not found. */
async function findParts(
  { db, caller }: Context,
  body: Input<'createHumanEvaluation'>['body'],
): Promise<Parts> {
  const app = await getApp(db, caller, referenceInBody(body.app_id, 'app_id'));
  const variants: Variant[] = [];
  for (const [index, id] of body.variant_ids.entries()) {
    const reference = referenceInBody(id, `variant_ids[${index}]`);
    const variant = await getVariant(db, caller, reference);
    if (variant.appId !== app.id) throw notFound('variant', reference);
    variants.push(variant);
  }
  const reference = referenceInBody(body.testset_id, 'testset_id');
  const testset = await getTestset(db, caller, reference);
  if (testset.appId !== app.id) throw notFound('testset', reference);
  return { app, variants, testset };
}

interface Publishing {
  readonly parts: Parts;
  readonly sources: readonly ChosenSource[];
  readonly sent: NewEvaluationSettings;
}

async function publish(
  context: Context,
  { workspaceId, evaluationId, design }: Stage,
  { parts, sources, sent }: Publishing,
): ReturnType<Operation<'createHumanEvaluation'>> {
  const { app, testset, variants } = parts;
  return context.transaction(async (tx) => {
    await publishEvaluation(tx, workspaceId, {
      id: evaluationId,
      appId: app.id,
      testset,
      variants,
      scenarioCount: testset.rowCount,
      taskCount: testset.rowCount * tasksPerScenario(design),
      guidelines: sent.guidelines ?? '',
      name: toName(sent.name ?? defaultEvaluationName(variants, testset.name)),
      description: sent.description ?? '',
      createdBy: app.standing.userId,
      now: context.now,
    });
    await updateSources(tx, workspaceId, { evaluationId, sources });
    const reference = { id: evaluationId, field: undefined };
    const shown = presentHumanEvaluation(await getHumanEvaluation(tx, context.caller, reference));
    const { id, variant_ids, app_id, status, evaluation_type } = shown;
    context.note({ object: { kind: 'evaluation', id }, change: { app_id, evaluation_type } });
    return {
      body: { id, variant_ids, app_id, status, evaluation_type },
      location: `/api/human-evaluations/${id}`,
      etag: bodyEtag(shown),
    };
  });
}
