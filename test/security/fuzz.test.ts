import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { ENDPOINTS } from '../../src/contract/api.ts';
import { onEachEngine } from '../support/engines.ts';
import { keepAliveAgent, type RawRequest, sendRaw } from '../support/raw-http.ts';
import { assertContractual } from './answer-verdict.ts';
import { FAULTS } from './faults.ts';
import { faultyRequest, keepsRoute } from './faulty-request.ts';
import { prepareCall } from './prepared-calls.ts';
import { makeFirstTenant, makeForeignTenant, makeFurniture, type Tenant } from './tenants.ts';

const seed = Number(process.env['TEST_SEED'] ?? Math.trunc(Math.random() * 0x7fffffff));
console.log(`fuzz: TEST_SEED=${seed}`);

/** Over both engines together, for every endpoint the same number. */
const REQUESTS = 6_000;
const REQUESTS_PER_ENDPOINT = Math.ceil(REQUESTS / 2 / ENDPOINTS.length);

const PROTOTYPES = [Object.prototype, Array.prototype, Function.prototype, String.prototype];

onEachEngine((server, engine) => {
  const agent = keepAliveAgent();
  let tenant: Tenant;
  let host: Tenant;
  let sent = 0;
  before(async () => {
    tenant = await makeFirstTenant(server());
    host = await makeForeignTenant(server());
  });
  after(() => agent.destroy());

  describe('whatever is sent', () => {
    for (const [index, endpoint] of ENDPOINTS.entries()) {
      test(`${endpoint.operationId} answers as documented`, async () => {
        const logged = server().logs().length;
        const inherited = PROTOTYPES.map(Reflect.ownKeys);
        const { owner, canary } = tenant;
        const prepare = async () => {
          const fresh = { ...tenant, ...(await makeFurniture(owner.client, canary)) };
          const scene = { server: server(), tenant: fresh, host, self: owner };
          return prepareCall(endpoint.operationId, scene);
        };
        let call = await prepare();
        const property = fc.asyncProperty(FAULTS, async (faults) => {
          const request = faultyRequest(endpoint, { call, key: owner.key }, faults);
          const reply = await sendRaw(server().url, request, agent);
          sent += 1;
          try {
            const isRouted = keepsRoute(faults);
            assertContractual(reply, { endpoint, isRouted, method: request.method });
          } catch (error) {
            throw new Error(`${show(request)}\nwas answered ${reply.status} ${reply.text}`, {
              cause: error,
            });
          }
          if (request.method === 'DELETE' && reply.status < 300) call = await prepare();
        });
        await fc.assert(property, {
          seed: seed + index,
          numRuns: REQUESTS_PER_ENDPOINT,
          includeErrorInReport: true,
        });
        assert.deepEqual(PROTOTYPES.map(Reflect.ownKeys), inherited);
        const written = server().logs().slice(logged);
        assert.doesNotMatch(written, /"msg":"(defect|background work failed)"/);
      });
    }

    test(`at least ${REQUESTS / 2} requests were sent on ${engine}`, () => {
      assert.ok(sent >= REQUESTS / 2, `${sent}`);
    });

    test('the server and the tenant are as well as before', async () => {
      const { client } = tenant.owner;
      assert.equal((await client.checkReadiness()).status, 'ready');
      const variant = await client.fetchVariant({ parameters: { variant_id: tenant.variantId } });
      assert.equal(variant.variant_id, tenant.variantId);
    });
  });
});

/** Enough to send the request again by hand. */
function show({ method, path, headers, body }: RawRequest): string {
  const content = body === undefined ? '' : Buffer.from(body).toString('latin1').slice(0, 500);
  return `${method} ${path.slice(0, 500)} ${JSON.stringify(headers)}\n${JSON.stringify(content)}`;
}
