import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { ENDPOINTS, type OperationId } from '../../src/contract/api.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { onEachEngine } from '../support/engines.ts';
import { enter, type MadeGuest, makeLink } from '../support/guests.ts';
import type { TestServer } from '../support/running-server.ts';
import { assertHidden, assertProblem, groupsOf, send, snapshot } from './any-endpoint.ts';
import { expectedAccess, isOpenToGuests } from './expected-access.ts';
import { type AnyCall, prepareCall, type Scene } from './prepared-calls.ts';
import { endRuns } from './prepared-evaluations.ts';
import { referencesIn } from './references.ts';
import { makeFirstTenant, makeForeignTenant, type Person, type Tenant } from './tenants.ts';

interface IdentifiedEndpoint extends Endpoint {
  readonly operationId: OperationId;
}

const endpoints: readonly IdentifiedEndpoint[] = ENDPOINTS;

test('endpoints are open to guests where the wire contract says so, and nowhere else', () => {
  for (const { operationId, guests } of endpoints) {
    assert.equal(guests === true, isOpenToGuests(operationId), operationId);
  }
});

onEachEngine((server) => {
  let tenant: Tenant;
  let host: Tenant;
  before(async () => {
    tenant = await makeFirstTenant(server());
    host = await makeForeignTenant(server());
  });

  const sceneOf = (self: Person): Scene => ({ server: server(), tenant, host, self });

  const hostScene = (): Scene => ({ server: server(), tenant: host, host, self: host.owner });

  describe('a guest of an evaluation', () => {
    for (const { operationId, status } of endpoints.filter(isForGuests)) {
      test(`may ${operationId}, but only on their own objects`, async () => {
        const guest = await visit(server(), tenant, tenant.judgedId);
        const own = await prepareCall(operationId, sceneOf(asPerson(guest)));
        const others = [await prepareCall(operationId, hostScene())];
        const isAssigned = own.parameters?.['assignment_id'] !== undefined;
        if (isAssigned) others.push(await prepareCall(operationId, sceneOf(tenant.owner)));
        for (const reference of referencesIn(operationId, own)) {
          const hidden = [reference.random(), ...others.map((call) => reference.takenFrom(call))];
          for (const call of hidden) {
            assertHidden(reference, await send(guest.browser, operationId, call), operationId);
          }
        }
        const reply = await send(guest.browser, operationId, own);
        assert.equal(reply.status, status, `${operationId}: ${JSON.stringify(reply.body)}`);
      });
    }

    for (const group of groupsOf(endpoints.filter(isHiddenFromGuests))) {
      describe('outside the routes for guests', () => {
        const calls = new Map<OperationId, AnyCall>();
        let guest: MadeGuest;
        let untouched: unknown;
        before(async () => {
          guest = await visit(server(), tenant, tenant.evaluationId);
          for (const { operationId } of group) {
            calls.set(operationId, await prepareCall(operationId, sceneOf(tenant.owner)));
          }
          await endRuns(tenant);
          untouched = await snapshot(tenant);
        });

        for (const { operationId } of group) {
          test(`may not ${operationId}`, async () => {
            const call = calls.get(operationId) ?? assert.fail(operationId);
            for (const input of [call, ...referencesIn(operationId, call).map((r) => r.random())]) {
              const reply = await send(guest.browser, operationId, input);
              const label = `${operationId}: ${JSON.stringify(reply.body)}`;
              const permission = permissionOnOwn(operationId, guest, input);
              const code = permission === undefined ? 'route_not_found' : 'forbidden';
              assertProblem(reply, code, label);
              assert.equal(Reflect.get(Object(reply.body), 'permission'), permission, label);
              assert.ok(!label.includes(tenant.canary), label);
            }
            await guest.browser.fetchProfile();
          });
        }

        test('has changed nothing by these calls', async () => {
          assert.deepEqual(await snapshot(tenant), untouched);
        });
      });
    }
  });
});

function isForGuests({ operationId }: IdentifiedEndpoint): boolean {
  return isOpenToGuests(operationId);
}

function isHiddenFromGuests({ operationId }: IdentifiedEndpoint): boolean {
  return !isOpenToGuests(operationId) && expectedAccess(operationId).kind !== 'anyone';
}

/** Routes of their own evaluation name the missing permission; others seem not to exist. */
function permissionOnOwn(
  operationId: OperationId,
  { evaluationId }: MadeGuest,
  { parameters }: AnyCall,
): string | undefined {
  const access = expectedAccess(operationId);
  if (access.kind !== 'permission' || parameters?.['evaluation_id'] !== evaluationId) {
    return undefined;
  }
  return access.permission;
}

async function visit(
  server: TestServer,
  { owner }: Tenant,
  evaluationId: string,
): Promise<MadeGuest> {
  return enter(server, await makeLink(owner.client, { evaluationId }));
}

/** A guest as a person that calls are prepared for: without e-mail, password and key. */
function asPerson({ id, cookie, browser }: MadeGuest): Person {
  return { email: '', userId: id, password: '', cookie, browser, key: '', client: browser };
}
