import { randomUUID } from 'node:crypto';
import type { CallInput } from '../src/client/client.ts';
import type { OperationId } from '../src/contract/api.ts';
import { type AnyCall, prepareCall, type Scene } from '../test/security/prepared-calls.ts';
import { makeFirstTenant, makeForeignTenant } from '../test/security/tenants.ts';
import { unique } from '../test/support/builders.ts';
import type { TestServer } from '../test/support/running-server.ts';

/** 100,000 rows are permitted, and any number of objects; a busy machine needs fewer. */
const ROWS = Number(process.env['BENCH_ROWS'] ?? 100_000);
const LISTED = Number(process.env['BENCH_LISTED'] ?? 1_000);
const MIB = 1024 * 1024;

/** Parameters of 1 MiB in the slowest shapes. */
const SHAPES = {
  numbers: (add: number) => ({
    list: Array.from({ length: 240_000 }, (_, index) => (index + add) % 10),
  }),
  keys: (add: number) =>
    Object.fromEntries([
      ...Array.from({ length: 60_000 }, (_, index) => [`key ${index}`, 1]),
      ['made', add],
    ]),
  text: (add: number) => ({ text: 'x'.repeat(MIB - 64), made: add }),
} as const;

let made = 0;
const next = () => (made += 1);
const rows = (count: number, width: number) =>
  Array.from({ length: count }, (_, index) => ({ question: `${index} ${'x'.repeat(width)}` }));

/** The rows that `importTestset` fetches. */
export const IMPORTED_ROWS = JSON.stringify(rows(ROWS, 20));

/** The most ids that a list may have, and that fit into an address of 8 KiB. */
const LISTED_IDS = 1_000;
const IDS_IN_ADDRESS = 150;

type Prepare = (scene: Scene) => Promise<AnyCall>;

/** A workspace in which every object is large. */
export async function makeLargeScene(server: TestServer, target: string): Promise<Scene> {
  const tenant = await makeFirstTenant(server);
  const { client } = tenant.owner;
  const app_id = tenant.appId;
  const base = await client.createBase({
    body: { app_id, base_name: unique('large'), parameters: SHAPES.keys(0) },
  });
  const { variant_id } = base.variant;
  for (const parameters of [SHAPES.numbers(0), SHAPES.numbers(1), SHAPES.keys(0)]) {
    await client.updateVariantParameters({ parameters: { variant_id }, body: { parameters } });
  }
  const testset = await client.createTestset({
    parameters: { app_id },
    body: { name: unique('large'), csvdata: rows(ROWS, 20) },
  });
  for (let count = 0; count < LISTED; count += 1) {
    await client.createApp({ body: { app_name: unique('listed') } });
    await client.addVariantFromBase({
      body: {
        base_id: tenant.baseId,
        new_variant_name: unique('listed'),
        new_config_name: unique('listed'),
        parameters: {},
      },
    });
    await client.createTestset({
      parameters: { app_id },
      body: { name: unique('listed'), csvdata: [{ a: 'b' }] },
    });
  }
  const evaluation = await client.createHumanEvaluation({
    body: {
      app_id,
      variant_ids: [tenant.variantId, tenant.rivalId],
      evaluation_type: 'human_a_b_testing',
      inputs: ['question'],
      testset_id: testset.id,
      status: 'EVALUATION_INITIALIZED',
      settings: { judgements_per_task: 20 },
    },
  });
  const large = { ...tenant, testsetId: testset.id, evaluationId: evaluation.id };
  await client.importOutputs(outputsOf(large));
  return {
    server,
    tenant: { ...large, judgedId: evaluation.id, deploymentId: await deploy(tenant, variant_id) },
    self: tenant.owner,
    host: await makeForeignTenant(server),
    largeVariantId: variant_id,
    largeBaseId: base.base_id,
    target,
  } as LargeScene;
}

interface LargeScene extends Scene {
  readonly largeVariantId: string;
  readonly largeBaseId: string;
  /** Serves `IMPORTED_ROWS`. */
  readonly target: string;
}

const largeOf = (scene: Scene) => scene as LargeScene; // Made above.

async function deploy({ owner }: Scene['tenant'], variant_id: string): Promise<string> {
  const { headers } = await owner.client.reply.deployVariant({
    body: { environment_name: 'production', variant_id },
  });
  return (headers.get('location') ?? '').split('/').at(-1) ?? '';
}

function outputsOf({ evaluationId, variantId, rivalId }: Scene['tenant']) {
  const line = `${'x'.repeat(60)},${'y'.repeat(60)}\n`;
  const text = `${variantId},${rivalId}\n${line.repeat(ROWS)}`;
  return {
    parameters: { evaluation_id: evaluationId },
    body: { file: new File([text], 'outputs.csv') },
  };
}

type Large<Id extends OperationId> = (scene: Scene) => CallInput<Id> | Promise<CallInput<Id>>;

/** Calls that are larger than the prepared ones over large objects. */
const LARGE: { readonly [Id in OperationId]?: Readonly<Record<string, Large<Id>>> } = {
  setUp: {
    '': ({ server }) => ({
      body: {
        token: server.setupUrl?.split('#token=')[1] ?? '',
        email: `${randomUUID()}@jurybox.test`,
        username: 'owner',
        password: 'a passphrase for this',
      },
    }),
  },
  fetchConfig: {
    '60,000 keys': async (scene) => {
      const { largeBaseId, largeVariantId, tenant } = largeOf(scene);
      await deploy(tenant, largeVariantId);
      return { query: { base_id: largeBaseId, environment_name: 'production' } };
    },
  },
  importTestset: {
    'as many rows as may be': (scene) => ({
      body: {
        endpoint: largeOf(scene).target,
        testset_name: unique('imported'),
        app_id: scene.tenant.appId,
      },
    }),
  },
  deleteTestsets: {
    '1,000 ids': async ({ tenant }) => ({
      body: { testset_ids: await makeMany(LISTED_IDS, () => makeSmallTestset(tenant)) },
    }),
  },
  deleteHumanEvaluations: {
    '1,000 ids': async ({ tenant }) => {
      const testsetId = await makeSmallTestset(tenant);
      const make = () => makeEvaluation({ ...tenant, testsetId });
      return { body: { evaluations_ids: await makeMany(LISTED_IDS, make) } };
    },
    'of as many rows as may be': async ({ tenant }) => {
      const id = await makeEvaluation(tenant);
      await tenant.owner.client.importOutputs(outputsOf({ ...tenant, evaluationId: id }));
      return { body: { evaluations_ids: [id] } };
    },
  },
  listEvaluationsByResource: {
    'as many ids as an address holds': ({ tenant }) => ({
      query: {
        resource_type: 'testset',
        resource_ids: [
          tenant.testsetId,
          ...Array.from({ length: IDS_IN_ADDRESS }, () => randomUUID()),
        ],
      },
    }),
  },
  createBase: {
    '60,000 keys': ({ tenant }) => ({
      body: { app_id: tenant.appId, base_name: unique('b'), parameters: SHAPES.keys(next()) },
    }),
  },
  addVariantFromBase: {
    '60,000 keys': ({ tenant }) => ({
      body: {
        base_id: tenant.baseId,
        new_variant_name: unique('v'),
        new_config_name: unique('c'),
        parameters: SHAPES.keys(next()),
      },
    }),
  },
  saveConfig: {
    '60,000 keys': ({ tenant }) => ({
      body: {
        base_id: tenant.baseId,
        config_name: `c${randomUUID()}`,
        parameters: SHAPES.keys(next()),
        overwrite: false,
      },
    }),
  },
  updateVariantParameters: {
    '60,000 keys': (scene) => changed(scene, SHAPES.keys(next())),
    '240,000 numbers': (scene) => changed(scene, SHAPES.numbers(next())),
    'a text of 1 MiB': (scene) => changed(scene, SHAPES.text(next())),
  },
  fetchVariant: { '60,000 keys': (scene) => ({ parameters: ofLarge(scene) }) },
  fetchVariantRevision: {
    '60,000 keys': (scene) => ({ parameters: { ...ofLarge(scene), revision_number: 1 } }),
    '240,000 numbers': (scene) => ({ parameters: { ...ofLarge(scene), revision_number: 2 } }),
  },
  restoreVariantRevision: {
    '60,000 keys': async (scene) => ({
      parameters: { ...ofLarge(scene), revision_number: next() % 2 === 0 ? 1 : 2 },
      body: {},
      ifMatch: '*',
    }),
  },
  diffVariantRevisions: {
    '240,000 changes': (scene) => ({ parameters: ofLarge(scene), query: { from: 2, to: 3 } }),
    'two kinds of 1 MiB': (scene) => ({ parameters: ofLarge(scene), query: { from: 1, to: 2 } }),
  },
  createTestset: {
    'as many rows as may be': ({ tenant }) => ({
      parameters: { app_id: tenant.appId },
      body: { name: unique('rows'), csvdata: rows(ROWS, 20) },
    }),
    'rows of 200 KiB': ({ tenant }) => ({
      parameters: { app_id: tenant.appId },
      body: { name: unique('rows'), csvdata: rows(40, 200 * 1024) },
    }),
  },
  uploadTestset: {
    'as many rows as may be': ({ tenant }) => ({
      body: {
        app_id: tenant.appId,
        file: new File(
          [`question\n${'a question of some length\n'.repeat(ROWS)}`],
          `${unique('u')}.csv`,
        ),
      },
    }),
  },
  updateTestset: {
    'as many rows as may be': ({ tenant }) => ({
      parameters: { testset_id: tenant.testsetId },
      body: { name: unique('rows'), csvdata: rows(ROWS, 20 + (next() % 5)) },
    }),
  },
  extendHumanEvaluation: {
    '1,000 rows': async ({ tenant }) => {
      const testsetId = await makeSmallTestset(tenant);
      return {
        parameters: { evaluation_id: await makeEvaluation({ ...tenant, testsetId }) },
        body: { rows: rows(1000, 900) },
      };
    },
    'a revision of as many rows as may be': async ({ tenant }) => {
      const testsetId = await makeSmallTestset(tenant);
      const evaluation_id = await makeEvaluation({ ...tenant, testsetId });
      await tenant.owner.client.updateTestset({
        parameters: { testset_id: testsetId },
        body: { name: unique('revised'), csvdata: rows(ROWS, 20) },
      });
      return { parameters: { evaluation_id }, body: { testset_revision: 2 } };
    },
    'more judgements of as many rows': async ({ tenant }) => ({
      parameters: { evaluation_id: await makeEvaluation(tenant) },
      body: { judgements_per_task: 3 },
    }),
  },
  importOutputs: {
    'as many rows as may be': async (scene) => {
      const id = await makeEvaluation(scene.tenant);
      return outputsOf({ ...scene.tenant, evaluationId: id });
    },
  },
  createQuickEvaluation: {
    'as many rows as may be': () => ({
      body: {
        file: new File(
          [`question,a,b\n${'a question,one answer,another answer\n'.repeat(ROWS)}`],
          `${unique('quick')}.csv`,
        ),
      },
    }),
  },
  inviteToWorkspace: {
    '100 people': ({ tenant }) => ({
      parameters: { org_id: tenant.organizationId, workspace_id: tenant.workspaceId },
      body: Array.from({ length: 100 }, () => ({
        email: `${randomUUID()}@jurybox.test`,
        roles: ['viewer' as const],
      })),
    }),
  },
  replaceCriteria: {
    '20 criteria of 50 options': async ({ tenant }) => ({
      // In a new evaluation, because later judgements would lack answers to these criteria.
      parameters: { evaluation_id: await makeEvaluation(tenant) },
      body: Array.from({ length: 20 }, (_, index) => ({
        name: `criterion ${index}`,
        question: 'x'.repeat(2000),
        scale: {
          kind: 'choice' as const,
          options: Array.from({ length: 50 }, (_option, place) => `${place} ${'o'.repeat(120)}`),
        },
      })),
    }),
  },
  updateEvaluationSettings: {
    'guidelines of 50,000 characters': ({ tenant }) => ({
      parameters: { evaluation_id: tenant.evaluationId },
      body: {
        guidelines: `${next()} ${'g'.repeat(49_000)}`,
        judgements_per_task: 10 + (next() % 9),
      },
      ifMatch: '*',
    }),
    'another type': async ({ tenant }) => {
      const id = await makeEvaluation(tenant);
      await tenant.owner.client.importOutputs(outputsOf({ ...tenant, evaluationId: id }));
      return {
        parameters: { evaluation_id: id },
        body: { evaluation_type: 'single_model_test' as const },
        ifMatch: '*',
      };
    },
  },
  fetchResults: {
    'with statistics': ({ tenant }) => ({ parameters: { evaluation_id: tenant.evaluationId } }),
    'by slice': ({ tenant }) => ({
      parameters: { evaluation_id: tenant.evaluationId },
      query: { slice: 'question' },
    }),
  },
  listEvaluationScenarios: {
    all: ({ tenant }) => ({ parameters: { evaluation_id: tenant.evaluationId } }),
    'by disagreement': ({ tenant }) => ({
      parameters: { evaluation_id: tenant.evaluationId },
      query: { order: 'disagreement', limit: 1000 },
    }),
  },
  planSampleSize: {
    '100,000 cases by 20': () => ({
      body: { difference: 0.005, cases: 100_000, judgements_per_case: 20, annotators: 20 },
    }),
  },
};

async function makeMany(count: number, make: () => Promise<string>): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < count) ids.push(await make());
  return ids;
}

async function makeSmallTestset({ owner, appId }: Scene['tenant']): Promise<string> {
  const body = { name: unique('small'), csvdata: [{ question: 'why?' }] };
  return (await owner.client.createTestset({ parameters: { app_id: appId }, body })).id;
}

async function makeEvaluation(tenant: Scene['tenant']): Promise<string> {
  const { id } = await tenant.owner.client.createHumanEvaluation({
    body: {
      app_id: tenant.appId,
      variant_ids: [tenant.variantId, tenant.rivalId],
      evaluation_type: 'human_a_b_testing',
      inputs: [],
      testset_id: tenant.testsetId,
      status: 'EVALUATION_INITIALIZED',
    },
  });
  return id;
}

function ofLarge(scene: Scene) {
  return { variant_id: largeOf(scene).largeVariantId };
}

function changed(
  scene: Scene,
  parameters: CallInput<'updateVariantParameters'>['body']['parameters'],
) {
  return { parameters: ofLarge(scene), body: { parameters } };
}

/** The largest calls of an operation, by what is large; '' if only the objects are. */
export function largeCallsOf(operationId: OperationId): Readonly<Record<string, Prepare>> {
  const ordinary: Prepare = (scene) => prepareCall(operationId, scene);
  // Every typed call is one of these.
  return (LARGE[operationId] as Readonly<Record<string, Prepare>> | undefined) ?? { '': ordinary };
}
