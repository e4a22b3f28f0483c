import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startGenerateApp } from '../../examples/generate-app/server.ts';
import { createFrom, makeEvaluationParts, numberedRows } from '../support/evaluations.ts';
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

  test('reach nothing that is not public in a run, however it is spelled', async () => {
    const { owner } = server;
    const parts = await makeEvaluationParts(owner, { rows: numberedRows(1) });
    const bases = await Promise.all(
      parts.variants.map(({ id }) => owner.fetchVariant({ parameters: { variant_id: id } })),
    );
    /** False for what is no address at all. */
    const pointTo = async (uri: string) => {
      const replies = bases.map(({ base_id }) =>
        owner.reply.updateBase({ parameters: { base_id }, body: { uri } }),
      );
      return (await Promise.all(replies)).every(({ status }) => status === 200);
    };
    const start = async () => {
      const { evaluation_id } = await createFrom(owner, parts);
      await owner.startGeneration({ parameters: { evaluation_id } });
      return { evaluation_id };
    };

    assert.ok(await pointTo(app.url));
    assert.equal((await finishedRun(owner, await start())).done, 2);

    let called = 0;
    for (const uri of hostileUrls(trap.port)) {
      if (!(await pointTo(uri))) continue;
      called += 1;
      const parameters = await start();
      await until(`both variants were asked at ${uri}`, async () => {
        const cells = await owner.listGenerationCells({ parameters });
        for (const { error } of cells) {
          assert.match(error?.code ?? 'none', /^(none|destination_refused|unreachable)$/, uri);
        }
        return cells.length === 2 && cells.every(({ error }) => error !== null);
      });
      // A name that nobody knows today may be known to somebody in a second.
      const { status } = await owner.fetchGeneration({ parameters });
      if (status !== 'finished') await owner.reply.cancelGeneration({ parameters });
    }
    assert.ok(called >= 150, `${called} spellings were called`);
    assert.equal(hits(), 0);
  });

  test('never are this service, whatever is allowed', async (t) => {
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
