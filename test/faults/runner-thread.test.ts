import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { RunnerThread } from '../../src/jobs/outputs/runner-thread.ts';
import { Db } from '../../src/storage/database.ts';
import { ENGINES } from '../support/engine-names.ts';
import { openTestEngine } from '../support/open-engine.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { until } from '../support/until.ts';

for (const name of ENGINES) {
  describe(`the thread of the runner on ${name}`, () => {
    test('starts when there is work, and ends when there is none', async (t) => {
      const { engine, close, forThread } = await openTestEngine(name);
      const errors: unknown[] = [];
      let started = 0;
      let prepare: () => void = () => assert.fail('no listener was registered');
      const thread = new RunnerThread({
        engine: engine.kind,
        openDb: () => new Db(engine),
        newId: randomUUID,
        clock: () => Date.now(),
        random: Math.random,
        access: () => {
          started += 1;
          return forThread();
        },
        keys: { masterKey: randomBytes(32), dataDirectory: temporaryDirectory() },
        rules: { allow: '', own: new Set(), plainHttp: 'refused' },
        onNews: (news, callBack) => {
          if (news === 'preparation') prepare = callBack;
          return () => undefined;
        },
        announce: () => undefined,
        onCall: () => undefined,
        onStall: () => undefined,
        onError: (error) => errors.push(error),
        idleMs: 10,
      });
      thread.start();
      t.after(async () => {
        await thread.stop();
        await close();
      });
      assert.equal(started, 0);
      prepare();
      prepare();
      assert.equal(started, 1);
      await until('another thread was started', async () => {
        prepare();
        return started === 2;
      });
      assert.deepEqual(errors, []);
    });
  });
}
