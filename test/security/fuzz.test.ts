import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import type { FastifyRequest } from 'fastify';
import { ENDPOINTS } from '../../src/contract/api.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { statusesOf } from '../../src/contract/openapi-responses.ts';
import { readInput } from '../../src/server/read-input.ts';
import { IS_LONG, rounds } from '../support/effort.ts';
import { ENGINES } from '../support/engine-names.ts';
import { onEachEngine } from '../support/engines.ts';
import { figure } from '../support/figure.ts';
import { keepAliveAgent, type RawRequest, sendRaw } from '../support/raw-http.ts';
import type { TestServer } from '../support/running-server.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { assertContractual } from './assert-contractual.ts';
import { everyValueAt, FAULTS, type Fault } from './faults.ts';
import { type CredentialedCall, faultyRequest, keepsRoute } from './faulty-request.ts';
import { prepareCall, type Scene } from './prepared-calls.ts';
import { leavesOf } from './references.ts';
import { join, makeFirstTenant, makeForeignTenant, makeFurniture, type Tenant } from './tenants.ts';

const seed = Number(process.env['TEST_SEED'] ?? Math.trunc(Math.random() * 0x7fffffff));
console.log(`fuzz: TEST_SEED=${seed}`);

/** Random requests over both engines together, the same number for every endpoint. */
const REQUESTS = rounds({ short: 1_500, long: 5_000 });
const REQUESTS_PER_ENDPOINT = Math.ceil(REQUESTS / 2 / ENDPOINTS.length);

/** Pairs of simultaneous calls on the same objects, on each engine. */
const PAIRS = rounds({ short: 25, long: 100 });

/** How often the objects that a request deleted are created again for the next one. */
const RENEWALS = rounds({ short: 3, long: 10 });

const PROTOTYPES = [Object.prototype, Array.prototype, Function.prototype, String.prototype];

onEachEngine((server, engine) => {
  const agent = keepAliveAgent();
  let tenant: Tenant;
  let host: Tenant;
  /** Created again after a fault has turned one of its calls into a delete. */
  let scene: Scene | undefined;
  let sent = 0;
  before(async () => {
    tenant = await makeFirstTenant(server());
    host = await makeForeignTenant(server());
  });
  after(() => agent.destroy());

  describe('any request', () => {
    for (const [index, endpoint] of ENDPOINTS.entries()) {
      if (isSlow(endpoint) && engine !== ENGINES[0]) continue;
      test(`${endpoint.operationId} answers as documented`, async () => {
        const logged = server().logs().length;
        const inherited = PROTOTYPES.map(Reflect.ownKeys);
        const prepare = async () => {
          scene ??= await makeScene(server(), { tenant, host });
          return prepareCredentialed(endpoint, scene);
        };
        let prepared = await prepare();
        let renewals = RENEWALS;
        const attempt = async (faults: readonly Fault[]) => {
          const request = faultyRequest(endpoint, prepared, faults);
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
          if (!destroys(endpoint, request) || reply.status >= 300) return;
          // What a valid call deletes is prepared with it.
          if (request.method === 'DELETE' && endpoint.method !== 'DELETE') scene = undefined;
          if (renewals === 0) return;
          renewals -= 1;
          prepared = await prepare();
        };
        const leaves = leavesOf(prepared.call.body, []).length;
        for (const fault of everyValueAt(leaves)) {
          const request = faultyRequest(endpoint, prepared, [fault]);
          if (engine === ENGINES[0] || reachesOperation(endpoint, request)) await attempt([fault]);
        }
        await fc.assert(fc.asyncProperty(FAULTS, attempt), {
          seed: seed + index,
          numRuns: isSlow(endpoint) ? 1 : REQUESTS_PER_ENDPOINT,
          includeErrorInReport: true,
        });
        assert.deepEqual(PROTOTYPES.map(Reflect.ownKeys), inherited);
        const written = server().logs().slice(logged);
        assert.doesNotMatch(written, /"msg":"(defect|background work failed)"/);
      });
    }

    test('any two simultaneous calls on the same objects answer as documented', async () => {
      const logged = server().logs().length;
      const random = seededRandom('fuzz pairs');
      const quick = ENDPOINTS.filter((endpoint) => !isSlow(endpoint));
      const callable = quick.filter(({ access }) => access.kind !== 'session');
      const writing = callable.filter(({ method }) => method !== 'GET');
      const shared = await makeScene(server(), { tenant, host });
      for (let pair = 0; pair < PAIRS; pair += 1) {
        const first = random.pick(writing);
        const second = random.between(1, 3) === 1 ? first : random.pick(callable);
        const requests = [];
        for (const endpoint of [first, second]) {
          const credential = { authorization: shared.self.key };
          const call = await prepareCall(endpoint.operationId, shared);
          requests.push({ endpoint, request: faultyRequest(endpoint, { call, credential }, []) });
        }
        const replies = await Promise.all(
          requests.map(({ request }) => sendRaw(server().url, request, agent)),
        );
        for (const [index, { endpoint, request }] of requests.entries()) {
          const reply = replies[index] ?? assert.fail('Every request has a reply.');
          const beside = show(requests[1 - index]?.request ?? request);
          const label = `${show(request)}\nbeside\n${beside}\nwas answered ${reply.status} ${reply.text}`;
          assert.ok(statusesOf(endpoint).includes(reply.status), label);
          assert.ok(reply.status < 500, label);
        }
      }
      assert.doesNotMatch(server().logs().slice(logged), /"msg":"defect"/);
    });

    test(`at least ${REQUESTS / 2} requests were sent on ${engine}`, () => {
      assert.ok(sent >= REQUESTS / 2, `${sent}`);
      figure('G25', `${sent} faulty requests on ${engine}, no 5xx`);
    });

    test('the server is ready and the tenant is intact afterwards', async () => {
      const { client } = tenant.owner;
      assert.equal((await client.checkReadiness()).status, 'ready');
      const variant = await client.fetchVariant({ parameters: { variant_id: tenant.variantId } });
      assert.equal(variant.variant_id, tenant.variantId);
    });
  });
});

/**
 * The demo takes seconds to create, most of them on PostgreSQL, and few faults prevent that: short
 * runs create it on one engine, beside no other call. test/api/sample-apps.test.ts creates it on both.
 */
function isSlow({ operationId }: (typeof ENDPOINTS)[number]): boolean {
  return operationId === 'createSampleApp' && !IS_LONG;
}

/** New objects, and a caller who may do everything with them. */
async function makeScene(
  server: TestServer,
  { tenant, host }: { tenant: Tenant; host: Tenant },
): Promise<Scene> {
  const furniture = await makeFurniture(tenant.owner.client, tenant.canary);
  return { server, host, self: tenant.owner, tenant: { ...tenant, ...furniture } };
}

/** A valid call in this scene, by a caller who may make it. */
async function prepareCredentialed(
  { operationId, access }: (typeof ENDPOINTS)[number],
  shared: Scene,
): Promise<CredentialedCall> {
  const { server, tenant } = shared;
  const self = access.kind === 'session' ? await join(server, tenant, ['viewer']) : tenant.owner;
  const scene = { ...shared, self };
  const credential: Record<string, string> =
    access.kind === 'session'
      ? { cookie: self.cookie, 'sec-fetch-site': 'same-origin' }
      : { authorization: self.key };
  return { call: await prepareCall(operationId, scene), credential };
}

/** Whether a successful request may have removed what the next one needs. */
function destroys({ access, method }: Endpoint, request: RawRequest): boolean {
  return request.method === 'DELETE' || (access.kind === 'session' && method !== 'GET');
}

/** Earlier refusals depend on the request alone, so they are the same on every engine. */
function reachesOperation(endpoint: Endpoint, { body }: RawRequest): boolean {
  if (endpoint.upload !== undefined) return true;
  const read = {
    body: endpoint.body,
    bodyOptional: endpoint.bodyOptional,
    faults: (sent: object) => endpoint.faults?.(sent) ?? [],
  };
  try {
    readInput(read as Endpoint, { headers: {}, body } as FastifyRequest); // All that it reads.
    return true;
  } catch {
    return false;
  }
}

/** Enough to send the request again by hand. */
function show({ method, path, headers, body }: RawRequest): string {
  const content = body === undefined ? '' : Buffer.from(body).toString('latin1').slice(0, 500);
  return `${method} ${path.slice(0, 500)} ${JSON.stringify(headers)}\n${JSON.stringify(content)}`;
}
