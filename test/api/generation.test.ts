import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type ChatStub, startChatStub } from '../../examples/chat-stub/server.ts';
import { type GenerateApp, startGenerateApp } from '../../examples/generate-app/server.ts';
import type { Client } from '../../src/client/client.ts';
import { onEachEngine } from '../support/engines.ts';
import {
  type MadeEvaluation,
  makeEvaluationParts,
  makeHumanEvaluation,
} from '../support/evaluations.ts';
import { EventStream } from '../support/event-stream.ts';
import { expectInvalid, expectProblem } from '../support/expect.ts';
import {
  ALLOW_LOOPBACK,
  finishedRun,
  type HeldApp,
  makeRunnable,
  outputsOf,
  SPEAKING,
  startHeldApp,
} from '../support/generation.ts';
import { OWNER_KEY } from '../support/reachable.ts';
import { unknownIds } from '../support/unknown-ids.ts';
import { until } from '../support/until.ts';

const KEY = 'sk-canary-0123456789abcdef';
/** Simultaneous calls to one base. */
const AT_ONCE = 8;
const [UNKNOWN_ID = ''] = unknownIds();

let app: GenerateApp;
let chat: ChatStub;
before(async () => {
  app = await startGenerateApp();
  chat = await startChatStub({ apiKey: KEY });
});
after(async () => {
  await app.close();
  await chat.close();
});

onEachEngine(
  (server) => {
    const owner = () => server().owner;

    async function makeProvider(client: Client): Promise<string> {
      const { workspace_id } = await workspaceOf(client);
      const { id } = await client.createProvider({
        body: { workspace_id, name: crypto.randomUUID(), base_url: chat.url, api_key: KEY },
      });
      return id;
    }

    /** Waits until only calls under way are claimed, and lets these end. */
    async function releaseBegun(made: MadeEvaluation, heldApp: HeldApp): Promise<void> {
      const isBegun = { parameters: made, query: { status: 'running', limit: 200 } } as const;
      await until('the other cells are returned', async () => {
        return (await owner().listGenerationCells(isBegun)).length === AT_ONCE;
      });
      heldApp.release();
      await until('the answers are stored', async () => {
        return (await owner().fetchGeneration({ parameters: made })).done === AT_ONCE;
      });
      assert.equal(heldApp.requests().length, AT_ONCE);
    }

    describe('startGeneration', () => {
      test('calls the base with the pinned revisions', async () => {
        const made = await makeRunnable(owner(), {
          rows: 30,
          parameters: [{ style: 'plain' }, { style: 'loud' }],
          uri: app.url,
        });
        const [plain] = made.variants;
        await owner().updateVariantParameters({
          parameters: { variant_id: plain?.id ?? '' },
          body: { parameters: { style: 'loud' } },
        });
        const { evaluation_id } = made;
        const begun = await owner().reply.startGeneration({ parameters: { evaluation_id } });
        assert.equal(begun.status, 202);
        const { total, done, failed, cost, variants } = await finishedRun(owner(), made);
        assert.deepEqual([total, done, failed], [60, 60, 0]);
        assert.ok(cost > 0);
        assert.ok(variants.every((variant) => variant.completion_tokens > 0));
        const expected = Array.from({ length: 30 }, (_, index) => {
          const message = `question is question ${index}.`;
          return [message, message.toUpperCase()];
        });
        assert.deepEqual(await outputsOf(owner(), made), expected);
        const { status } = await owner().fetchHumanEvaluation({ parameters: { evaluation_id } });
        assert.equal(status, 'EVALUATION_STARTED');
        const { progress } = await owner().fetchResults({ parameters: { evaluation_id } });
        assert.deepEqual([progress?.tasks, progress?.tasks_ready], [30, 30]);
      });

      test('sends prompts to the provider that was named at creation', async () => {
        const provider_id = await makeProvider(owner());
        const made = await makeRunnable(owner(), {
          rows: 3,
          parameters: [SPEAKING, { ...SPEAKING, prompt_user: 'Shout: {{question}}' }],
          sources: [
            { kind: 'provider', provider_id },
            { kind: 'provider', provider_id },
          ],
        });
        await owner().startGeneration({ parameters: made });
        const { variants } = await finishedRun(owner(), made);
        assert.deepEqual(
          variants.map(({ kind, provider_id: id, done }) => [kind, id, done]),
          [
            ['provider', provider_id, 3],
            ['provider', provider_id, 3],
          ],
        );
        const outputs = await outputsOf(owner(), made);
        assert.equal(new Set(outputs.flat()).size, 6);
        assert.ok(outputs.flat().every((output) => output !== undefined && output !== ''));
      });

      test('keeps existing outputs, and generates none of imported variants', async () => {
        const made = await makeRunnable(owner(), {
          rows: 2,
          parameters: [{}, {}],
          uri: app.url,
          sources: [{ kind: 'base' }, { kind: 'import' }],
        });
        const { evaluation_id, evaluation_type } = made;
        const [first] = await owner().listEvaluationScenarios({ parameters: { evaluation_id } });
        const outputs = made.variants.map(({ id }) => ({
          variant_id: id,
          variant_output: 'by hand',
        }));
        await owner().updateEvaluationScenario({
          parameters: { evaluation_id, evaluation_type, scenario_id: first?.id ?? '' },
          body: { outputs },
        });
        await owner().startGeneration({ parameters: made });
        assert.equal((await finishedRun(owner(), made)).total, 1);
        assert.deepEqual(await outputsOf(owner(), made), [
          ['by hand', 'by hand'],
          ['question is question 1.', undefined],
        ]);
      });

      test('reuses earlier outputs on request', async () => {
        const wish = { rows: 3, parameters: [{ style: 'plain' }, { style: 'loud' }], uri: app.url };
        const first = await makeRunnable(owner(), wish);
        await owner().startGeneration({ parameters: first });
        await finishedRun(owner(), first);
        const again = await owner().createHumanEvaluation({ body: await sameAs(owner(), first) });
        const made = { ...first, evaluation_id: again.id };
        await owner().startGeneration({ parameters: made, body: { reuse: true } });
        const { done, variants } = await finishedRun(owner(), made);
        assert.deepEqual([done, variants.map(({ reused }) => reused)], [6, [3, 3]]);
        assert.deepEqual(await outputsOf(owner(), made), await outputsOf(owner(), first));
        const [cell] = await owner().listGenerationCells({ parameters: made });
        assert.match(cell?.reuse_hash ?? '', /^[0-9a-f]{64}$/);
        assert.match(cell?.reuse_key ?? '', /"call_sha256"/);
        assert.notEqual(cell?.reused_from, null);
      });

      test('marks failed outputs, and the evaluation with them', async () => {
        const provider_id = await makeProvider(owner());
        const made = await makeRunnable(owner(), {
          rows: 2,
          parameters: [SPEAKING, { ...SPEAKING, prompt_user: '{{nothing}}' }],
          sources: [
            { kind: 'provider', provider_id },
            { kind: 'provider', provider_id },
          ],
        });
        const { evaluation_id, variants } = made;
        await owner().startGeneration({ parameters: made });
        const { done, failed, failures } = await finishedRun(owner(), made);
        assert.deepEqual([done, failed], [2, 2]);
        const { status } = await owner().fetchHumanEvaluation({ parameters: { evaluation_id } });
        assert.equal(status, 'EVALUATION_FINISHED_WITH_ERRORS');
        const cells = await owner().listGenerationCells({
          parameters: { evaluation_id },
          query: { status: 'failed' },
        });
        assert.deepEqual(
          cells.map(({ variant_id, error }) => [variant_id, error?.code]),
          [
            [variants[1]?.id, 'template_variable_missing'],
            [variants[1]?.id, 'template_variable_missing'],
          ],
        );
        const message = cells[0]?.error?.message ?? '';
        assert.match(message, /nothing.*question/s);
        const cause = { code: 'template_variable_missing', message };
        assert.deepEqual(failures, [{ ...cause, variant_id: variants[1]?.id, count: 2 }]);
      });

      test('ends as failed without any output, and reveals no key', async () => {
        const { workspace_id } = await workspaceOf(owner());
        const wrong = 'sk-wrong-0123456789abcdef';
        const { id: provider_id } = await owner().createProvider({
          body: { workspace_id, name: crypto.randomUUID(), base_url: chat.url, api_key: wrong },
        });
        const source = { kind: 'provider', provider_id } as const;
        const made = await makeRunnable(owner(), {
          rows: 1,
          parameters: [SPEAKING, SPEAKING],
          sources: [source, source],
        });
        await owner().startGeneration({ parameters: made });
        await finishedRun(owner(), made);
        const { status } = await owner().fetchHumanEvaluation({ parameters: made });
        assert.equal(status, 'EVALUATION_FAILED');
        const [cell] = await owner().listGenerationCells({ parameters: made });
        assert.equal(cell?.error?.code, 'unauthorized');
        assert.equal(cell.attempts, 1);
        assert.doesNotMatch(JSON.stringify(cell), /sk-wrong/);
        assert.doesNotMatch(server().logs(), /sk-wrong|sk-canary/);
      });

      test('retries failures that may pass', async () => {
        const provider_id = await makeProvider(owner());
        const source = { kind: 'provider', provider_id } as const;
        const made = await makeRunnable(owner(), {
          rows: 1,
          parameters: [
            { ...SPEAKING, model: 'flaky-1', prompt_user: `{{question}} ${crypto.randomUUID()}` },
            SPEAKING,
          ],
          sources: [source, source],
        });
        await owner().startGeneration({ parameters: made });
        assert.equal((await finishedRun(owner(), made)).done, 2);
        const [flaky] = await owner().listGenerationCells({ parameters: made });
        assert.equal(flaky?.attempts, 2);
        assert.equal(flaky.error, null);
      });

      test('source_missing: a base without an address', async () => {
        const { evaluation_id } = await makeHumanEvaluation(owner());
        const reply = await owner().reply.startGeneration({ parameters: { evaluation_id } });
        expectProblem(reply, 'source_missing');
        const { status } = await owner().fetchGeneration({ parameters: { evaluation_id } });
        assert.equal(status, 'none');
      });

      test('evaluation_not_found, variant_not_found and provider_not_found', async () => {
        const { evaluation_id, variants } = await makeHumanEvaluation(owner());
        const start = (
          sources: { variant_id: string; provider_id: string }[],
          id = evaluation_id,
        ) =>
          owner().reply.startGeneration({
            parameters: { evaluation_id: id },
            body: { sources: sources.map((source) => ({ ...source, kind: 'provider' })) },
          });
        expectProblem(await start([], UNKNOWN_ID), 'evaluation_not_found');
        const variant_id = variants[0]?.id ?? '';
        const provider_id = UNKNOWN_ID;
        expectProblem(await start([{ variant_id: UNKNOWN_ID, provider_id }]), 'variant_not_found');
        expectProblem(await start([{ variant_id, provider_id }]), 'provider_not_found');
      });

      test('refuses inconsistent sources', async () => {
        const { evaluation_id, variants } = await makeHumanEvaluation(owner());
        const variant_id = variants[0]?.id ?? '';
        const reply = await owner().reply.startGeneration({
          parameters: { evaluation_id },
          body: {
            sources: [
              { variant_id, kind: 'provider' },
              { variant_id, kind: 'base', provider_id: UNKNOWN_ID },
            ],
          },
        });
        expectInvalid(
          reply,
          { loc: ['body', 'sources', 0, 'provider_id'], type: 'missing' },
          { loc: ['body', 'sources', 1], type: 'value_error' },
          { loc: ['body', 'sources', 1, 'provider_id'], type: 'value_error' },
        );
      });

      test('evaluation_closed: nothing is written into it', async () => {
        const made = await makeRunnable(owner(), { rows: 1, parameters: [], uri: app.url });
        await owner().closeHumanEvaluation({ parameters: made });
        const reply = await owner().reply.startGeneration({ parameters: made });
        expectProblem(reply, 'evaluation_closed');
      });

      test('generation_running: one generation at a time', async (t) => {
        const heldApp = await startHeldApp();
        t.after(() => heldApp.close());
        const made = await makeRunnable(owner(), { rows: 1, parameters: [], uri: heldApp.url });
        await owner().startGeneration({ parameters: made });
        const reply = await owner().reply.startGeneration({ parameters: made });
        expectProblem(reply, 'generation_running');
        heldApp.release();
        await finishedRun(owner(), made);
      });
    });

    describe('createHumanEvaluation', () => {
      test('provider_not_found: the provider of a source must exist', async () => {
        const { body, variants } = await makeEvaluationParts(owner());
        const variant_id = variants[0]?.id ?? '';
        const sources = [{ variant_id, kind: 'provider', provider_id: UNKNOWN_ID } as const];
        const reply = await owner().reply.createHumanEvaluation({ body: { ...body, sources } });
        const { field } = expectProblem(reply, 'provider_not_found');
        assert.equal(field, 'sources[0].provider_id');
        const query = { app_id: body.app_id };
        assert.deepEqual(await owner().listHumanEvaluations({ query }), []);
      });
    });

    describe('pauseGeneration', () => {
      test('starts no more calls, and keeps the answers to calls under way', async (t) => {
        const heldApp = await startHeldApp();
        t.after(() => heldApp.close());
        const made = await makeRunnable(owner(), { rows: 40, parameters: [], uri: heldApp.url });
        await owner().startGeneration({ parameters: made });
        await until('calls are under way', async () => heldApp.waiting() === AT_ONCE);
        assert.equal((await owner().pauseGeneration({ parameters: made })).status, 'paused');
        assert.equal((await owner().pauseGeneration({ parameters: made })).status, 'paused');
        await releaseBegun(made, heldApp);
        await owner().resumeGeneration({ parameters: made });
        assert.equal((await finishedRun(owner(), made)).done, 80);
        assert.equal(heldApp.requests().length, 80);
      });

      test('evaluation_not_found, and invalid_transition without a run', async () => {
        const { evaluation_id } = await makeHumanEvaluation(owner());
        const unknown = { parameters: { evaluation_id: UNKNOWN_ID } };
        expectProblem(await owner().reply.pauseGeneration(unknown), 'evaluation_not_found');
        const reply = await owner().reply.pauseGeneration({ parameters: { evaluation_id } });
        expectProblem(reply, 'invalid_transition');
      });
    });

    describe('resumeGeneration', () => {
      test('evaluation_closed: closing pauses, and only an open evaluation goes on', async (t) => {
        const heldApp = await startHeldApp();
        t.after(() => heldApp.close());
        const made = await makeRunnable(owner(), { rows: 1, parameters: [], uri: heldApp.url });
        await owner().startGeneration({ parameters: made });
        await until('calls are under way', async () => heldApp.waiting() > 0);
        await owner().closeHumanEvaluation({ parameters: made });
        heldApp.release();
        const reply = await owner().reply.resumeGeneration({ parameters: made });
        expectProblem(reply, 'evaluation_closed');
        const begun = { parameters: made, query: { status: 'running' } } as const;
        await until('the late answers are dropped', async () => {
          return (await owner().listGenerationCells(begun)).length === 0;
        });
        assert.deepEqual(await outputsOf(owner(), made), [[undefined, undefined]]);
        await owner().reopenHumanEvaluation({ parameters: made });
        await owner().resumeGeneration({ parameters: made });
        await finishedRun(owner(), made);
        assert.deepEqual(await outputsOf(owner(), made), [['held', 'held']]);
      });

      test('evaluation_not_found, and invalid_transition after the end', async () => {
        const made = await makeRunnable(owner(), { rows: 1, parameters: [], uri: app.url });
        const unknown = { parameters: { evaluation_id: UNKNOWN_ID } };
        expectProblem(await owner().reply.resumeGeneration(unknown), 'evaluation_not_found');
        await owner().startGeneration({ parameters: made });
        await finishedRun(owner(), made);
        const reply = await owner().reply.resumeGeneration({ parameters: made });
        expectProblem(reply, 'invalid_transition');
      });
    });

    describe('cancelGeneration', () => {
      test('gives up missing outputs, which retryGeneration then generates', async (t) => {
        const heldApp = await startHeldApp();
        t.after(() => heldApp.close());
        const made = await makeRunnable(owner(), { rows: 30, parameters: [], uri: heldApp.url });
        await owner().startGeneration({ parameters: made });
        await until('calls are under way', async () => heldApp.waiting() === AT_ONCE);
        assert.equal((await owner().cancelGeneration({ parameters: made })).status, 'canceled');
        await releaseBegun(made, heldApp);
        const { variants } = await owner().fetchGeneration({ parameters: made });
        assert.deepEqual(
          variants.map(({ waiting }) => waiting),
          [0, 0],
        );
        await owner().retryGeneration({ parameters: made });
        assert.equal((await finishedRun(owner(), made)).done, 60);
        assert.equal(heldApp.requests().length, 60);
      });

      test('evaluation_not_found and invalid_transition', async () => {
        const made = await makeRunnable(owner(), { rows: 1, parameters: [], uri: app.url });
        const unknown = { parameters: { evaluation_id: UNKNOWN_ID } };
        expectProblem(await owner().reply.cancelGeneration(unknown), 'evaluation_not_found');
        expectProblem(
          await owner().reply.cancelGeneration({ parameters: made }),
          'invalid_transition',
        );
      });
    });

    describe('retryGeneration', () => {
      test('retries failed outputs, and nothing else', async () => {
        const made = await makeRunnable(owner(), { rows: 4, parameters: [], uri: app.url });
        const [first] = made.variants;
        const { base_id } = await owner().fetchVariant({
          parameters: { variant_id: first?.id ?? '' },
        });
        await owner().updateBase({ parameters: { base_id }, body: { uri: `${app.url}/nowhere` } });
        await owner().startGeneration({ parameters: made });
        assert.equal((await finishedRun(owner(), made)).failed, 8);
        await owner().updateBase({ parameters: { base_id }, body: { uri: app.url } });
        const again = await owner().retryGeneration({ parameters: made });
        assert.deepEqual([again.status, again.failed], ['running', 0]);
        const { done, failed } = await finishedRun(owner(), made);
        assert.deepEqual([done, failed], [8, 0]);
        const { status } = await owner().fetchHumanEvaluation({ parameters: made });
        assert.equal(status, 'EVALUATION_STARTED');
        const nothing = await owner().retryGeneration({ parameters: made });
        assert.deepEqual([nothing.status, nothing.done], ['finished', 8]);
      });

      test('evaluation_not_found, evaluation_closed and invalid_transition', async () => {
        const made = await makeRunnable(owner(), { rows: 1, parameters: [], uri: app.url });
        const unknown = { parameters: { evaluation_id: UNKNOWN_ID } };
        expectProblem(await owner().reply.retryGeneration(unknown), 'evaluation_not_found');
        const early = await owner().reply.retryGeneration({ parameters: made });
        expectProblem(early, 'invalid_transition');
        await owner().startGeneration({ parameters: made });
        await finishedRun(owner(), made);
        await owner().closeHumanEvaluation({ parameters: made });
        const late = await owner().reply.retryGeneration({ parameters: made });
        expectProblem(late, 'evaluation_closed');
      });
    });

    describe('fetchGeneration', () => {
      test('shows the sources before the first start', async () => {
        const { evaluation_id, variants } = await makeHumanEvaluation(owner());
        const generation = await owner().fetchGeneration({ parameters: { evaluation_id } });
        assert.deepEqual([generation.status, generation.total], ['none', 0]);
        assert.deepEqual(
          generation.variants.map(({ variant_id, kind }) => [variant_id, kind]),
          variants.map(({ id }) => [id, 'base']),
        );
      });

      test('evaluation_not_found', async () => {
        const unknown = { parameters: { evaluation_id: UNKNOWN_ID } };
        expectProblem(await owner().reply.fetchGeneration(unknown), 'evaluation_not_found');
      });
    });

    describe('watchHumanEvaluation', () => {
      test('sends the progress of a generation, to its end', async (t) => {
        const made = await makeRunnable(owner(), { rows: 20, parameters: [], uri: app.url });
        const stream = await EventStream.open(server(), {
          evaluationId: made.evaluation_id,
          headers: { authorization: OWNER_KEY },
        });
        t.after(() => stream.close());
        await owner().startGeneration({ parameters: made });
        const { data } = await stream.until(
          ({ event, data }) => event === 'generation' && data['status'] === 'finished',
        );
        assert.deepEqual(data, await owner().fetchGeneration({ parameters: made }));
      });
    });

    describe('listGenerationCells', () => {
      test('pages by scenario and variant, and filters by variant', async () => {
        const made = await makeRunnable(owner(), { rows: 5, parameters: [], uri: app.url });
        await owner().startGeneration({ parameters: made });
        await finishedRun(owner(), made);
        const all = await owner().listGenerationCells({ parameters: made });
        assert.deepEqual(
          all.map(({ position }) => position),
          [0, 0, 1, 1, 2, 2, 3, 3, 4, 4],
        );
        const page = await owner().reply.listGenerationCells({
          parameters: made,
          query: { limit: 3 },
        });
        const [, cursor = ''] = /cursor=([^&>]+)/.exec(page.headers.get('link') ?? '') ?? [];
        const next = await owner().listGenerationCells({
          parameters: made,
          query: { limit: 7, cursor: decodeURIComponent(cursor) },
        });
        assert.deepEqual(next, all.slice(3));
        const [, second] = made.variants;
        const own = await owner().listGenerationCells({
          parameters: made,
          query: { variant_id: second?.id ?? '' },
        });
        assert.deepEqual(
          own.map(({ variant_id }) => variant_id),
          Array.from({ length: 5 }, () => second?.id),
        );
      });

      test('evaluation_not_found, variant_not_found and invalid_cursor', async () => {
        const { evaluation_id } = await makeHumanEvaluation(owner());
        const list = (id: string, query: { variant_id?: string; cursor?: string }) =>
          owner().reply.listGenerationCells({ parameters: { evaluation_id: id }, query });
        expectProblem(await list(UNKNOWN_ID, {}), 'evaluation_not_found');
        expectProblem(await list(evaluation_id, { variant_id: UNKNOWN_ID }), 'variant_not_found');
        expectProblem(await list(evaluation_id, { cursor: 'x.y' }), 'invalid_cursor');
      });
    });
  },
  { environment: ALLOW_LOOPBACK },
);

async function workspaceOf(client: Client): Promise<{ workspace_id: string }> {
  const { app_id } = await client.createApp({ body: { app_name: crypto.randomUUID() } });
  const { workspace_id } = await client.fetchApp({ parameters: { app_id } });
  return { workspace_id };
}

async function sameAs(
  client: Client,
  { evaluation_id, testset_id }: { evaluation_id: string; testset_id: string },
) {
  const { app_id, variant_ids } = await client.fetchHumanEvaluation({
    parameters: { evaluation_id },
  });
  return {
    app_id,
    variant_ids,
    testset_id,
    evaluation_type: 'human_a_b_testing' as const,
    inputs: ['question'],
    status: 'EVALUATION_INITIALIZED' as const,
  };
}
