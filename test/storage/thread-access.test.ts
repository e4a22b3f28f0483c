import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { findRow } from '../../src/storage/database.ts';
import { adHocStatement, statement } from '../../src/storage/statement.ts';
import { ENGINES } from '../support/engine-names.ts';
import { openTestEngine, type TestEngine } from '../support/open-engine.ts';
import { ADD_ONE } from '../support/writing-thread.ts';

const TOTAL = statement('SELECT total FROM counted', { total: 'integer' });
const ENTRY = new URL('../support/writing-thread.ts', import.meta.url);

for (const name of ENGINES) {
  describe(`another thread on ${name}`, () => {
    const ends = { commit: { code: 0, total: 2 }, die: { code: 3, total: 1 } } as const;
    for (const [end, expected] of Object.entries(ends)) {
      test(`can ${end} while this one waits to write, and still reads`, async (t) => {
        const { engine, close, forThread } = await openTestEngine(name);
        t.after(close);
        await engine.transaction(async (tx) => {
          await tx.query(adHocStatement('CREATE TABLE counted (total integer NOT NULL)', {}), []);
          await tx.query(adHocStatement('INSERT INTO counted (total) VALUES (0)', {}), []);
        });
        const thread = await startAdding(forThread);
        const waiting = engine.transaction((tx) => tx.query(ADD_ONE, []));
        assert.equal((await findRow(engine, TOTAL, []))?.total, 0);
        thread.postMessage(end);
        assert.deepEqual(await once(thread, 'exit'), [expected.code]);
        await waiting;
        assert.equal((await findRow(engine, TOTAL, []))?.total, expected.total);
      });
    }
  });
}

async function startAdding(forThread: TestEngine['forThread']): Promise<Worker> {
  const { data, transfer } = forThread();
  const thread = new Worker(ENTRY, { workerData: data, transferList: [...transfer] });
  await once(thread, 'message');
  return thread;
}
