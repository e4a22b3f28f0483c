import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import type { Context } from '../../src/operations/context.ts';
import { Gate } from '../../src/operations/gate.ts';
import { acceptInvitation } from '../../src/operations/identity/accept-invitation.ts';
import { foundOrganization } from '../../src/operations/identity/parts/found-organization.ts';
import { newToken, tokenHash } from '../../src/operations/tokens.ts';
import { makeVault } from '../../src/outbound/secrets.ts';
import { Db } from '../../src/storage/database.ts';
import { insertCredential, NEVER } from '../../src/storage/identity/credentials.ts';
import { upsertInvitation } from '../../src/storage/identity/invitations.ts';
import { insertMembership } from '../../src/storage/identity/memberships.ts';
import { insertUser } from '../../src/storage/identity/users.ts';
import type { EngineName } from './engine-names.ts';
import { NO_CALLS } from './no-calls.ts';
import { NO_RESULTS } from './no-results.ts';
import { openTestEngine } from './open-engine.ts';
import { LEAST_COST } from './running-server.ts';

/**
 * A member with an invitation to their own workspace: a state that no sequence of requests leads
 * to, because inviting and joining wait for each other, so it is written straight to storage.
 */
export async function memberWithInvitation(engineName: EngineName) {
  const { engine, close } = await openTestEngine(engineName);
  const db = new Db(engine);
  const now = Date.now();
  const userId = randomUUIDv7();
  const guestId = randomUUIDv7();
  const organizationId = randomUUIDv7();
  const workspaceId = randomUUIDv7();
  const session = newToken();
  const token = newToken();
  await db.transaction(async (tx) => {
    for (const id of [userId, guestId]) {
      await insertUser(tx, {
        id,
        username: id,
        email: `${id}@jurybox.test`,
        emailKey: `${id}@jurybox.test`,
        passwordHash: '',
        createdAt: now,
        updatedAt: now,
      });
    }
    await foundOrganization(tx, {
      organizationId,
      workspaceId,
      ownerId: userId,
      name: 'organization',
      description: '',
      type: 'default',
      now,
    });
    await insertCredential(tx, {
      id: randomUUIDv7(),
      tokenHash: tokenHash(session),
      kind: 'session',
      prefix: null,
      name: '',
      userId: guestId,
      workspaceId: null,
      createdAt: now,
      expiresAt: NEVER,
      validUntil: NEVER,
      scopes: '',
    });
    await upsertInvitation(tx, {
      id: randomUUIDv7(),
      tokenHash: tokenHash(token),
      workspaceId,
      organizationId,
      email: `${guestId}@jurybox.test`,
      emailKey: `${guestId}@jurybox.test`,
      roles: ['viewer'],
      invitedBy: userId,
      now,
      expiresAt: NEVER,
    });
    await insertMembership(tx, {
      workspaceId,
      userId: guestId,
      organizationId,
      roles: ['viewer'],
      now,
    });
  });
  const context: Context = {
    db,
    caller: { tokenHash: tokenHash(session), now, workspaceId: null },
    gate: new Gate({ kind: 'signed-in' }),
    now,
    newId: randomUUIDv7,
    newToken,
    passwordCost: LEAST_COST,
    preconditions: { ifMatch: undefined, ifNoneMatch: undefined },
    cursorSecret: '',
    slotSecret: '',
    leaseMs: 900_000,
    outbound: NO_CALLS,
    vault: makeVault(Buffer.alloc(32)),
    results: NO_RESULTS,
    publicOrigin: '',
    heldSessions: () => [],
    founding: { by: 'owner', perUser: 1 },
    device: undefined,
    address: '',
    transaction: (run) => db.transaction(run),
    note: () => undefined,
    announce: () => undefined,
    wakeRunner: () => undefined,
    stayOpen: () => assert.fail('No caller follows events here.'),
  };
  const parameters = { org_id: organizationId, workspace_id: workspaceId };
  return {
    accept: () => {
      const input = { parameters, query: undefined, body: { token }, upload: undefined };
      return acceptInvitation(context, input);
    },
    close,
  };
}
