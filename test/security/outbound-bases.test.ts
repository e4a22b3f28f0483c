import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startGenerateApp } from '../../examples/generate-app/server.ts';
import type { Client } from '../../src/client/client.ts';
import { unique } from '../support/builders.ts';
import { makeEvaluationParts, numberedRows } from '../support/evaluations.ts';
import { finishedRun, makeRunnable } from '../support/generation.ts';
import { startTestServer, type TestServer } from '../support/running-server.ts';
import { until } from '../support/until.ts';
import { hostileUrls } from './address-spellings.ts';
import { setTraps } from './traps.ts';

const { trap, hits } = await setTraps();
const app = await startGenerateApp();
after(app.close);

describe('G26: bases, through the API', () => {
  let server: TestServer;
  before(async () => {
    const OUTBOUND_ALLOW = app.url.replace('http://', '');
    server = await startTestServer({ engine: 'sqlite', environment: { OUTBOUND_ALLOW } });
  });
  after(() => server.stop());

  test('reach no host that is not public in a run, in any spelling', async () => {
    const { owner } = server;
    const { body } = await makeEvaluationParts(owner, { rows: numberedRows(1) });
    const bases = [await makeBaseIn(owner, body.app_id), await makeBaseIn(owner, body.app_id)];
    const variant_ids = bases.map(({ variant }) => variant.variant_id);
    /** Returns false when the server refuses the URL. */
    const pointTo = async (variant: number, uri: string) => {
      const base_id = bases[variant]?.base_id ?? '';
      const { status } = await owner.reply.updateBase({ parameters: { base_id }, body: { uri } });
      return status === 200;
    };
    const start = async () => {
      const { id } = await owner.createHumanEvaluation({ body: { ...body, variant_ids } });
      const parameters = { evaluation_id: id };
      await owner.startGeneration({ parameters });
      return parameters;
    };

    assert.ok((await pointTo(0, app.url)) && (await pointTo(1, app.url)));
    assert.equal((await finishedRun(owner, await start())).done, 2);

    const run = async (label: string) => {
      const parameters = await start();
      await until(`both variants were called at ${label}`, async () => {
        const cells = await owner.listGenerationCells({ parameters });
        for (const { error } of cells) {
          assert.match(error?.code ?? 'none', /^(none|destination_refused|unreachable)$/, label);
        }
        return cells.length === 2 && cells.every(({ error }) => error !== null);
      });
      // The run retries unknown names, so it may not have finished.
      const { status } = await owner.fetchGeneration({ parameters });
      if (status !== 'finished') await owner.reply.cancelGeneration({ parameters });
    };
    // The two variants call different URLs.
    const calledUris: string[] = [];
    for (const uri of hostileUrls(trap.port)) {
      if (!(await pointTo(calledUris.length % 2, uri))) continue;
      calledUris.push(uri);
      if (calledUris.length % 2 === 0) await run(calledUris.slice(-2).join(' and '));
    }
    if (calledUris.length % 2 === 1) await run(calledUris.at(-1) ?? '');
    assert.ok(calledUris.length >= 150, `${calledUris.length} spellings were called`);
    assert.equal(hits(), 0);
  });

  test('never reach this service, whatever is allowed', async (t) => {
    const environment = { OUTBOUND_ALLOW: '127.0.0.0/8,::1/128', OUTBOUND_HTTP: 'allowed' };
    const open = await startTestServer({ engine: 'sqlite', environment });
    t.after(() => open.stop());
    const { port } = new URL(open.url);
    for (const host of ['127.0.0.1', 'localhost', '[::1]']) {
      const uri = `http://${host}:${port}`;
      const made = await makeRunnable(open.owner, { rows: 1, parameters: [], uri });
      await open.owner.startGeneration({ parameters: made });
      assert.equal((await finishedRun(open.owner, made)).failed, 2);
      const cells = await open.owner.listGenerationCells({ parameters: made });
      for (const { error } of cells) assert.equal(error?.code, 'destination_refused', uri);
    }
    const made = await makeRunnable(open.owner, { rows: 1, parameters: [], uri: app.url });
    await open.owner.startGeneration({ parameters: made });
    assert.equal((await finishedRun(open.owner, made)).done, 2);
  });
});

function makeBaseIn(client: Client, app_id: string) {
  return client.createBase({ body: { app_id, base_name: unique('base') } });
}
