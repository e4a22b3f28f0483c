import { mock } from 'node:test';
import type { Client } from '../../src/client/client.ts';
import { enter, makeLink } from '../support/guests.ts';
import type { TestServer } from '../support/running-server.ts';
import { ROLES, type RoleName } from './expected-access.ts';
import {
  join,
  makeFirstTenant,
  makeForeignTenant,
  type Person,
  type Tenant,
  withRecorder,
} from './tenants.ts';

export interface Member {
  readonly name: string;
  readonly role: RoleName;
  readonly person: Person;
  readonly ownsOrganization: boolean;
}

interface NamedClient {
  readonly name: string;
  readonly client: Client;
}

/** All kinds of callers of a tenant. */
export interface Cast {
  readonly tenant: Tenant;
  readonly foreign: Tenant;
  readonly host: Tenant;
  readonly members: readonly Member[];
  /** Callers with a valid credential but no access to the tenant. */
  readonly outsiders: readonly (NamedClient & { readonly holds: 'key' | 'session' })[];
  /** Callers without a valid credential. */
  readonly strangers: readonly NamedClient[];
  readonly received: { inside: string; outside: string };
}

export async function makeCast(server: TestServer): Promise<Cast> {
  const tenant = await makeFirstTenant(server);
  const foreign = await makeForeignTenant(server);
  const host = await makeForeignTenant(server);
  const received = { inside: '', outside: '' };
  const inside = (person: Person) =>
    withRecorder(server, person, (text) => {
      received.inside += text;
    });
  const outside = (person: Person) =>
    withRecorder(server, person, (text) => {
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
      { name: 'no credential', client: server.client() },
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
