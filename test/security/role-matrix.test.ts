import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { ApiReply, Client } from '../../src/client/client.ts';
import { ENDPOINTS, type OperationId } from '../../src/contract/api.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { rounds } from '../support/effort.ts';
import { onEachEngine } from '../support/engines.ts';
import type { TestServer } from '../support/running-server.ts';
import { assertHidden, assertProblem, groupsOf, send, snapshot } from './any-endpoint.ts';
import { type Cast, type Member, makeCast } from './cast.ts';
import { expectedAccess, holdersOf } from './expected-access.ts';
import { type AnyCall, PREPARED_OPERATIONS, prepareCall, type Scene } from './prepared-calls.ts';
import { endRuns } from './prepared-evaluations.ts';
import { type Reference, referencesIn } from './references.ts';
import { join, type Person } from './tenants.ts';

const OPERATIONS = ENDPOINTS.map(({ operationId }) => operationId);

test('every endpoint has a prepared call', () => {
  assert.deepEqual([...PREPARED_OPERATIONS].sort(), [...OPERATIONS].sort());
});

test('every endpoint declares the access that the wire contract gives it', () => {
  for (const { operationId, access } of ENDPOINTS) {
    assert.deepEqual(access, expectedAccess(operationId), operationId);
  }
});

onEachEngine((server) => {
  let cast: Cast;
  before(async () => {
    cast = await makeCast(server());
  });

  for (const {
    operationId,
    status,
    otherStatuses = [],
  } of ENDPOINTS as readonly IdentifiedEndpoint[]) {
    test(`access to ${operationId} follows the roles of the caller`, async () => {
      let allowed = 0;
      for (const member of cast.members) {
        const refused = refusalOf(operationId, member);
        if (refused === undefined) allowed += 1;
        if (refused === undefined && allowed > mostAllowed(operationId)) continue;
        const person = await callerFor(server(), cast, { operationId, member });
        const call = await prepareCall(operationId, sceneOf(server(), cast, person));
        const reply = await send(clientFor(operationId, person), operationId, call);
        const label = `${operationId} by ${member.name}: ${JSON.stringify(reply.body)}`;
        if (refused === undefined) {
          const expected = EXPECTED_INSTEAD[operationId]?.(member) ?? [status, ...otherStatuses];
          assert.ok(expected.includes(reply.status), label);
        } else {
          assert.equal(reply.status, 403, label);
          assertProblem(reply, 'forbidden', label);
          assert.equal(Reflect.get(Object(reply.body), 'permission'), refused, label);
        }
      }
      await endAllRuns(cast);
    });
  }

  for (const operationId of OPERATIONS.filter(isOpen)) {
    test(`access to ${operationId} is open to anyone`, async () => {
      const own = await prepareCall(operationId, sceneOf(server(), cast, cast.tenant.owner));
      // Operations that are open to anyone name no object of a tenant.
      assert.deepEqual(referencesIn(operationId, own), []);
      for (const { name, client } of cast.strangers.slice(0, 2)) {
        const reply = await send(client, operationId, own);
        const label = `${operationId} by ${name}: ${JSON.stringify(reply.body)}`;
        assert.ok(![401, 403, 404].includes(reply.status), label);
      }
      await endAllRuns(cast);
    });
  }

  for (const group of groupsOf(OPERATIONS.filter((operationId) => !isOpen(operationId)))) {
    describe('for callers without access', () => {
      const calls = new Map<OperationId, RefusedCall>();
      let untouched: unknown;
      before(async () => {
        for (const operationId of group) {
          calls.set(operationId, await prepareRefused(server(), cast, operationId));
        }
        // A run that ends by itself would change its evaluation.
        await endAllRuns(cast);
        untouched = await snapshots(cast);
      });

      for (const operationId of group) {
        const prepared = () => calls.get(operationId) ?? assert.fail(operationId);

        describe(`access to ${operationId}`, () => {
          test('gives the same reply to a foreign id and an unknown one', async () => {
            const { theirs, references } = prepared();
            for (const reference of references) {
              for (const { name, person } of cast.members) {
                const label = `${operationId} by ${name}, ${reference.part} ${reference.field}`;
                const call = (input: AnyCall) =>
                  send(clientFor(operationId, person), operationId, input);
                const foreignReply = await call(reference.takenFrom(theirs));
                const randomReply = await call(reference.random());
                assertHidden(reference, foreignReply, label);
                assert.deepEqual(withoutRequest(foreignReply), withoutRequest(randomReply), label);
              }
            }
          });

          test('seems not to exist for outsiders', async () => {
            const { own, references } = prepared();
            const [first] = references;
            if (first === undefined || PERSONAL.has(operationId)) return;
            for (const { name, client, holds } of cast.outsiders) {
              if (holds === 'key' && needsSession(operationId)) continue;
              const label = `${operationId} by ${name}`;
              const reply = await send(client, operationId, own);
              assertHidden(first, reply, label);
              const unknown = await send(client, operationId, first.random());
              assert.deepEqual(withoutRequest(reply), withoutRequest(unknown), label);
            }
          });

          test('needs a valid credential', async () => {
            const { own, references } = prepared();
            const { tenant, strangers } = cast;
            const keyOnly = { name: 'a key', client: tenant.owner.client };
            const refused = needsSession(operationId) ? [...strangers, keyOnly] : strangers;
            for (const { name, client } of refused) {
              for (const input of [own, ...references.map(({ random }) => random())]) {
                const reply = await send(client, operationId, input);
                const label = `${operationId} by ${name}: ${JSON.stringify(reply.body)}`;
                assertProblem(reply, 'unauthenticated', label);
                const challenge = reply.headers.get('www-authenticate');
                assert.equal(challenge, 'ApiKey realm="jurybox"', label);
              }
            }
          });
        });
      }

      test('none of these calls has changed anything', async () => {
        assert.deepEqual(await snapshots(cast), untouched);
      });
    });
  }

  test('nothing of one tenant reaches another, nor the logs', () => {
    const { tenant, foreign, received } = cast;
    assert.ok(received.inside.length > 100_000, 'hardly anything was received');
    assert.ok(received.inside.includes(tenant.canary), 'members see their own tenant');
    assert.ok(!received.inside.includes(foreign.canary), excerpt(received.inside, foreign.canary));
    assert.ok(received.outside.length > 10_000, 'hardly anything was received');
    assert.ok(!received.outside.includes(tenant.canary), excerpt(received.outside, tenant.canary));
    for (const { canary } of [tenant, foreign]) {
      assert.ok(!server().logs().includes(canary), excerpt(server().logs(), canary));
    }
  });
});

/** A call that is refused to callers without access. */
interface RefusedCall {
  readonly own: AnyCall;
  /** The same call for the foreign tenant. */
  readonly theirs: AnyCall;
  readonly references: readonly Reference[];
}

interface IdentifiedEndpoint extends Endpoint {
  readonly operationId: OperationId;
}

/** Operations on the caller, for which the ids of the tenant do not matter. */
const PERSONAL: ReadonlySet<OperationId> = new Set(['acceptInvitation']);

/** Statuses of allowed calls that depend on more than the permission. */
const EXPECTED_INSTEAD: {
  readonly [Id in OperationId]?: (member: Member) => readonly number[];
} = {
  setUp: () => [400],
  importTestset: () => [400],
  createPasswordReset: ({ role }) => [role === 'owner' ? 201 : 403],
  fetchOwnOrganization: ({ ownsOrganization }) => [ownsOrganization ? 200 : 404],
  // Evaluators judge these variants blind in the evaluations of the tenant.
  createHumanEvaluation: ({ role }) => [role === 'evaluator' ? 403 : 200],
  importOutputs: ({ role }) => [role === 'evaluator' ? 403 : 200],
};

/** The demo takes seconds to create: test/api/sample-apps.test.ts covers the allowed callers. */
function mostAllowed(operationId: OperationId): number {
  const short = operationId === 'createSampleApp' ? 0 : Number.POSITIVE_INFINITY;
  return rounds({ short, long: Number.POSITIVE_INFINITY });
}

/** The permission a member lacks for an operation. */
function refusalOf(operationId: OperationId, member: Member): string | undefined {
  const access = expectedAccess(operationId);
  if (access.kind !== 'permission') return undefined;
  const { permission } = access;
  const isHeld =
    holdersOf(permission).includes(member.role) || isOrganizational(permission, member);
  return isHeld ? undefined : permission;
}

/** The owner of the first organization is the owner of the installation too. */
function isOrganizational(permission: string, { ownsOrganization }: Member): boolean {
  const permissions = ['edit_organization', 'create_workspace', 'read_system'];
  return ownsOrganization && permissions.includes(permission);
}

function isOpen(operationId: OperationId): boolean {
  return expectedAccess(operationId).kind === 'anyone';
}

async function prepareRefused(
  server: TestServer,
  cast: Cast,
  operationId: OperationId,
): Promise<RefusedCall> {
  const own = await prepareCall(operationId, sceneOf(server, cast, cast.tenant.owner));
  const references = referencesIn(operationId, own);
  if (references.length === 0) return { own, theirs: own, references };
  const theirs = await prepareCall(operationId, foreignScene(server, cast, operationId));
  return { own, theirs, references };
}

function needsSession(operationId: OperationId): boolean {
  return expectedAccess(operationId).kind === 'session';
}

/** A new member for operations that end sessions, as the others still need theirs. */
async function callerFor(
  server: TestServer,
  { tenant }: Cast,
  { operationId, member }: { operationId: OperationId; member: Member },
): Promise<Person> {
  return needsSession(operationId) ? join(server, tenant, [member.role]) : member.person;
}

function clientFor(operationId: OperationId, person: Person): Client {
  return needsSession(operationId) ? person.browser : person.client;
}

function sceneOf(server: TestServer, { tenant, host }: Cast, self: Person): Scene {
  return { server, tenant, host, self };
}

/** The same scene for the foreign tenant. */
function foreignScene(server: TestServer, cast: Cast, operationId: OperationId): Scene {
  const { foreign, host } = cast;
  // Members cannot be invited to their own workspace, so the foreign tenant invites another person.
  const self = operationId === 'acceptInvitation' ? host.owner : foreign.owner;
  return { server, tenant: foreign, host: foreign, self };
}

async function endAllRuns({ tenant, foreign }: Cast): Promise<void> {
  for (const one of [tenant, foreign]) await endRuns(one);
}

function snapshots({ tenant, foreign }: Cast): Promise<unknown> {
  return Promise.all([snapshot(tenant), snapshot(foreign)]);
}

/** A reply without what differs from one request to the next. */
function withoutRequest({ status, headers, body }: ApiReply<unknown>): unknown {
  const { request_id = '', ...rest } = Object(body) as Record<string, unknown>; // A plain object.
  const kept = [...headers].flatMap(([name, value]) => {
    if (name === 'x-request-id' || name === 'date') return [];
    // Request ids are counted, so they grow longer.
    const isLength = name === 'content-length';
    return [[name, isLength ? Number(value) - String(request_id).length : value]];
  });
  const isContent = typeof body === 'object' && body !== null;
  return { status, headers: kept, body: isContent ? rest : body };
}

function excerpt(text: string, canary: string): string {
  const at = text.indexOf(canary);
  return `…${text.slice(Math.max(0, at - 200), at + 200)}…`;
}
