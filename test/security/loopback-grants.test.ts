import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { Client } from '../../src/client/client.ts';
import { makeApp, makeForeigner, unique } from '../support/builders.ts';
import { onEachEngine } from '../support/engines.ts';
import { finishedRun, makeRunnable, SPEAKING } from '../support/generation.ts';
import { answerChat, workspaceOf } from '../support/providers.ts';
import { OWNER_EMAIL, OWNER_PASSWORD } from '../support/reachable.ts';
import { cookieIn } from '../support/requests.ts';
import { startTestServer, type TestServer } from '../support/running-server.ts';
import { answerJson, startTarget } from '../support/target-server.ts';

const target = await startTarget(answerChat);
const other = await startTarget(answerJson([{ question: 'secret' }]));
after(async () => {
  await target.close();
  await other.close();
});

async function signIn(server: TestServer): Promise<Client> {
  const credentials = { email: OWNER_EMAIL, password: OWNER_PASSWORD };
  const { headers } = await server.client().reply.logIn({ body: credentials });
  return server.browser(cookieIn(headers));
}

const add = async (client: Client, base_url: string, sent: { allow_loopback?: boolean }) =>
  client.reply.createProvider({
    body: { workspace_id: await workspaceOf(client), name: unique('local'), base_url, ...sent },
  });

const sentenceOf = ({ body }: { readonly body: unknown }) => JSON.stringify(body);

const GRANT = { allow_loopback: true };

onEachEngine((server) => {
  describe('a provider on the machine of the server', () => {
    test('is called once the owner of the installation allowed it, and no longer when that is withdrawn', async () => {
      const owner = await signIn(server());
      const refused = await add(owner, target.url, {});
      assert.equal(refused.status, 422);
      assert.match(sentenceOf(refused), /allow_loopback/);
      for (const base_url of [target.url, `http://localhost:${target.port}/v1`]) {
        const { body, status } = await add(owner, base_url, GRANT);
        assert.equal(status, 201);
        assert.equal(body.loopback_allowed_by, (await owner.fetchProfile()).id);
        assert.ok(Math.abs(Date.parse(body.loopback_allowed_at ?? '') - Date.now()) < 60_000);
        const parameters = { provider_id: body.id };
        const ask = () => owner.testProvider({ parameters, body: { model: 'm' } });
        assert.equal((await ask()).output, 'OK');
        const made = await makeRunnable(owner, {
          rows: 1,
          parameters: [SPEAKING, SPEAKING],
          sources: [1, 2].map(() => ({ kind: 'provider', provider_id: body.id })),
        });
        await owner.startGeneration({ parameters: { evaluation_id: made.evaluation_id } });
        assert.equal((await finishedRun(owner, made)).done, 2);

        const moved = { base_url: other.url };
        assert.equal((await owner.reply.updateProvider({ parameters, body: moved })).status, 422);
        const withdrawal = { allow_loopback: false };
        const { loopback_allowed_at } = await owner.updateProvider({
          parameters,
          body: withdrawal,
        });
        assert.equal(loopback_allowed_at, undefined);
        const { error } = await ask();
        assert.equal(error?.code, 'destination_refused');
        const { host } = new URL(base_url);
        assert.ok(error.message.includes(`OUTBOUND_ALLOW=${host}`), error.message);
      }
      assert.equal(other.connections(), 0);
    });

    test('opens nothing else: neither other ports, nor imports, nor bases', async () => {
      const owner = await signIn(server());
      const { body } = await add(owner, target.url, GRANT);
      const requests = target.requests().length;
      const { app_id } = await makeApp(owner);
      const imported = await owner.reply.importTestset({
        body: { app_id, testset_name: 'stolen', endpoint: target.url },
      });
      assert.equal(imported.status, 400);
      const made = await makeRunnable(owner, {
        rows: 1,
        parameters: [SPEAKING, SPEAKING],
        sources: [{ kind: 'provider', provider_id: body.id }, { kind: 'import' }],
      });
      const { base_id } = await owner.fetchVariant({
        parameters: { variant_id: made.variants[0]?.id ?? '' },
      });
      await owner.reply.updateBase({ parameters: { base_id }, body: { uri: target.url } });
      const [tried] = await owner.tryVariants({
        parameters: { app_id: made.app_id },
        body: {
          sources: [{ variant_id: made.variants[0]?.id ?? '', kind: 'base' }],
          row: {},
        },
      });
      assert.match(tried?.result.error?.code ?? '', /^(destination_refused|source_missing)$/);
      assert.equal(target.requests().length, requests);
    });

    test('is allowed neither by a key, nor by another owner', async () => {
      const foreigner = await makeForeigner(server());
      for (const client of [server().owner, foreigner.browser, foreigner.client]) {
        const reply = await add(client, target.url, GRANT);
        assert.equal(reply.status, 422);
        assert.match(sentenceOf(reply), new RegExp(`OUTBOUND_ALLOW=127.0.0.1:${target.port} `));
        assert.doesNotMatch(sentenceOf(reply), /allow_loopback/);
      }
    });

    test('is never the service itself, nor any other private address', async () => {
      const owner = await signIn(server());
      const port = target.port;
      for (const base_url of [
        server().url,
        `http://10.0.0.1:${port}`,
        `http://192.168.0.1:${port}`,
        `http://169.254.169.254`,
        `http://0.0.0.0:${port}`,
        `http://[::]:${port}`,
        `http://[fe80::1]:${port}`,
        `http://printer.local:${port}`,
        `http://evil.localhost:${port}`,
        `http://localhost.:${port}`,
      ]) {
        const reply = await add(owner, base_url, GRANT);
        assert.equal(reply.status, 422, base_url);
      }
    });
  });
});

test('no provider on the machine of a published server can be allowed', async (t) => {
  const server = await startTestServer({
    engine: 'sqlite',
    environment: { PUBLIC_URL: 'http://jurybox.test', TRUSTED_PROXIES: 'loopback' },
  });
  t.after(() => server.stop());
  const reply = await add(await signIn(server), target.url, GRANT);
  assert.equal(reply.status, 422);
  assert.match(sentenceOf(reply), /OUTBOUND_ALLOW/);
});
