import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { makeForeigner, makeMember, unique } from '../support/builders.ts';
import { onEachEngine } from '../support/engines.ts';
import { expectInvalid, expectProblem } from '../support/expect.ts';
import { ALLOW_LOOPBACK } from '../support/generation.ts';
import { EQUAL_NAMES, REFUSED_NAMES } from '../support/name-samples.ts';
import { answerChat, makeProvider, workspaceOf } from '../support/providers.ts';
import { answerJson, redirectTo, startTarget } from '../support/target-server.ts';
import { ID, TIMESTAMP, unknownIds } from '../support/unknown-ids.ts';

const KEY = 'sk-0123456789abcdefWXYZ';
const BASE_URL = { loc: ['body', 'base_url'], type: 'value_error' };

onEachEngine(
  (server) => {
    describe('listProviders', () => {
      test('200 lists the providers of one workspace by name', async () => {
        const { client, workspaceId: workspace_id } = await makeForeigner(server());
        assert.deepEqual(await client.listProviders({ query: { workspace_id } }), []);
        for (const name of ['beta', 'Alpha', 'ÉTUDE', 'gamma', 'ａlpha 2']) {
          await makeProvider(client, { workspace_id, name });
        }
        const providers = await client.listProviders({ query: { workspace_id } });
        const names = providers.map(({ name }) => name);
        assert.deepEqual(names, ['Alpha', 'ａlpha 2', 'beta', 'gamma', 'ÉTUDE']);
        const [first] = providers;
        const parameters = { provider_id: first?.id ?? '' };
        assert.deepEqual(first, await client.fetchProvider({ parameters }));
      });

      test('404 for a workspace that the caller cannot see', async () => {
        const foreign = await makeForeigner(server());
        for (const workspace_id of [...unknownIds(), '', foreign.workspaceId]) {
          const reply = await server().owner.reply.listProviders({ query: { workspace_id } });
          assert.equal(expectProblem(reply, 'workspace_not_found')['field'], undefined);
        }
      });
    });

    describe('createProvider', () => {
      test('201 stores everything, and reveals no secret', async () => {
        const { owner } = server();
        const workspace_id = await workspaceOf(owner);
        const name = unique('provider');
        const { status, headers, body } = await owner.reply.createProvider({
          body: {
            workspace_id,
            name: ` ${name} `,
            base_url: 'HTTPS://Models.Example:443/V1//',
            api_key: KEY,
            headers: { 'X-Project': 'canary-of-a-header', 'api-key': 'another' },
            max_concurrent: 64,
            requests_per_minute: 500,
          },
        });
        assert.equal(status, 201);
        assert.equal(headers.get('location'), `/api/providers/${body.id}`);
        assert.match(body.id, ID);
        assert.match(body.created_at, TIMESTAMP);
        assert.deepEqual(body, {
          id: body.id,
          workspace_id,
          name,
          base_url: 'https://models.example/V1',
          has_key: true,
          key_hint: 'WXYZ',
          header_names: ['x-project', 'api-key'],
          max_concurrent: 64,
          requests_per_minute: 500,
          created_at: body.created_at,
          updated_at: body.created_at,
        });
        const fetched = await owner.reply.fetchProvider({ parameters: { provider_id: body.id } });
        assert.deepEqual(fetched.body, body);
        assert.equal(fetched.headers.get('etag'), headers.get('etag'));
      });

      test('needs only a name and an address', async () => {
        const made = await makeProvider(server().owner, { base_url: 'https://models.example/' });
        const { base_url, has_key, key_hint, header_names } = made;
        assert.deepEqual(
          { base_url, has_key, key_hint, header_names },
          { base_url: 'https://models.example', has_key: false, key_hint: null, header_names: [] },
        );
        assert.deepEqual([made.max_concurrent, made.requests_per_minute], [8, null]);
      });

      test('shows only the end of long keys', async () => {
        const { owner } = server();
        const hintOf = async (api_key: string | null) =>
          (await makeProvider(owner, { api_key })).key_hint;
        assert.equal(await hintOf('123456789012345'), null);
        assert.equal(await hintOf('1234567890123456'), '3456');
        assert.equal(await hintOf(null), null);
      });

      test('404 with the field for a workspace that the caller does not see', async () => {
        const foreign = await makeForeigner(server());
        for (const workspace_id of [...unknownIds(), '', foreign.workspaceId]) {
          const reply = await server().owner.reply.createProvider({
            body: { workspace_id, name: 'x', base_url: 'https://models.example' },
          });
          assert.equal(expectProblem(reply, 'workspace_not_found')['field'], 'workspace_id');
        }
      });

      test('409 names the provider that holds an equal name in the workspace', async () => {
        const { client, workspaceId: workspace_id } = await makeForeigner(server());
        for (const [oldName, name] of EQUAL_NAMES) {
          const { id } = await makeProvider(client, { workspace_id, name: oldName });
          const reply = await client.reply.createProvider({
            body: { workspace_id, name, base_url: 'https://models.example', api_key: KEY },
          });
          assert.equal(expectProblem(reply, 'provider_name_taken')['existing_id'], id);
        }
        await makeProvider(server().owner, { name: EQUAL_NAMES[0][0] });
      });

      test('422 for invalid names, and for keys and headers that cannot be sent', async () => {
        const { owner } = server();
        const workspace_id = await workspaceOf(owner);
        const send = (body: object) =>
          owner.reply.createProvider({
            body: { workspace_id, name: 'x', base_url: 'https://models.example', ...body },
          });
        for (const { name, type } of REFUSED_NAMES) {
          expectInvalid(await send({ name }), { loc: ['body', 'name'], type });
        }
        for (const api_key of ['sk 1', 'sk-1\n', 'ключ', ' ']) {
          const fault = { loc: ['body', 'api_key'], type: 'value_error' };
          expectInvalid(await send({ api_key }), fault);
        }
        expectInvalid(await send({ api_key: '' }), {
          loc: ['body', 'api_key'],
          type: 'string_too_short',
        });
        const headers: [name: string, value: unknown][] = [
          ['Host', 'elsewhere.example'],
          ['Content-Length', '1'],
          ['cookie', 'a=b'],
          ['Proxy-Authorization', 'x'],
          ['a b', 'x'],
          ['x-a', 'a\r\nx-b: c'],
          ['x-a', ''],
          ['x-a', 1],
        ];
        for (const [name, value] of headers) {
          const fault = { loc: ['body', 'headers', name], type: 'value_error' };
          expectInvalid(await send({ headers: { [name]: value } }), fault);
        }
        const twice = { loc: ['body', 'headers', 'X-A'], type: 'value_error' };
        expectInvalid(await send({ headers: { 'x-a': '1', 'X-A': '2' } }), twice);
        const many = Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`x-${n}`, 'y']));
        const tooMany = { loc: ['body', 'headers'], type: 'value_error' };
        expectInvalid(await send({ headers: many }), tooMany);
      });

      test('422 for addresses that are never called', async () => {
        const { owner, url } = server();
        const workspace_id = await workspaceOf(owner);
        const addresses = [
          'https://10.0.0.1/v1',
          'https://[::1]/v1',
          'https://[::ffff:10.0.0.1]/v1',
          'https://0x0a000001/v1',
          'http://169.254.169.254/latest',
          'http://models',
          'https://llm.internal/v1',
          'https://models.example./v1',
          'https://models.example:99999/v1',
          'https://models.example/v1#top',
          'https://1.1.1.1:22/v1',
          'http://1.1.1.1/v1',
          `${url}/v1`,
        ];
        for (const base_url of addresses) {
          const body = { workspace_id, name: unique('x'), base_url };
          expectInvalid(await owner.reply.createProvider({ body }), BASE_URL);
        }
      });

      test('takes addresses that the operator allows, and keeps a query', async () => {
        const base_url = 'http://127.0.0.1:11434/v1?api-version=2';
        assert.equal((await makeProvider(server().owner, { base_url })).base_url, base_url);
      });
    });

    describe('fetchProvider', () => {
      test('200 for everyone who may view the workspace', async () => {
        const { owner } = server();
        const provider = await makeProvider(owner, { api_key: KEY });
        const parameters = { provider_id: provider.id };
        const viewer = await makeMember(server(), ['viewer']);
        assert.deepEqual(await viewer.client.fetchProvider({ parameters }), provider);
      });

      test('404 for a provider that the caller cannot see', async () => {
        const foreigner = await makeForeigner(server());
        const { workspaceId: workspace_id } = foreigner;
        const foreign = await makeProvider(foreigner.client, { workspace_id });
        for (const provider_id of [...unknownIds(), foreign.id]) {
          const reply = await server().owner.reply.fetchProvider({ parameters: { provider_id } });
          expectProblem(reply, 'provider_not_found');
        }
      });
    });

    describe('updateProvider', () => {
      const own = async (overrides: Parameters<typeof makeProvider>[1] = {}) => {
        const { owner } = server();
        const secrets = { api_key: KEY, headers: { 'x-project': 'p' } };
        const provider = await makeProvider(owner, { ...secrets, ...overrides });
        const parameters = { provider_id: provider.id };
        type Change = NonNullable<Parameters<typeof owner.updateProvider>[0]['body']>;
        return {
          provider,
          parameters,
          fetch: () => owner.reply.fetchProvider({ parameters }),
          update: (body: Change, ifMatch?: string) =>
            owner.reply.updateProvider({
              parameters,
              body,
              ...(ifMatch === undefined ? {} : { ifMatch }),
            }),
        };
      };

      test('200 changes what is sent and leaves the rest', async () => {
        const { provider, update, fetch } = await own({ requests_per_minute: 60 });
        const name = unique('renamed');
        const changes = [
          { name },
          { max_concurrent: 2 },
          { requests_per_minute: null },
          { base_url: 'https://models.example/v2' },
        ];
        for (const change of changes) {
          const before = await fetch();
          const { status, headers, body } = await update(change);
          assert.equal(status, 200);
          const { updated_at } = body;
          assert.deepEqual(body, { ...before.body, ...change, updated_at });
          assert.notEqual(headers.get('etag'), before.headers.get('etag'));
        }
        const { updated_at, ...now } = (await fetch()).body;
        const { updated_at: _, ...then } = provider;
        assert.deepEqual(now, { ...then, ...Object.assign({}, ...changes) });
        assert.match(updated_at, TIMESTAMP);
      });

      test('keeps the version when nothing changes', async () => {
        const { provider, update, fetch } = await own();
        const { headers } = await fetch();
        const { name, base_url, max_concurrent } = provider;
        for (const same of [{}, { name, base_url: `${base_url}/`, max_concurrent }]) {
          const reply = await update(same);
          assert.equal(reply.headers.get('etag'), headers.get('etag'));
          assert.deepEqual(reply.body, provider);
        }
      });

      test('replaces and drops secrets', async () => {
        const { update } = await own();
        const replaced = await update({ api_key: 'sk-another-key-0000', headers: { 'x-b': 'c' } });
        assert.equal(replaced.body.key_hint, '0000');
        assert.deepEqual(replaced.body.header_names, ['x-b']);
        const dropped = await update({ api_key: null, headers: {} });
        assert.deepEqual([dropped.body.has_key, dropped.body.key_hint], [false, null]);
        assert.deepEqual(dropped.body.header_names, []);
      });

      test('422 for another origin without the secrets, and changes nothing', async () => {
        const { provider, update, fetch } = await own();
        const key = { loc: ['body', 'api_key'], type: 'value_error' };
        const headers = { loc: ['body', 'headers'], type: 'value_error' };
        const elsewhere = [
          'https://other.example/v1',
          'http://models.example/v1',
          'https://models.example:8443/v1',
          'https://models.example.other.example/v1',
        ];
        for (const base_url of elsewhere) {
          expectInvalid(await update({ base_url, name: 'moved' }), key, headers);
          expectInvalid(await update({ base_url, headers: {} }), key);
          expectInvalid(await update({ base_url, api_key: null }), headers);
        }
        assert.deepEqual((await fetch()).body, provider);
      });

      test('200 for another origin with the secrets again, or without any', async () => {
        const base_url = 'https://other.example/v1';
        const { update } = await own();
        const moved = await update({ base_url, api_key: KEY, headers: { 'x-project': 'q' } });
        assert.deepEqual([moved.status, moved.body.base_url], [200, base_url]);
        assert.equal(moved.body.has_key, true);
        const { update: updateOther } = await own();
        const bare = await updateOther({ base_url, api_key: null, headers: {} });
        assert.deepEqual([bare.body.base_url, bare.body.has_key], [base_url, false]);
        const back = await updateOther({ base_url: 'https://models.example/v1' });
        assert.equal(back.status, 200, 'a provider without secrets may move anywhere');
      });

      test('422 for addresses that are never called', async () => {
        const { update } = await own();
        expectInvalid(await update({ base_url: 'https://10.0.0.1/', api_key: KEY }), BASE_URL);
      });

      test('404 for a provider that the caller cannot see', async () => {
        for (const provider_id of unknownIds()) {
          const call = { parameters: { provider_id }, body: { name: 'x' } };
          expectProblem(await server().owner.reply.updateProvider(call), 'provider_not_found');
        }
      });

      test('409 for a name of another provider, 200 for its own in another spelling', async () => {
        const { provider, update } = await own({ name: unique('Mine') });
        const other = await makeProvider(server().owner);
        const taken = await update({ name: other.name.toUpperCase() });
        assert.equal(expectProblem(taken, 'provider_name_taken')['existing_id'], other.id);
        const name = provider.name.toUpperCase();
        assert.equal((await update({ name })).body.name, name);
      });

      test('412 for an outdated version', async () => {
        const { update, fetch } = await own();
        const etag = (await fetch()).headers.get('etag') ?? '';
        assert.equal((await update({ max_concurrent: 1 }, etag)).status, 200);
        const late = await update({ max_concurrent: 2, api_key: null }, etag);
        expectProblem(late, 'revision_conflict');
        const { body, headers } = await fetch();
        assert.deepEqual([body.max_concurrent, body.has_key], [1, true]);
        assert.equal(late.headers.get('etag'), headers.get('etag'));
      });

      test('loses none of simultaneous changes', async () => {
        const { update, fetch } = await own();
        const changes = [
          { max_concurrent: 3 },
          { requests_per_minute: 7 },
          { api_key: 'sk-in-the-meantime-1111' },
          { headers: { 'x-meantime': '1' } },
          { name: unique('meantime') },
          { base_url: 'https://models.example/v9' },
        ];
        const replies = await Promise.all(changes.map((change) => update(change)));
        assert.deepEqual(
          replies.map(({ status }) => status),
          changes.map(() => 200),
        );
        const { body } = await fetch();
        assert.deepEqual([body.max_concurrent, body.requests_per_minute], [3, 7]);
        assert.deepEqual([body.key_hint, body.header_names], ['1111', ['x-meantime']]);
        assert.equal(body.base_url, 'https://models.example/v9');
      });
    });

    describe('deleteProvider', () => {
      test('204 deletes the provider, and frees its name', async () => {
        const { owner } = server();
        const { id, name } = await makeProvider(owner, { api_key: KEY });
        const parameters = { provider_id: id };
        assert.equal((await owner.reply.deleteProvider({ parameters })).status, 204);
        expectProblem(await owner.reply.fetchProvider({ parameters }), 'provider_not_found');
        expectProblem(await owner.reply.deleteProvider({ parameters }), 'provider_not_found');
        await makeProvider(owner, { name });
      });

      test('412 for an outdated version', async () => {
        const { owner } = server();
        const parameters = { provider_id: (await makeProvider(owner)).id };
        const { headers } = await owner.reply.fetchProvider({ parameters });
        const ifMatch = headers.get('etag') ?? '';
        await owner.updateProvider({ parameters, body: { max_concurrent: 1 } });
        const late = await owner.reply.deleteProvider({ parameters, ifMatch });
        expectProblem(late, 'revision_conflict');
        assert.equal((await owner.reply.fetchProvider({ parameters })).status, 200);
      });
    });

    describe('testProvider', () => {
      const ask = async (base_url: string, overrides: object = {}) => {
        const { owner } = server();
        const { id } = await makeProvider(owner, { base_url, ...overrides });
        const call = { parameters: { provider_id: id }, body: { model: 'small' } };
        const { status, body } = await owner.reply.testProvider(call);
        assert.equal(status, 200);
        return body;
      };

      test('200 with the output of the model, called with the key and the headers', async (t) => {
        const target = await startTarget(answerChat);
        t.after(target.close);
        const secrets = { api_key: KEY, headers: { 'X-Project': 'p' } };
        const { latency_ms, ...rest } = await ask(`${target.url}/v1`, secrets);
        assert.deepEqual(rest, { ok: true, output: 'OK', error: null });
        assert.ok(Number.isInteger(latency_ms) && latency_ms >= 0);
        const [request] = target.requests();
        assert.equal(request?.url, '/v1/chat/completions');
        assert.equal(request?.headers.authorization, `Bearer ${KEY}`);
        assert.equal(request?.headers['x-project'], 'p');
      });

      test('200 with a code for every failure of the provider', async (t) => {
        const answers = [
          [answerJson({ error: 'wrong key' }, 401), 'unauthorized'],
          [answerJson({ error: 'boom' }, 500), 'provider_error'],
          [answerJson({}, 404), 'not_found'],
          [answerJson({ unexpected: true }), 'answer_unreadable'],
          [redirectTo('http://127.0.0.1:1/'), 'redirect_refused'],
        ] as const;
        for (const [answer, code] of answers) {
          const target = await startTarget(answer);
          t.after(target.close);
          const { ok, output, error } = await ask(target.url, { api_key: KEY });
          assert.deepEqual([ok, output, error?.code], [false, null, code]);
          assert.match(error?.message ?? '', /^[A-Z].*\.$/);
        }
        const gone = await startTarget(answerChat);
        await gone.close();
        assert.equal((await ask(gone.url)).error?.code, 'unreachable');
      });

      test('404 for a provider that the caller cannot see', async () => {
        for (const provider_id of unknownIds()) {
          const call = { parameters: { provider_id }, body: { model: 'small' } };
          expectProblem(await server().owner.reply.testProvider(call), 'provider_not_found');
        }
      });
    });
  },
  { environment: ALLOW_LOOPBACK },
);
