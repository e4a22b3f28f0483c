import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import type { Client } from '../../src/client/client.ts';
import { makeApp, makeForeigner, makeMember, unique } from '../support/builders.ts';
import { onEachEngine } from '../support/engines.ts';
import { fillOutputs } from '../support/evaluation-outputs.ts';
import { makeHumanEvaluation, numberedRows } from '../support/evaluations.ts';
import { expectInvalid, expectProblem } from '../support/expect.ts';
import { enter, makeLink } from '../support/guests.ts';
import { makeProvider } from '../support/providers.ts';
import { UNKNOWN_ID } from '../support/requests.ts';
import { startTestServer } from '../support/running-server.ts';
import { takeTasks } from '../support/take-tasks.ts';

onEachEngine((server, engine) => {
  describe('listAuditEntries', () => {
    test('200 starts with the setup by the first owner', async () => {
      const fresh = await startTestServer({ engine, owner: 'to be set up' });
      try {
        const token = (fresh.setupUrl ?? '').split('token=')[1] ?? '';
        const reply = await fresh.client().reply.setUp({
          body: { token, email: 'a@jurybox.test', username: 'a', password: 'a long passphrase' },
        });
        const cookie = (reply.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
        const browser = fresh.browser(cookie);
        const { id } = await browser.fetchOwnOrganization();
        const { default_workspace } = await browser.fetchOrganization({
          parameters: { org_id: id },
        });
        const entries = await browser.listAuditEntries({
          parameters: { workspace_id: default_workspace },
        });
        const ids = entries.map(({ operation, actor }) => [operation, actor.id]);
        assert.deepEqual(ids, [['setUp', reply.body.id]]);
      } finally {
        await fresh.stop();
      }
    });

    test('200 shows who changed what, from what to what', async () => {
      const owner = await makeForeigner(server());
      const { app_id } = await makeApp(owner.client, { app_name: 'first name' });
      const parameters = { app_id };
      const renamed = await owner.browser.reply.renameApp({
        parameters,
        body: { app_name: 'second name' },
      });
      await owner.client.deleteApp({ parameters });
      const entries = await trail(owner, { object_id: app_id });
      assert.deepEqual(
        entries.map(({ operation, detail }) => [operation, detail]),
        [
          ['deleteApp', { name: ['second name', null] }],
          ['renameApp', { name: ['first name', 'second name'] }],
          ['createApp', { name: 'first name' }],
        ],
      );
      const [deleted, rename] = entries;
      const { id, kind, key_prefix, name } = rename?.actor ?? {};
      assert.deepEqual([id, kind, key_prefix], [owner.userId, 'user', null]);
      assert.equal(name, owner.email);
      assert.equal(deleted?.actor.key_prefix, owner.key.slice(0, 8));
      assert.equal(rename?.request_id, renamed.headers.get('x-request-id'));
      assert.equal(rename?.address, '127.0.0.1');
      assert.ok(Math.abs(Date.parse(rename?.at ?? '') - Date.now()) < 60_000);
    });

    test('200 shows once what updates changed that were sent twice, without secrets', async () => {
      const owner = await makeForeigner(server());
      const { client } = owner;
      const type = 'single_model_test';
      const made = await makeHumanEvaluation(client, { type });
      const variant_id = made.variants[0]?.id ?? '';
      const { base_id } = await client.fetchVariant({ parameters: { variant_id } });
      const { id: provider_id } = await makeProvider(client, {
        workspace_id: owner.workspaceId,
        name: 'first',
        base_url: 'https://models.example/v1?key=canary',
        api_key: 'canary-of-a-key',
      });
      const testset = { parameters: { testset_id: made.testset_id } };
      const { name } = await client.fetchTestset(testset);
      const tone = {
        name: 'Tone',
        question: 'Is it polite?',
        about: 'output',
        required: true,
        scale: { kind: 'binary' },
      } as const;
      const updates: readonly [operation: string, () => Promise<unknown>, detail: object][] = [
        [
          'updateProvider',
          () =>
            client.updateProvider({
              parameters: { provider_id },
              body: { name: 'second', base_url: 'https://models.example/v2?key=canary' },
            }),
          {
            name: ['first', 'second'],
            address: ['https://models.example/v1', 'https://models.example/v2'],
          },
        ],
        [
          'updateBase',
          () =>
            client.updateBase({
              parameters: { base_id },
              body: { uri: 'https://runs.example/run?key=canary' },
            }),
          { address: [null, 'https://runs.example/run'] },
        ],
        [
          'updateVariantParameters',
          () =>
            client.updateVariantParameters({
              parameters: { variant_id },
              body: { parameters: { temperature: 1 } },
            }),
          { revision: [1, 2] },
        ],
        [
          'restoreVariantRevision',
          () =>
            client.restoreVariantRevision({
              parameters: { variant_id, revision_number: 1 },
              ifMatch: '*',
            }),
          { revision_number: '1', revision: [2, 3], restoredFrom: 1 },
        ],
        [
          'updateTestset',
          () => client.updateTestset({ ...testset, body: { name, csvdata: numberedRows(2) } }),
          { revision: [1, 2] },
        ],
        [
          'replaceCriteria',
          () => client.replaceCriteria({ parameters: made, body: [tone] }),
          { criteria: [[], [tone]] },
        ],
        [
          'extendHumanEvaluation',
          // The second is refused, because it adds nothing.
          () =>
            client.reply.extendHumanEvaluation({
              parameters: made,
              body: { judgements_per_task: 2 },
            }),
          { judgements_per_task: [1, 2] },
        ],
        [
          'closeHumanEvaluation',
          () => client.closeHumanEvaluation({ parameters: made }),
          { status: ['EVALUATION_INITIALIZED', 'EVALUATION_FINISHED'] },
        ],
      ];
      for (const [operation, update, detail] of updates) {
        await update();
        await update();
        const entries = await trail(owner, { operation });
        assert.deepEqual(
          entries.map((entry) => entry.detail),
          [detail],
          operation,
        );
      }
      const body = { api_key: 'another-canary', requests_per_minute: 5 };
      await client.updateProvider({ parameters: { provider_id }, body });
      const [latest, ...others] = await trail(owner, {});
      assert.deepEqual(latest?.detail, { requestsPerMinute: [null, 5], key: 'changed' });
      assert.ok(!JSON.stringify([latest, ...others]).includes('canary'));
    });

    test('200 lists the end of a session, and nothing for unknown sessions', async () => {
      const owner = await makeForeigner(server());
      const [session] = await owner.browser.listSessions();
      const id = session?.id ?? assert.fail('The browser has no session.');
      for (const session_id of ['\u0000', 'no id', UNKNOWN_ID, id]) {
        await owner.browser.endSession({ parameters: { session_id } });
      }
      const entries = await trail(owner, { operation: 'endSession' });
      assert.deepEqual(
        entries.map(({ object }) => object),
        [{ kind: 'session', id }],
      );
    });

    test('200 filters by person, operation, object and time, and pages', async () => {
      const owner = await makeForeigner(server());
      const { app_id } = await makeApp(owner.client);
      await makeApp(owner.client);
      const parameters = { workspace_id: owner.workspaceId };
      const count = async (query: object) => (await trail(owner, query)).length;
      assert.equal(await count({ operation: 'createApp' }), 2);
      assert.equal(await count({ operation: 'createApp', object_id: app_id.toUpperCase() }), 1);
      assert.equal(await count({ actor_id: owner.userId, operation: 'createApp' }), 2);
      assert.equal(await count({ actor_id: UNKNOWN_ID }), 0);
      assert.equal(await count({ actor_id: 'no id' }), 0);
      const later = new Date(Date.now() + 60_000).toISOString();
      assert.equal(await count({ since: later }), 0);
      assert.equal(await count({ until: later, operation: 'createApp' }), 2);
      const all = await trail(owner, {});
      const paged = [];
      let cursor: string | undefined;
      do {
        const reply = await owner.client.reply.listAuditEntries({
          parameters,
          query: { limit: 1, ...(cursor === undefined ? {} : { cursor }) },
        });
        paged.push(...reply.body);
        cursor = /cursor=([^&>]+)/.exec(reply.headers.get('link') ?? '')?.[1];
        cursor = cursor && decodeURIComponent(cursor);
      } while (cursor !== undefined);
      assert.deepEqual(paged, all);
      const faulty = await owner.client.reply.listAuditEntries({
        parameters,
        query: { since: 'yesterday' },
      });
      expectInvalid(faulty, { loc: ['query', 'since'], type: 'value_error' });
      const wrong = { parameters, query: { cursor: 'x' } };
      expectProblem(await owner.client.reply.listAuditEntries(wrong), 'invalid_cursor');
    });

    test('200 names guests by their id, and does not reveal their judgements', async () => {
      const owner = await makeForeigner(server());
      const made = await makeHumanEvaluation(owner.client, { rows: numberedRows(2) });
      await fillOutputs(owner.client, made);
      const link = await makeLink(owner.client, { evaluationId: made.evaluation_id });
      const guest = await enter(server(), link);
      const [task] = await takeTasks(guest.browser, made);
      const slot = task?.slots[0]?.slot_id ?? '';
      await guest.browser.submitJudgement({
        parameters: { assignment_id: task?.id ?? '' },
        body: { outcome: slot },
      });
      const entries = await trail(owner, { actor_id: guest.id });
      assert.deepEqual(
        entries.map(({ operation, actor }) => [operation, actor.kind]),
        [
          ['submitJudgement', 'guest'],
          ['takeAssignments', 'guest'],
          ['exchangeInvitation', 'guest'],
        ],
      );
      const text = JSON.stringify(entries);
      for (const { id } of made.variants) assert.ok(!text.includes(id), text);
      assert.ok(!text.includes(slot), text);
      expectProblem(
        await guest.browser.reply.listAuditEntries({
          parameters: { workspace_id: owner.workspaceId },
        }),
        'route_not_found',
      );
    });

    test('200 contains no e-mail addresses of invited people', async () => {
      const owner = await makeForeigner(server());
      await owner.client.inviteToWorkspace({
        parameters: { org_id: owner.organizationId, workspace_id: owner.workspaceId },
        body: [{ email: 'newcomer@jurybox.test', roles: ['viewer'] }],
      });
      const entries = await trail(owner, { operation: 'inviteToWorkspace' });
      assert.deepEqual(entries[0]?.detail['roles'], ['viewer']);
      assert.ok(!JSON.stringify(entries).includes('newcomer'));
    });

    test('a request that fails leaves no entry', async () => {
      const owner = await makeForeigner(server());
      const app_name = unique('app');
      await makeApp(owner.client, { app_name });
      const again = await owner.client.reply.createApp({ body: { app_name } });
      expectProblem(again, 'app_name_taken');
      assert.equal((await trail(owner, { operation: 'createApp' })).length, 1);
    });

    test('a repeated request with the same idempotency key leaves one entry', async () => {
      const owner = await makeForeigner(server());
      const call = { body: { app_name: unique('app') }, idempotencyKey: randomUUID() };
      await owner.client.createApp(call);
      await owner.client.createApp(call);
      assert.equal((await trail(owner, { operation: 'createApp' })).length, 1);
    });

    test('403 for members who do not administer the workspace, 404 for others', async () => {
      const member = await makeMember(server(), ['editor', 'evaluator', 'deployment_manager']);
      const parameters = { workspace_id: member.workspaceId };
      expectProblem(await member.client.reply.listAuditEntries({ parameters }), 'forbidden');
      const foreigner = await makeForeigner(server());
      const reply = await foreigner.client.reply.listAuditEntries({ parameters });
      expectProblem(reply, 'workspace_not_found');
    });
  });

  describe('exportAuditEntries', () => {
    test('200 gives the same entries as CSV and as JSONL', async () => {
      const owner = await makeForeigner(server());
      const { app_id } = await makeApp(owner.client, { app_name: '=SUM(A1)' });
      const parameters = { workspace_id: owner.workspaceId };
      const query = { object_id: app_id };
      const lines = await owner.client.exportAuditEntries({
        parameters,
        query: { ...query, format: 'jsonl' as const },
      });
      assert.deepEqual(
        lines
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line)),
        await trail(owner, query),
      );
      const csv = await owner.client.reply.exportAuditEntries({ parameters, query });
      assert.match(csv.headers.get('content-disposition') ?? '', /audit[ %20_]*trail\.csv/);
      const [header, line] = csv.body.split('\r\n');
      assert.match(header ?? '', /^at,operation,actor_kind,actor_id,/);
      assert.ok(line?.includes(`,createApp,key,${owner.userId},`) === true, line ?? '');
    });

    test('403 for members who do not administer the workspace', async () => {
      const { client, workspaceId } = await makeMember(server(), ['editor']);
      const reply = await client.reply.exportAuditEntries({
        parameters: { workspace_id: workspaceId },
      });
      expectProblem(reply, 'forbidden');
    });

    test('404 for an unknown workspace', async () => {
      const parameters = { workspace_id: UNKNOWN_ID };
      const reply = await server().owner.reply.exportAuditEntries({ parameters });
      expectProblem(reply, 'workspace_not_found');
    });
  });

  describe('verifyAuditTrail', () => {
    test('200 finds no fault in an intact trail', async () => {
      const owner = await makeForeigner(server());
      await makeApp(owner.client);
      const parameters = { workspace_id: owner.workspaceId };
      const { entries, unsealed, faults, cut } = await owner.client.verifyAuditTrail({
        parameters,
      });
      assert.deepEqual([faults, cut], [[], null]);
      assert.equal(entries + unsealed, (await trail(owner, {})).length);
    });

    test('403 for members who do not administer the workspace', async () => {
      const { client, workspaceId } = await makeMember(server(), ['viewer']);
      const parameters = { workspace_id: workspaceId };
      expectProblem(await client.reply.verifyAuditTrail({ parameters }), 'forbidden');
    });

    test('404 for an unknown workspace', async () => {
      const parameters = { workspace_id: UNKNOWN_ID };
      const reply = await server().owner.reply.verifyAuditTrail({ parameters });
      expectProblem(reply, 'workspace_not_found');
    });
  });
});

function trail(
  { client, workspaceId }: { readonly client: Client; readonly workspaceId: string },
  query: object,
) {
  return client.listAuditEntries({ parameters: { workspace_id: workspaceId }, query });
}
