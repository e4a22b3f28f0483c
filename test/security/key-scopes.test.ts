import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { ENDPOINTS, type OperationId } from '../../src/contract/api.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { SCOPES, type Scope } from '../../src/contract/scopes.ts';
import { makeForeigner } from '../support/builders.ts';
import { onOneEngine } from '../support/engines.ts';
import { UNKNOWN_ID } from '../support/requests.ts';

/** Written by hand: the operations of scopes other than read and write. */
const JUDGING: readonly OperationId[] = [
  'takeAssignments',
  'submitJudgement',
  'withdrawJudgement',
  'skipAssignment',
  'flagAssignment',
  'unflagAssignment',
];
const READ_BY_ANNOTATORS: readonly OperationId[] = [
  'fetchBrief',
  'listAssignments',
  'fetchAssignment',
];
const DEPLOYING: readonly OperationId[] = ['deployVariant', 'revertDeployment'];
/** About the caller, and so open to every key. */
const OWN: readonly OperationId[] = [
  'fetchProfile',
  'listKeys',
  'validateKey',
  'listOrganizations',
  'fetchOwnOrganization',
  'fetchOrganization',
  'listRoles',
  'listPermissions',
];

onOneEngine((server) => {
  const keys = new Map<Scope, string>();
  before(async () => {
    const { browser, workspaceId: workspace_id } = await makeForeigner(server());
    for (const scope of SCOPES) {
      keys.set(scope, await browser.createKey({ query: { workspace_id, scopes: scope } }));
    }
  });

  // The scope is checked before the request is read, so empty requests are enough.
  for (const endpoint of ENDPOINTS as readonly (Endpoint & { operationId: OperationId })[]) {
    const { operationId, access } = endpoint;
    if (access.kind === 'anyone' || access.kind === 'session') continue;
    test(`${operationId} is open to keys with its scopes, and to no others`, async () => {
      for (const [scope, key] of keys) {
        const response = await request(endpoint, key);
        const body = await response.text();
        const isRefused = response.status === 403 && Object.hasOwn(JSON.parse(body), 'scopes');
        const label = `${operationId} with ${scope}: ${response.status}`;
        assert.equal(isRefused, !expectedScopes(endpoint).includes(scope), label);
      }
    });
  }

  function request({ method, path }: Endpoint, authorization: string): Promise<Response> {
    const url = `${server().url}/api${path.replaceAll(/\{\w+\}/g, UNKNOWN_ID)}`;
    return fetch(url, { method, headers: { authorization } });
  }
});

function expectedScopes({
  operationId,
  method,
}: Endpoint & { operationId: OperationId }): readonly Scope[] {
  if (OWN.includes(operationId)) return SCOPES;
  if (JUDGING.includes(operationId)) return ['judge'];
  if (READ_BY_ANNOTATORS.includes(operationId)) return ['read', 'judge'];
  if (DEPLOYING.includes(operationId)) return ['deploy'];
  return [method === 'GET' ? 'read' : 'write'];
}
