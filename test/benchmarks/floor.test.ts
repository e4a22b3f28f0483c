import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { LoadRequest } from '../../benchmarks/load-job.ts';
import { requestsOf } from '../../benchmarks/scenarios.ts';
import type { ServingProcess } from '../../benchmarks/serving-process.ts';
import { type Stage, stageOnSqlite } from '../../benchmarks/stage.ts';

describe('the floor of the benchmarks', () => {
  let stage: Stage;
  before(async () => {
    stage = await stageOnSqlite();
  });
  after(() => stage.close());

  // The floor sends the service's SQL: without this, a changed parameter would break only the next
  // measurement.
  test('answers the measured requests as the service does', async () => {
    for (const [name, request] of Object.entries(requestsOf(stage))) {
      const floor = await answerOf(stage.floor, request);
      const service = await answerOf(stage.service, request);
      assert.ok(Object.keys(floor).length > 2, name);
      for (const [member, value] of Object.entries(floor)) {
        assert.ok(member in service, `${name}: ${member}`);
        if (request.method === 'GET')
          assert.deepEqual(value, service[member], `${name}: ${member}`);
      }
    }
  });
});

async function answerOf(
  { port }: ServingProcess,
  { method, path, headers, body }: LoadRequest,
): Promise<Readonly<Record<string, unknown>>> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    // As the load sends it.
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: body.replaceAll('{{n}}', 'one') }),
  });
  assert.equal(response.status, 200, path);
  return Object(await response.json());
}
