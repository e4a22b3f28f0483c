import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { after, describe, type TestContext, test } from 'node:test';
import { makeApp, unique } from '../support/builders.ts';
import { onEachEngine } from '../support/engines.ts';
import { sendExact } from '../support/exact-request.ts';
import { expectProblem } from '../support/expect.ts';
import { startTarget } from '../support/target-server.ts';
import { until } from '../support/until.ts';

/** Fetches of the server, each waiting for its rows. */
const fetches: ServerResponse[] = [];
const target = await startTarget((_request, response) => {
  fetches.push(response);
});
after(() => target.close());

const environment = { OUTBOUND_ALLOW: `127.0.0.1:${target.port}` };

onEachEngine(
  (server) => {
    describe('an idempotency key whose request takes minutes', () => {
      const begin = async () => {
        const { owner } = server();
        const { app_id } = await makeApp(owner);
        const form = new URLSearchParams({
          endpoint: `${target.url}/rows`,
          testset_name: unique('rows'),
          app_id,
        });
        const key = randomUUID();
        const send = () =>
          sendExact(server(), {
            method: 'POST',
            path: '/api/testsets/endpoint',
            headers: {
              'idempotency-key': key,
              'content-type': 'application/x-www-form-urlencoded',
            },
            body: form.toString(),
          });
        const listIds = async () =>
          (await owner.listTestsets({ query: { app_id } })).map(({ _id }) => _id);
        const first = send();
        await until('the first is fetching', async () => fetches.length === 1);
        return { first, send, listIds };
      };

      test('runs once: another request is refused as long as the first runs', async (t) => {
        t.mock.timers.enable({ apis: ['Date', 'setInterval'], now: Date.now() });
        const { first, send, listIds } = await begin();
        // Step by step, with a write after each, the readiness probe, as on a server that works.
        for (let step = 0; step < 50; step += 1) {
          t.mock.timers.tick(10_000);
          await server().owner.checkReadiness();
        }
        expectProblem(await replyBeforeFetch(send), 'idempotency_key_in_use');
        serveRows();
        assert.equal((await first).status, 200);
        const replay = await send();
        assert.equal(replay.headers.get('idempotent-replayed'), 'true');
        assert.equal(replay.text, (await first).text);
        assert.equal((await listIds()).length, 1);
      });

      test('has one effect: a server that stood still loses the key to a later request', async (t) => {
        const { first, send, listIds } = await begin();
        // No timer of the server runs meanwhile, as when its machine is suspended.
        skipTime(t, 10 * 60_000);
        const second = send();
        await until('the second is fetching', async () => fetches.length === 2);
        fetches.pop()?.end('[{"a":"second"}]');
        assert.equal((await second).status, 200);
        // Frees the name, so that only the key keeps the first request from its effect.
        await server().owner.deleteTestsets({ body: { testset_ids: await listIds() } });
        serveRows();
        expectProblem(await first, 'idempotency_key_in_use');
        const replay = await send();
        assert.equal(replay.text, (await second).text);
        assert.deepEqual(await listIds(), []);
      });
    });
  },
  { environment },
);

/** Returns the reply; if the server fetches again instead, serves the rows first. */
async function replyBeforeFetch<Reply>(send: () => Promise<Reply>): Promise<Reply> {
  const reply = send();
  let isAnswered = false;
  void reply.then(() => {
    isAnswered = true;
  });
  await until('a reply, or another fetch', async () => isAnswered || fetches.length > 1);
  serveRows();
  return reply;
}

function serveRows(): void {
  for (const response of fetches.splice(0)) response.end('[{"a":1}]');
}

function skipTime(t: TestContext, milliseconds: number): void {
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + milliseconds });
}
