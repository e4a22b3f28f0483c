import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Db } from '../../src/storage/database.ts';
import { upsertGuess } from '../../src/storage/identity/attempts.ts';
import { ENGINES } from '../support/engine-names.ts';
import { openTestEngine } from '../support/open-engine.ts';

const limit = { atOnce: 2, firstDelayMs: 60_000, growthMs: 4_000, windowMs: 3_600_000 };

for (const name of ENGINES) {
  test(`a guess that began before another one is counted after it on ${name}`, async () => {
    const { engine, close } = await openTestEngine(name);
    try {
      const db = new Db(engine);
      const guessAt = (now: number) =>
        db.transaction((tx) => upsertGuess(tx, { subject: 'account', now, limit }));
      assert.deepEqual(
        [await guessAt(1_001), await guessAt(1_000), await guessAt(1_002)],
        [true, true, false],
      );
    } finally {
      await close();
    }
  });
}
