import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { ApiReply, Client } from '../../src/client/client.ts';
import { ENDPOINTS, type OperationId } from '../../src/contract/api.ts';
import type { AuditEntry } from '../../src/contract/identity/audit-trail.ts';
import { onEachEngine } from '../support/engines.ts';
import type { TestServer } from '../support/running-server.ts';
import { send } from './any-endpoint.ts';
import { expectedAccess } from './expected-access.ts';
import { type AnyCall, prepareCall } from './prepared-calls.ts';
import { endRuns } from './prepared-evaluations.ts';
import { join, makeFirstTenant, makeForeignTenant, type Person, type Tenant } from './tenants.ts';

/** Operations other than GET that leave no entry, and why. */
const NOT_AUDITED: { readonly [Id in OperationId]?: string } = {
  setUp: 'works once: see the first test of audit-trail.test.ts',
  importTestset: 'needs another host; it ends in the same transaction as uploadTestset',
  createSampleApp: 'takes long: sample-apps.test.ts looks for its entry',
  planSampleSize: 'computes and writes nothing',
  tryVariants: 'calls apps and providers and writes nothing',
  testProvider: 'calls the provider and writes nothing',
};

/** Called by the person that a link is for. */
const BY_LINK: readonly OperationId[] = ['exchangeInvitation', 'resetPassword'];

onEachEngine((server) => {
  let tenant: Tenant;
  let host: Tenant;
  before(async () => {
    tenant = await makeFirstTenant(server());
    host = await makeForeignTenant(server());
  });

  describe('every operation that writes', () => {
    for (const { operationId, method } of ENDPOINTS) {
      if (method === 'GET' || NOT_AUDITED[operationId] !== undefined) continue;
      test(`${operationId} leaves an entry with its caller, address and request id`, async () => {
        const self = await callerOf(server(), tenant, operationId);
        const call = await prepareCall(operationId, { server: server(), tenant, host, self });
        const isOpen = expectedAccess(operationId).kind === 'anyone';
        const isPersonal = expectedAccess(operationId).kind === 'session';
        const client = isPersonal ? self.browser : self.client;
        const reply = await send(isOpen ? server().client() : client, operationId, call);
        assert.ok(reply.status < 300, JSON.stringify(reply.body));
        await endRuns(tenant);
        const entry = await entryOf({ tenant, host }, { operationId, call, reply });
        assert.equal(entry.address, '127.0.0.1');
        assert.equal(entry.actor.kind, isOpen || isPersonal ? 'user' : 'key');
        if (!BY_LINK.includes(operationId)) assert.equal(entry.actor.id, self.userId);
        assert.equal(entry.actor.key_prefix, isOpen || isPersonal ? null : self.key.slice(0, 8));
      });
    }
  });

  test('the trail of all these operations is intact', async () => {
    const parameters = { workspace_id: tenant.workspaceId };
    const { entries, unsealed, faults } = await tenant.owner.client.verifyAuditTrail({
      parameters,
    });
    assert.deepEqual(faults, []);
    assert.ok(entries + unsealed > 100, `${entries} + ${unsealed}`);
  });
});

/** A new member for operations of a session, which sign out or change the password. */
async function callerOf(
  server: TestServer,
  tenant: Tenant,
  operationId: OperationId,
): Promise<Person> {
  if (operationId === 'createPasswordReset') return tenant.owner;
  const { kind } = expectedAccess(operationId);
  return kind === 'session' ? join(server, tenant, ['viewer']) : tenant.owner;
}

interface AuditedCall {
  readonly operationId: OperationId;
  readonly call: AnyCall;
  readonly reply: ApiReply<unknown>;
}

async function entryOf(
  { tenant, host }: { readonly tenant: Tenant; readonly host: Tenant },
  audited: AuditedCall,
): Promise<AuditEntry> {
  const { operationId, reply } = audited;
  const reader: Client =
    operationId === 'acceptInvitation' ? host.owner.browser : tenant.owner.browser;
  const entries = await reader.listAuditEntries({
    parameters: { workspace_id: await workspaceOf(tenant, audited) },
    query: { operation: operationId, limit: 200 },
  });
  const requestId = reply.headers.get('x-request-id');
  const entry = entries.find(({ request_id }) => request_id === requestId);
  assert.ok(entry !== undefined, `${operationId} left no entry`);
  return entry;
}

/** Where an operation takes effect: in the tenant's workspace, or in one that it made or joined. */
async function workspaceOf(
  tenant: Tenant,
  { operationId, call, reply }: AuditedCall,
): Promise<string> {
  const body = Object(reply.body) as Readonly<Record<string, string>>; // As the contract says.
  if (operationId === 'createWorkspace') return body['id'] ?? '';
  if (operationId === 'createOrganization') {
    const parameters = { org_id: body['id'] ?? '' };
    return (await tenant.owner.browser.fetchOrganization({ parameters })).default_workspace;
  }
  if (operationId === 'acceptInvitation') return String(call.parameters?.['workspace_id']);
  return tenant.workspaceId;
}
