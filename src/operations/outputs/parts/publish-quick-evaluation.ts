import type { Output } from '../../../contract/api.ts';
import { trimWhiteSpace } from '../../../contract/decode-string.ts';
import { Problem } from '../../../contract/problems.ts';
import { defaultEvaluationName } from '../../../domain/evaluations/default-evaluation-name.ts';
import { tasksPerScenario } from '../../../domain/evaluations/pair-design.ts';
import { firstFreeName } from '../../../domain/free-name.ts';
import { type Name, toName } from '../../../domain/names.ts';
import { type DerivedVariant, deriveVariant } from '../../../domain/variants/derive-variant.ts';
import type { Transaction } from '../../../storage/database.ts';
import {
  insertUnpublishedEvaluation,
  publishEvaluation,
  updateStatus,
} from '../../../storage/evaluations/human-evaluation-changes.ts';
import { numberImport } from '../../../storage/outputs/output-imports.ts';
import { explainAppConflict, listAppNameKeys } from '../../../storage/variants/apps.ts';
import { insertBase } from '../../../storage/variants/bases.ts';
import type { Context, Reply } from '../../context.ts';
import { insertNewInvitation } from '../../evaluations/parts/insert-new-invitation.ts';
import { removeUnpublishedEvaluation } from '../../evaluations/parts/remove-unpublished-evaluation.ts';
import {
  numberedRows,
  type Stage,
  stageScenarios,
} from '../../evaluations/parts/stage-scenarios.ts';
import { EMPTY_PARAMETERS } from '../../fingerprint.ts';
import { publishTestset } from '../../testsets/parts/publish-testset.ts';
import type { StagedRows } from '../../testsets/parts/row-stage.ts';
import { insertDerivedVariant } from '../../variants/parts/insert-derived-variant.ts';
import { insertNewApp } from '../../variants/parts/insert-new-app.ts';
import { placedOutputs, type QuickPlan } from './quick-plan.ts';
import { settleImport } from './settle-import.ts';
import { writeImport } from './write-import.ts';

type Created = Output<'createQuickEvaluation'>;

const BASE_NAME = 'spreadsheet';

/** Enough for a team; a link that is created by hand is for one guest by default. */
const GUESTS = 25;
const GUEST_DAYS = 14;

/** The unpublished parts, under the ids that they keep. */
interface StagedParts {
  readonly stage: Stage;
  readonly staged: StagedRows;
  readonly importId: string;
}

/**
 * Writes scenarios and outputs of staged rows, then publishes all of it. A failure leaves nothing
 * behind; the upkeep removes what a killed process leaves, which no request shows.
 */
export async function publishQuickEvaluation(
  context: Context,
  plan: QuickPlan,
  staged: StagedRows,
): Promise<Reply<Created>> {
  const { workspaceId, userId } = plan.standing;
  const stage: Stage = {
    workspaceId,
    evaluationId: context.newId(),
    inputs: plan.roles.inputs,
    settings: plan.settings,
    design: plan.design,
  };
  const { evaluationId } = stage;
  const importId = context.newId();
  await context.db.transaction((tx) =>
    insertUnpublishedEvaluation(tx, workspaceId, {
      id: evaluationId,
      queueId: context.newId(),
      type: plan.type,
      inputs: plan.roles.inputs,
      settings: plan.settings,
      judgementsPerTask: plan.judgementsPerTask,
      createdBy: userId,
      now: context.now,
    }),
  );
  try {
    const batches = numberedRows(context, workspaceId, staged);
    await stageScenarios(context, stage, { count: staged.rowCount, batches });
    await writeImport(context, {
      importId,
      evaluation: { id: evaluationId, standing: plan.standing },
      rows: placedOutputs(plan),
    });
    const reply = await publishNamed(context, plan, { stage, staged, importId });
    const shown = { workspaceId, evaluationId, importId, scenarioCount: staged.rowCount };
    // If this fails, the upkeep finishes it; the evaluation itself is published.
    await settleImport(context.db, shown).catch(() => undefined);
    return reply;
  } catch (error) {
    // If this fails too, the upkeep removes it later; the caller gets the first error.
    await removeUnpublishedEvaluation(context.db, stage).catch(() => undefined);
    throw error;
  }
}

/** A requested name is used or refused; a name from the file is numbered if it is taken. */
async function publishNamed(
  context: Context,
  plan: QuickPlan,
  parts: StagedParts,
): Promise<Reply<Created>> {
  const { workspaceId } = plan.standing;
  for (;;) {
    const name = plan.name === undefined ? await freeName(context, plan) : toName(plan.name);
    try {
      return await context.transaction((tx) => publish(context, tx, { plan, parts, name }));
    } catch (error) {
      const explained = await explainAppConflict(context.db, workspaceId, { name, error });
      const isTaken = explained instanceof Problem && explained.code === 'app_name_taken';
      // Another caller took it meanwhile: the next free one is used.
      if (!isTaken || plan.name !== undefined) throw explained;
    }
  }
}

async function freeName({ db }: Context, { standing, fileName }: QuickPlan): Promise<Name> {
  const taken = await listAppNameKeys(db, standing.workspaceId);
  return firstFreeName(fileName, { taken, fallback: 'Quick evaluation' });
}

interface Publication {
  readonly plan: QuickPlan;
  readonly parts: StagedParts;
  readonly name: Name;
}

async function publish(
  context: Context,
  tx: Transaction,
  { plan, parts, name }: Publication,
): Promise<Reply<Created>> {
  const { now } = context;
  const { stage, staged, importId } = parts;
  const { standing, roles } = plan;
  const { workspaceId, userId } = standing;
  const app = { id: context.newId(), name, userId, now };
  await insertNewApp(tx, workspaceId, app);
  const base = { id: context.newId(), appId: app.id };
  await insertBase(tx, workspaceId, { ...base, name: toName(BASE_NAME), uri: null, now });
  // Lists are ordered by age: a millisecond between two variants keeps the order of the columns.
  const variants = roles.outputs.map((column, place) =>
    variantOf(context, { column, base, userId, now: now + place }),
  );
  for (const variant of variants) await insertDerivedVariant(tx, workspaceId, variant);
  const content = { app: { id: app.id, standing }, name, commitMessage: null };
  const testset = await publishTestset(context, tx, { content, staged });
  const names = variants.map((variant) => ({
    name: variant.name.text,
    configName: variant.configName.text,
  }));
  await publishEvaluation(tx, workspaceId, {
    id: stage.evaluationId,
    appId: app.id,
    name: toName(defaultEvaluationName(names, name.text)),
    description: '',
    testset: { id: testset.id, revisionId: staged.revisionId, revision: 1 },
    variants: variants.map(({ id, firstRevision }) => ({
      id,
      revisionId: firstRevision.id,
      revision: 1,
    })),
    scenarioCount: staged.rowCount,
    taskCount: staged.rowCount * tasksPerScenario(stage.design),
    guidelines: plan.guidelines,
    createdBy: userId,
    now,
  });
  await showOutputs(context, tx, { workspaceId, evaluationId: stage.evaluationId, importId });
  const { url } = await insertNewInvitation(context, tx, {
    workspaceId,
    invitation: {
      evaluationId: stage.evaluationId,
      maxUses: GUESTS,
      days: GUEST_DAYS,
      createdBy: userId,
    },
  });
  const object = { kind: 'evaluation', id: stage.evaluationId };
  context.note({ object, change: { app_id: app.id, evaluation_type: plan.type } });
  return {
    body: {
      app_id: app.id,
      app_name: name.text,
      base_id: base.id,
      variant_ids: variants.map(({ id }) => id),
      testset_id: testset.id,
      evaluation_id: stage.evaluationId,
      evaluation_type: plan.type,
      columns: {
        inputs: [...roles.inputs],
        expected: roles.expected,
        outputs: [...roles.outputs],
        left_out: [...plan.leftOut],
      },
      row_count: staged.rowCount,
      url: `${context.publicOrigin}/judge/${stage.evaluationId}`,
      guest_url: url,
    },
    location: `/api/human-evaluations/${stage.evaluationId}`,
  };
}

/** A variant without parameters: only the people who sent its outputs know where they come from. */
function variantOf(
  context: Context,
  {
    column,
    base,
    ...author
  }: { column: string; base: { id: string; appId: string }; userId: string; now: number },
): DerivedVariant {
  const name = toName(trimWhiteSpace(column));
  return deriveVariant(
    {
      base,
      name,
      configName: name,
      parameters: {},
      parametersHash: EMPTY_PARAMETERS,
      commitMessage: null,
    },
    { variantId: context.newId(), revisionId: context.newId(), ...author },
  );
}

async function showOutputs(
  { now }: Context,
  tx: Transaction,
  {
    workspaceId,
    evaluationId,
    importId,
  }: { workspaceId: string; evaluationId: string; importId: string },
): Promise<void> {
  if (!(await numberImport(tx, workspaceId, { importId, number: 1 }))) {
    throw new Problem(
      'unavailable',
      'Writing the outputs took too long, and nothing was created: send the file again.',
    );
  }
  const status = { id: evaluationId, status: 'EVALUATION_STARTED', setBy: 'server', now } as const;
  await updateStatus(tx, workspaceId, status);
}
