import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startChatStub } from '../../examples/chat-stub/server.ts';
import { makeForeigner, unique } from '../support/builders.ts';
import { startTestServer, type TestServer } from '../support/running-server.ts';
import { hostileUrls } from './address-spellings.ts';
import { setTraps } from './traps.ts';

const { trap, hits } = await setTraps();
const stub = await startChatStub();
after(stub.close);

describe('G26: providers, through the API', () => {
  let server: TestServer;
  before(async () => {
    const OUTBOUND_ALLOW = stub.url.replace(/^http:\/\/|\/v1$/g, '');
    server = await startTestServer({ engine: 'sqlite', environment: { OUTBOUND_ALLOW } });
  });
  after(() => server.stop());

  test('reach no host that is not public, created or changed, in any spelling', async () => {
    const { client, workspaceId: workspace_id } = await makeForeigner(server);
    const allowed = await client.createProvider({
      body: { workspace_id, name: unique('allowed'), base_url: stub.url },
    });
    const parameters = { provider_id: allowed.id };
    const control = await client.testProvider({ parameters, body: { model: 'small' } });
    assert.equal(control.output, 'small: Say OK.');

    for (const base_url of hostileUrls(trap.port)) {
      const body = { workspace_id, name: unique('inside'), base_url };
      const created = await client.reply.createProvider({ body });
      const changed = await client.reply.updateProvider({ parameters, body: { base_url } });
      const saved = [created, changed].filter(({ status }) => status !== 422);
      for (const { body: provider } of saved) {
        const testCall = { parameters: { provider_id: provider.id }, body: { model: 'small' } };
        const { ok, error } = await client.testProvider(testCall);
        assert.equal(ok, false, base_url);
        assert.match(error?.code ?? '', /^(destination_refused|unreachable)$/, base_url);
      }
    }
    assert.equal(hits(), 0);
  });
});
