import assert from 'node:assert/strict';
import type { ApiReply, Client } from '../../src/client/client.ts';
import type { OperationId } from '../../src/contract/api.ts';
import type { AnyCall } from './prepared-calls.ts';
import type { Reference } from './references.ts';
import type { Tenant } from './tenants.ts';

export function send(
  client: Client,
  operationId: OperationId,
  call: AnyCall,
): Promise<ApiReply<unknown>> {
  // The prepared call belongs to this operation, which a union type cannot express.
  const method = client.reply[operationId] as (input: AnyCall) => Promise<ApiReply<unknown>>;
  return method(call);
}

export function assertProblem(reply: ApiReply<unknown>, code: string, label: string): void {
  assert.equal(Reflect.get(Object(reply.body), 'code'), code, label);
  assert.equal(reply.headers.get('content-type'), 'application/problem+json', label);
}

export function assertHidden(reference: Reference, reply: ApiReply<unknown>, label: string): void {
  const { expected, part, field } = reference;
  const details = `${label}: ${JSON.stringify(reply.body)}`;
  assert.equal(reply.status, expected.status, details);
  if (expected.code !== undefined) assertProblem(reply, expected.code, details);
  if (expected.status !== 404) return;
  const named = Reflect.get(Object(reply.body), 'field');
  assert.equal(named, part === 'body' ? field : undefined, details);
}

/** The number of operations between two snapshots of a tenant. */
const GROUP = 12;

export function groupsOf<Item>(operations: readonly Item[]): readonly (readonly Item[])[] {
  return Array.from({ length: Math.ceil(operations.length / GROUP) }, (_, index) =>
    operations.slice(index * GROUP, (index + 1) * GROUP),
  );
}

/** Everything of a tenant that a call must not change. */
export async function snapshot({
  owner,
  organizationId,
  workspaceId,
  appId,
}: Tenant): Promise<unknown> {
  const { client } = owner;
  const parameters = { app_id: appId };
  const { invitations: _, ...organization } = await client.fetchOrganization({
    parameters: { org_id: organizationId },
  });
  return {
    organization,
    providers: await client.listProviders({ query: { workspace_id: workspaceId } }),
    apps: await client.listApps(),
    bases: await client.listBases({ query: parameters }),
    variants: await client.listAppVariants({ parameters }),
    environments: await client.listEnvironments({ parameters }),
    testsets: await client.listTestsets({ query: parameters }),
    evaluations: await client.listHumanEvaluations({ query: parameters }),
    keys: (await client.listKeys()).map(({ prefix }) => prefix),
  };
}
