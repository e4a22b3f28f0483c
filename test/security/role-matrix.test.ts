import assert from 'node:assert/strict';
import { after, before, describe, mock, test } from 'node:test';
import type { ApiReply, Client } from '../../src/client/client.ts';
import { ENDPOINTS, type OperationId } from '../../src/contract/api.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { rounds } from '../support/effort.ts';
import { onEachEngine } from '../support/engines.ts';
import { enter, makeLink } from '../support/guests.ts';
import type { TestServer } from '../support/running-server.ts';
import { assertHidden, assertProblem, send, snapshot } from './any-endpoint.ts';
import { expectedAccess, holdersOf, ROLES, type RoleName } from './expected-access.ts';
import { type AnyCall, PREPARED_OPERATIONS, prepareCall, type Scene } from './prepared-calls.ts';
import { endRuns } from './prepared-evaluations.ts';
import { type Reference, referencesIn } from './references.ts';
import {
  join,
  makeFirstTenant,
  makeForeignTenant,
  type Person,
  type Tenant,
  watched,
} from './tenants.ts';

const endpoints: readonly Endpoint[] = ENDPOINTS;

test('every endpoint has a prepared call', () => {
  assert.deepEqual(
    [...PREPARED_OPERATIONS].sort(),
    endpoints.map(({ operationId }) => operationId).sort(),
  );
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

  for (const { operationId, status, otherStatuses = [] } of ENDPOINTS as readonly Listed[]) {
    describe(`access to ${operationId}`, () => {
      test('follows the roles of the caller', async () => {
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

      describe('for those who have none', () => {
        const isOpen = expectedAccess(operationId).kind === 'anyone';
        let own: AnyCall;
        let references: readonly Reference[];
        let untouched: unknown;
        let theirs: AnyCall | undefined;
        before(async () => {
          own = await prepareCall(operationId, sceneOf(server(), cast, cast.tenant.owner));
          references = referencesIn(operationId, own);
          if (references.length > 0) {
            theirs = await prepareCall(operationId, foreignScene(server(), cast, operationId));
          }
          if (!isOpen) untouched = await snapshots(cast);
        });
        after(() => endAllRuns(cast));

        test('shows a foreign id and an unknown one alike', async () => {
          for (const reference of references) {
            for (const { name, person } of cast.members) {
              const label = `${operationId} by ${name}, ${reference.part} ${reference.field}`;
              const call = (input: AnyCall) =>
                send(clientFor(operationId, person), operationId, input);
              const foreignReply = await call(reference.takenFrom(theirs ?? own));
              const randomReply = await call(reference.random());
              assertHidden(reference, foreignReply, label);
              assert.deepEqual(withoutRequest(foreignReply), withoutRequest(randomReply), label);
            }
          }
        });

        test('is nothing to somebody from elsewhere', async () => {
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
          const { tenant, strangers } = cast;
          const keyOnly = { name: 'a key', client: tenant.owner.client };
          const refused = needsSession(operationId) ? [...strangers, keyOnly] : strangers;
          for (const { name, client } of isOpen ? strangers.slice(0, 2) : refused) {
            for (const input of [own, ...references.map(({ random }) => random())]) {
              const reply = await send(client, operationId, input);
              const label = `${operationId} by ${name}: ${JSON.stringify(reply.body)}`;
              if (isOpen) {
                assert.ok(![401, 403, 404].includes(reply.status), label);
              } else {
                assertProblem(reply, 'unauthenticated', label);
                const challenge = reply.headers.get('www-authenticate');
                assert.equal(challenge, 'ApiKey realm="jurybox"', label);
              }
            }
          }
        });

        test('lets none of them touch anything', async () => {
          // What is open to anyone names nothing of a tenant.
          if (isOpen) assert.equal(references.length, 0);
          else assert.deepEqual(await snapshots(cast), untouched);
        });
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

interface Listed extends Endpoint {
  readonly operationId: OperationId;
}

interface Member {
  readonly name: string;
  readonly role: RoleName;
  readonly person: Person;
  readonly ownsOrganization: boolean;
}

interface Named {
  readonly name: string;
  readonly client: Client;
}

interface Cast {
  readonly tenant: Tenant;
  readonly foreign: Tenant;
  readonly host: Tenant;
  readonly members: readonly Member[];
  /** Valid credentials that have no part in the tenant. */
  readonly outsiders: readonly (Named & { readonly holds: 'key' | 'session' })[];
  /** No credential, or none that is valid. */
  readonly strangers: readonly Named[];
  readonly received: { inside: string; outside: string };
}

/** About the caller themself, so that the ids of the tenant do not matter. */
const PERSONAL: ReadonlySet<OperationId> = new Set(['acceptInvitation']);

/** Where the answer to an allowed call depends on something else than permission. */
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

/** The demo takes seconds to make, and asks for its permission as createApp does. */
function mostAllowed(operationId: OperationId): number {
  const short = operationId === 'createSampleApp' ? 1 : Number.POSITIVE_INFINITY;
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

/** Their organization is the first one, so that the installation is theirs too. */
function isOrganizational(permission: string, { ownsOrganization }: Member): boolean {
  const held = ['edit_organization', 'create_workspace', 'read_system'];
  return ownsOrganization && held.includes(permission);
}

async function makeCast(server: TestServer): Promise<Cast> {
  const tenant = await makeFirstTenant(server);
  const foreign = await makeForeignTenant(server);
  const host = await makeForeignTenant(server);
  const received = { inside: '', outside: '' };
  const inside = (person: Person) =>
    watched(server, person, (text) => {
      received.inside += text;
    });
  const outside = (person: Person) =>
    watched(server, person, (text) => {
      received.outside += text;
    });
  const members: Member[] = [
    {
      name: 'owner of the organization',
      role: 'owner',
      person: inside(tenant.owner),
      ownsOrganization: true,
    },
  ];
  for (const role of ROLES) {
    const person = inside(await join(server, tenant, [role]));
    members.push({ name: role, role, person, ownsOrganization: false });
  }
  const removed = outside(await makeRemoved(server, tenant));
  const foreigner = outside(foreign.owner);
  return {
    tenant,
    foreign,
    host,
    members,
    received,
    outsiders: [
      { name: 'a foreign owner', holds: 'key', client: foreigner.client },
      { name: 'a foreign owner signed in', holds: 'session', client: foreigner.browser },
      { name: 'a removed member signed in', holds: 'session', client: removed.browser },
    ],
    strangers: [
      { name: 'nobody', client: server.client() },
      { name: 'a revoked key', client: server.client(await makeRevokedKey(tenant)) },
      { name: 'an expired key', client: server.client(await makeExpiredKey(tenant)) },
      { name: 'the key of a removed member', client: removed.client },
      { name: 'an invented key', client: server.client(`abcdefgh.${'0'.repeat(64)}`) },
      { name: 'a guest whose link was revoked', client: await makeRevokedGuest(server, tenant) },
      { name: 'an invented session', client: server.browser(`jurybox_session=${'a'.repeat(43)}`) },
    ],
  };
}

async function makeRemoved(server: TestServer, tenant: Tenant): Promise<Person> {
  const person = await join(server, tenant, ['owner']);
  await tenant.owner.client.removeMember({
    parameters: { workspace_id: tenant.workspaceId },
    query: { org_id: tenant.organizationId, email: person.email },
  });
  return person;
}

async function makeRevokedKey({ owner, workspaceId }: Tenant): Promise<string> {
  const key = await owner.client.createKey({ query: { workspace_id: workspaceId } });
  await owner.client.deleteKey({ parameters: { key_prefix: key.slice(0, 8) } });
  return key;
}

/** A key for one day, made two days ago. */
async function makeExpiredKey({ owner, workspaceId }: Tenant): Promise<string> {
  mock.timers.enable({ apis: ['Date'], now: Date.now() - 2 * 24 * 60 * 60 * 1000 });
  try {
    return await owner.client.createKey({
      query: { workspace_id: workspaceId, expires_in_days: 1 },
    });
  } finally {
    mock.timers.reset();
  }
}

async function makeRevokedGuest(
  server: TestServer,
  { owner, evaluationId }: Tenant,
): Promise<Client> {
  const link = await makeLink(owner.client, { evaluationId });
  const { browser } = await enter(server, link);
  await owner.client.revokeAnnotatorInvitation({
    parameters: { evaluation_id: evaluationId, invitation_id: link.id },
  });
  return browser;
}

function needsSession(operationId: OperationId): boolean {
  return expectedAccess(operationId).kind === 'session';
}

/** Who signs out or changes their password is made for it: the others still need their sessions. */
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

/** The same scene among the foreigners. */
function foreignScene(server: TestServer, cast: Cast, operationId: OperationId): Scene {
  const { foreign, host } = cast;
  // Nobody can be invited to where they are, so there the foreigners invite somebody else.
  const self = operationId === 'acceptInvitation' ? host.owner : foreign.owner;
  return { server, tenant: foreign, host: foreign, self };
}

async function endAllRuns({ tenant, foreign }: Cast): Promise<void> {
  for (const one of [tenant, foreign]) await endRuns(one);
}

function snapshots({ tenant, foreign }: Cast): Promise<unknown> {
  return Promise.all([snapshot(tenant), snapshot(foreign)]);
}

/** An answer but for what differs from one request to the next. */
function withoutRequest({ status, headers, body }: ApiReply<unknown>): unknown {
  const { request_id = '', ...rest } = Object(body) as Record<string, unknown>; // A plain object.
  const kept = [...headers].flatMap(([name, value]) => {
    if (name === 'x-request-id' || name === 'date') return [];
    // Ids of requests are counted, and so grow longer.
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
