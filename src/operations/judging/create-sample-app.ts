import type { Input } from '../../contract/api.ts';
import { DEMO_PREFIX } from '../../contract/judging/sample-apps.ts';
import { firstFreeName } from '../../domain/free-name.ts';
import { simulatedQuality } from '../../domain/judging/simulate-judgement.ts';
import { unpublishEvaluationsOfApp } from '../../storage/evaluations/evaluation-removal.ts';
import { detachRevisionsOfApp } from '../../storage/testsets/testset-changes.ts';
import { deleteApp, listAppNameKeys } from '../../storage/variants/apps.ts';
import type { Context, Operation } from '../context.ts';
import { createHumanEvaluation } from '../evaluations/create-human-evaluation.ts';
import { importOutputs } from '../outputs/import-outputs.ts';
import { createTestset } from '../testsets/create-testset.ts';
import { addVariantFromBase } from '../variants/add-variant-from-base.ts';
import { createApp } from '../variants/create-app.ts';
import { createBase } from '../variants/create-base.ts';
import { chooseWorkspace } from '../variants/parts/choose-workspace.ts';
import { type Invocation, perform } from './parts/perform.ts';
import { readSampleData, type SampleData, uploadOf } from './parts/sample-data.ts';
import { simulateAnnotators } from './parts/simulate-annotators.ts';

const SAMPLE_NAME = `${DEMO_PREFIX}support replies`;

/** Long enough for the annotators to have read; the upkeep removes anything older as abandoned. */
const HISTORY_MS = 50 * 60 * 1000;

/** How good the replies of each variant usually are, for simulated annotators. */
const USUAL_QUALITY: Readonly<Record<string, number>> = {
  baseline: -0.4,
  concise: 0.3,
  caring: 0.5,
};

const GUIDELINES = `Choose the reply that you would rather get as a customer.

1. It solves the problem, or says what happens next.
2. It names a date, an amount or the place to look.
3. Only then: it sounds like a person.`;

type Settings = NonNullable<Input<'createHumanEvaluation'>['body']['settings']>;

interface SampleEvaluation {
  readonly variants: readonly string[];
  readonly type: Input<'createHumanEvaluation'>['body']['evaluation_type'];
  readonly settings: Settings;
  /** Without judgements. */
  readonly isOpen?: true;
}

const RULES: Settings = { judgements_per_task: 2, guidelines: GUIDELINES };

const EVALUATIONS: readonly SampleEvaluation[] = [
  { variants: ['baseline', 'concise'], type: 'human_a_b_testing', settings: RULES },
  {
    variants: ['baseline', 'concise', 'caring'],
    type: 'human_a_b_testing',
    settings: { ...RULES, pairs_per_scenario: 2 },
  },
  {
    variants: ['baseline', 'caring'],
    type: 'single_model_test',
    settings: { ...RULES, score_min: 1, score_max: 5 },
  },
  // The pair that the second one leaves open, for the user who looks around.
  {
    variants: ['concise', 'caring'],
    type: 'human_a_b_testing',
    settings: { ...RULES, judgements_per_task: 1 },
    isOpen: true,
  },
];

/** Creates a demo app through the operations that people use. A failure removes it again. */
export const createSampleApp: Operation<'createSampleApp'> = async (context, { body }) => {
  const standing = await chooseWorkspace(context, body ?? {});
  context.gate.permit(standing);
  const { workspaceId } = standing;
  const taken = await listAppNameKeys(context.db, workspaceId);
  const name = firstFreeName(SAMPLE_NAME, { taken, fallback: SAMPLE_NAME });
  const owner = { caller: context.caller, now: context.now - HISTORY_MS };
  const { body: app } = await perform(context, ['createApp', createApp], {
    ...owner,
    body: { app_name: name.text, workspace_id: workspaceId },
  });
  try {
    const evaluation_ids = await fillApp(context, app.app_id, owner);
    return await context.transaction(async () => {
      const object = { kind: 'app', id: app.app_id };
      context.note({ object, change: { name: name.text } });
      return {
        body: { app_id: app.app_id, app_name: name.text, evaluation_ids },
        location: `/api/apps/${app.app_id}`,
      };
    });
  } catch (error) {
    await removeApp(context, workspaceId, app.app_id).catch(() => undefined);
    throw error;
  }
};

async function fillApp(context: Context, appId: string, owner: Invocation): Promise<string[]> {
  const data = await readSampleData();
  const variantIds = await createVariants(context, { appId, data }, owner);
  const { body: testset } = await perform(context, ['createTestset', createTestset], {
    ...owner,
    parameters: { app_id: appId },
    upload: uploadOf({ name: 'Support requests', csvdata: data.rows.map(testsetRow) }),
  });
  const qualities = qualitiesOf(data);
  const evaluationIds: string[] = [];
  for (const evaluation of EVALUATIONS) {
    const { body } = await perform(context, ['createHumanEvaluation', createHumanEvaluation], {
      ...owner,
      body: {
        app_id: appId,
        variant_ids: evaluation.variants.map((name) => variantIds.get(name) ?? ''),
        evaluation_type: evaluation.type,
        inputs: ['topic', 'message'],
        testset_id: testset.id,
        status: 'EVALUATION_INITIALIZED',
        settings: evaluation.settings,
      },
    });
    await perform(context, ['importOutputs', importOutputs], {
      ...owner,
      parameters: { evaluation_id: body.id },
      upload: uploadOf(outputRows(data, evaluation, variantIds), 'outputs.json'),
    });
    const simulated = {
      evaluationId: body.id,
      isComparison: evaluation.type === 'human_a_b_testing',
      qualityOf: (output: string) => qualities.get(output) ?? 0,
    };
    if (evaluation.isOpen !== true) await simulateAnnotators(context, simulated, owner);
    evaluationIds.push(body.id);
  }
  return evaluationIds;
}

const BASE_NAME = 'support';

async function createVariants(
  context: Context,
  { appId, data }: { readonly appId: string; readonly data: SampleData },
  owner: Invocation,
): Promise<ReadonlyMap<string, string>> {
  const [first, ...others] = data.variants;
  if (first === undefined) throw new Error('The sample has no variants.');
  const { body: base } = await perform(context, ['createBase', createBase], {
    ...owner,
    body: {
      app_id: appId,
      base_name: BASE_NAME,
      config_name: first.name,
      parameters: first.parameters,
    },
  });
  const ids = new Map([[first.name, base.variant.variant_id]]);
  for (const { name, parameters } of others) {
    const { body } = await perform(context, ['addVariantFromBase', addVariantFromBase], {
      ...owner,
      body: {
        base_id: base.base_id,
        new_variant_name: `${BASE_NAME}.${name}`,
        new_config_name: name,
        parameters,
      },
    });
    ids.set(name, body.variant_id);
  }
  return ids;
}

function testsetRow({ topic, message, expected }: SampleData['rows'][number]) {
  return { topic, message, correct_answer: expected };
}

function outputRows(
  { rows }: SampleData,
  { variants }: SampleEvaluation,
  ids: ReadonlyMap<string, string>,
) {
  return rows.map((row) =>
    Object.fromEntries(variants.map((name) => [ids.get(name), row[name]] as const)),
  );
}

function qualitiesOf({ variants, rows }: SampleData): ReadonlyMap<string, number> {
  return new Map(
    variants.flatMap(({ name }) =>
      rows.map((row) => {
        const text = row[name] ?? '';
        return [text, simulatedQuality(text, USUAL_QUALITY[name] ?? 0)] as const;
      }),
    ),
  );
}

async function removeApp({ db }: Context, workspaceId: string, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    await unpublishEvaluationsOfApp(tx, workspaceId, id);
    await detachRevisionsOfApp(tx, workspaceId, id);
    await deleteApp(tx, workspaceId, { id, expectedVersion: undefined });
  });
}
