import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deleteOldEvaluations } from '../../src/operations/evaluations/parts/delete-old-evaluations.ts';
import { makeMember } from '../support/builders.ts';
import { makeHumanEvaluation } from '../support/evaluations.ts';
import { startWithHeldChanges } from '../support/held-changes.ts';
import { DAY_MS } from '../support/requests.ts';
import { PASSWORD } from '../support/visitor.ts';

test('logIn fails with a password that was changed while it was compared', async (t) => {
  const { server, hold, waiting, commit } = await startWithHeldChanges(t);
  const { email, userId } = await makeMember(server, ['viewer']);
  await hold(`UPDATE users SET password_hash = 'another' WHERE id = '${userId}'`);
  const reply = server.client().reply.logIn({ body: { email, password: PASSWORD } });
  await waiting(1, 'users');
  await commit();
  assert.equal((await reply).status, 401);
});

test('deleteOldEvaluations keeps an evaluation that was reopened meanwhile', async (t) => {
  const { server, db, hold, waiting, commit } = await startWithHeldChanges(t);
  const { owner } = server;
  const { evaluation_id } = await makeHumanEvaluation(owner);
  const parameters = { evaluation_id };
  await owner.closeHumanEvaluation({ parameters });
  const { workspaceId } = await makeMember(server, ['viewer']);
  await owner.updateRetention({
    parameters: { workspace_id: workspaceId },
    body: { audit_days: null, evaluation_days: 1 },
  });
  await hold(`UPDATE human_evaluations SET closed_at = NULL WHERE id = '${evaluation_id}'`);
  const now = Date.now() + 2 * DAY_MS;
  const upkeep = deleteOldEvaluations(db, { now, newId: () => crypto.randomUUID() });
  await waiting(1, 'human_evaluations');
  await commit();
  await upkeep;
  assert.equal((await owner.reply.fetchHumanEvaluation({ parameters })).status, 200);
});

test('createKey creates no key for a member who is removed meanwhile', async (t) => {
  const { server, hold, waiting, commit } = await startWithHeldChanges(t);
  const { userId, workspaceId, browser } = await makeMember(server, ['viewer']);
  await hold(`DELETE FROM memberships WHERE user_id = '${userId}'`);
  const reply = browser.reply.createKey({ query: { workspace_id: workspaceId } });
  await waiting(1, 'memberships');
  await commit();
  assert.equal((await reply).status, 404);
});
