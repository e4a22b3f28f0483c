import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { Client } from '../../src/client/client.ts';
import type { EvaluationStatus } from '../../src/contract/evaluations/human-evaluations.ts';
import { makeMember } from '../support/builders.ts';
import { createMigratedDatabase } from '../support/databases.ts';
import { onEachEngine } from '../support/engines.ts';
import { createFrom, makeEvaluationParts, makeHumanEvaluation } from '../support/evaluations.ts';
import { EventStream, type StreamRequest } from '../support/event-stream.ts';
import { expectProblem } from '../support/expect.ts';
import { OWNER_KEY } from '../support/reachable.ts';
import { startServerProcess } from '../support/server-process.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { unknownIds } from '../support/unknown-ids.ts';
import { scenarioIdsOf, sendVote } from '../support/votes.ts';

const AS_OWNER = { authorization: OWNER_KEY };

onEachEngine((server) => {
  const open = (t: TestContext, request: StreamRequest) => openOn(t, server(), request);

  describe('watchHumanEvaluation', () => {
    test('200 begins with the retry interval and the whole progress', async (t) => {
      const rows = [{ question: 'a' }, { question: 'b' }];
      const settings = { judgements_per_task: 3 };
      const made = await makeHumanEvaluation(server().owner, { rows, settings });
      const stream = await open(t, { evaluationId: made.evaluation_id, headers: AS_OWNER });
      assert.equal(stream.response.status, 200);
      assert.equal(stream.response.headers.get('content-type'), 'text/event-stream');
      assert.equal(stream.response.headers.get('cache-control'), 'no-store');
      assert.equal(stream.response.headers.get('x-accel-buffering'), 'no');
      assert.equal(await stream.nextBlock(), 'retry: 2000');
      const event = await stream.next();
      assert.equal(event?.event, 'progress');
      assert.deepEqual(event?.data, {
        status: 'EVALUATION_INITIALIZED',
        scenarios: 2,
        scenarios_judged: 0,
        tasks: 2,
        tasks_ready: 0,
        judgements_wanted: 6,
        judgements_have: 0,
        judgements: 0,
        judgements_with_names: 0,
        annotators: [],
      });
    });

    test('sends a change once', async (t) => {
      const { evaluation_id } = await makeHumanEvaluation(server().owner);
      const stream = await open(t, { evaluationId: evaluation_id, headers: AS_OWNER });
      await stream.next();
      await setStatus(server().owner, evaluation_id, 'EVALUATION_STARTED');
      assert.equal((await stream.next())?.data['status'], 'EVALUATION_STARTED');
      await setStatus(server().owner, evaluation_id, 'EVALUATION_STARTED');
      await server().owner.closeHumanEvaluation({ parameters: { evaluation_id } });
      assert.equal((await stream.next())?.data['status'], 'EVALUATION_FINISHED');
    });

    test('sends the progress of outputs and judgements as they arrive', async (t) => {
      const made = await makeHumanEvaluation(server().owner);
      const { evaluation_id, evaluation_type } = made;
      const [scenario_id = ''] = await scenarioIdsOf(server().owner, evaluation_id);
      const stream = await open(t, { evaluationId: evaluation_id, headers: AS_OWNER });
      assert.equal((await stream.next())?.data['tasks_ready'], 0);
      const outputs = made.variants.map(({ id }) => ({ variant_id: id, variant_output: 'text' }));
      await server().owner.updateEvaluationScenario({
        parameters: { evaluation_id, scenario_id, evaluation_type },
        body: { outputs },
      });
      await stream.until(({ data }) => data['tasks_ready'] === 1);
      const { client, userId } = await makeMember(server(), ['evaluator']);
      await sendVote(client, made, { scenario_id, vote: '1' });
      const { data } = await stream.until(
        (event) => event.data['judgements'] === 1 && event.data['status'] === 'EVALUATION_FINISHED',
      );
      assert.equal(data['judgements_have'], 1);
      assert.deepEqual(
        (data['annotators'] as { id: string }[]).map(({ id }) => id), // As the contract has it.
        [userId],
      );
    });

    test('is open to an evaluator for their own evaluation', async (t) => {
      const { client, key } = await makeMember(server(), ['evaluator']);
      const parts = await makeEvaluationParts(server().owner);
      const { evaluation_id: evaluationId } = await createFrom(client, parts);
      const stream = await open(t, { evaluationId, headers: { authorization: key } });
      assert.equal((await stream.next())?.event, 'progress');
    });

    test('answers a client that reads to the end with the first event', async () => {
      const { evaluation_id } = await makeHumanEvaluation(server().owner);
      const text = await server().owner.watchHumanEvaluation({ parameters: { evaluation_id } });
      assert.match(text, /^retry: 2000\n\nevent: progress\nid: [\w-]+\ndata: \{.*\}\n\n$/);
    });

    test('repeats nothing to a client that reconnects with the id of its last event', async (t) => {
      const { evaluation_id: evaluationId } = await makeHumanEvaluation(server().owner);
      const first = await open(t, { evaluationId, headers: AS_OWNER });
      const last = await first.next();
      first.close();
      const headers = { ...AS_OWNER, 'last-event-id': last?.id ?? '' };
      const second = await open(t, { evaluationId, headers });
      assert.equal(await second.nextBlock(), 'retry: 2000');
      await setStatus(server().owner, evaluationId, 'EVALUATION_FAILED');
      assert.equal((await second.next())?.data['status'], 'EVALUATION_FAILED');
      const third = await open(t, { evaluationId, headers });
      assert.equal((await third.next())?.data['status'], 'EVALUATION_FAILED');
    });

    test('has the same id for the same progress', async (t) => {
      const { evaluation_id: evaluationId } = await makeHumanEvaluation(server().owner);
      const here = await open(t, { evaluationId, headers: AS_OWNER });
      const there = await open(t, { evaluationId, headers: AS_OWNER });
      assert.deepEqual(await here.next(), await there.next());
    });

    test('is open to an editor who signed in', async (t) => {
      const { evaluation_id: evaluationId } = await makeHumanEvaluation(server().owner);
      const { cookie } = await makeMember(server(), ['editor']);
      const stream = await open(t, { evaluationId, headers: { cookie } });
      assert.equal((await stream.next())?.event, 'progress');
    });

    test('HEAD answers with the headers alone', async () => {
      const { evaluation_id } = await makeHumanEvaluation(server().owner);
      const path = `/api/human-evaluations/${evaluation_id}/events`;
      const answer = await fetch(`${server().url}${path}`, { method: 'HEAD', headers: AS_OWNER });
      assert.equal(answer.status, 200);
      assert.equal(answer.headers.get('content-type'), 'text/event-stream');
      assert.equal(await answer.text(), '');
    });

    test('403 for evaluators and viewers', async () => {
      const { evaluation_id } = await makeHumanEvaluation(server().owner);
      for (const role of ['evaluator', 'viewer'] as const) {
        const { client } = await makeMember(server(), [role]);
        const reply = await client.reply.watchHumanEvaluation({ parameters: { evaluation_id } });
        const problem = expectProblem(reply, 'forbidden');
        assert.equal(problem['permission'], 'edit_evaluation');
      }
    });

    test('404 evaluation_not_found', async () => {
      for (const evaluation_id of unknownIds()) {
        const reply = await server().owner.reply.watchHumanEvaluation({
          parameters: { evaluation_id },
        });
        expectProblem(reply, 'evaluation_not_found');
      }
    });
  });

  describe('G22: an event stream ends by itself', () => {
    test('after the key was deleted', async (t) => {
      const { evaluation_id: evaluationId } = await makeHumanEvaluation(server().owner);
      const { browser, key } = await makeMember(server(), ['editor']);
      const stream = await open(t, { evaluationId, headers: { authorization: key } });
      await stream.next();
      await browser.deleteKey({ parameters: { key_prefix: key.slice(0, 8) } });
      await stream.end();
    });

    test('after signing out', async (t) => {
      const { evaluation_id: evaluationId } = await makeHumanEvaluation(server().owner);
      const { browser, cookie } = await makeMember(server(), ['editor']);
      const stream = await open(t, { evaluationId, headers: { cookie } });
      await stream.next();
      await browser.logOut();
      await stream.end();
    });

    test('after the role was removed', async (t) => {
      const { evaluation_id: evaluationId } = await makeHumanEvaluation(server().owner);
      const editor = await makeMember(server(), ['editor']);
      const stream = await open(t, { evaluationId, headers: { cookie: editor.cookie } });
      await stream.next();
      await server().owner.unassignRole({
        parameters: { workspace_id: editor.workspaceId },
        query: { org_id: editor.organizationId, email: editor.email, role: 'editor' },
      });
      await stream.end();
    });

    test('after the evaluation was deleted', async (t) => {
      const { evaluation_id: evaluationId } = await makeHumanEvaluation(server().owner);
      const stream = await open(t, { evaluationId, headers: AS_OWNER });
      await stream.next();
      await server().owner.deleteHumanEvaluations({ body: { evaluations_ids: [evaluationId] } });
      await stream.end();
    });
  });
});

describe('event streams of several processes', () => {
  test('send changes made by another process on the same PostgreSQL', async (t) => {
    const databaseUrl = await createMigratedDatabase();
    const here = await startServerProcess({ databaseUrl });
    const there = await startServerProcess({ databaseUrl });
    t.after(() => Promise.all([here.kill(), there.kill()]));
    const { evaluation_id: evaluationId } = await makeHumanEvaluation(here.owner);
    const stream = await openOn(t, there, { evaluationId, headers: AS_OWNER });
    await stream.next();
    await setStatus(here.owner, evaluationId, 'EVALUATION_STARTED');
    assert.equal((await stream.next())?.data['status'], 'EVALUATION_STARTED');
  });

  test('G17: do not delay a server that stops', async (t) => {
    const server = await startServerProcess({ dataDirectory: temporaryDirectory() });
    t.after(() => server.kill());
    const { evaluation_id: evaluationId } = await makeHumanEvaluation(server.owner);
    const streams = await Promise.all(
      Array.from({ length: 5 }, () => openOn(t, server, { evaluationId, headers: AS_OWNER })),
    );
    for (const stream of streams) await stream.next();
    const exit = server.terminate();
    await Promise.all(streams.map((stream) => stream.end()));
    // A server whose stop was cut short would exit with 1.
    assert.deepEqual(await exit, { code: 0, signal: null });
  });
});

async function openOn(
  t: TestContext,
  server: { readonly url: string },
  request: StreamRequest,
): Promise<EventStream> {
  const stream = await EventStream.open(server, request);
  t.after(() => stream.close());
  return stream;
}

async function setStatus(
  client: Client,
  evaluation_id: string,
  status: EvaluationStatus,
): Promise<void> {
  await client.updateHumanEvaluation({ parameters: { evaluation_id }, body: { status } });
}
