import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeHumanEvaluation } from '../support/evaluations.ts';
import { EventStream } from '../support/event-stream.ts';
import { startWithHeldChanges } from '../support/held-changes.ts';
import { HeldConnection } from '../support/held-connection.ts';
import { OWNER_KEY } from '../support/reachable.ts';

test('a caller who disconnects before an event stream has begun no longer counts towards STREAMS_PER_CALLER', async (t) => {
  const { server, hold, waiting, commit } = await startWithHeldChanges(t, {
    STREAMS_PER_CALLER: '1',
  });
  const { evaluation_id: evaluationId } = await makeHumanEvaluation(server.owner);
  const headers = { authorization: OWNER_KEY };
  await hold('LOCK TABLE human_evaluations IN ACCESS EXCLUSIVE MODE');
  const connection = await HeldConnection.open(server.url);
  connection.sendHead('GET', `/api/human-evaluations/${evaluationId}/events`, headers);
  await waiting(1, 'human_evaluations');
  connection.close();
  await connection.closed;
  await server.owner.reply.checkLiveness();
  await commit();
  const stream = await EventStream.open(server, { evaluationId, headers });
  t.after(() => stream.close());
  assert.equal(stream.response.status, 200);
});
