import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createOutboxKeys, keysUnder } from '../../src/web/judging/outbox-keys.ts';
import { makeKeptTexts } from './support/kept-texts.ts';

const PREFIX = 'outbox/annotator/';

describe('the keys of unsent messages', () => {
  test('keep the messages of two tabs in the order in which they were added', () => {
    const storage = makeKeptTexts();
    const [ofTab, ofOther] = [createOutboxKeys(storage, PREFIX), createOutboxKeys(storage, PREFIX)];
    const keys = Array.from({ length: 12 }, (_, index) => {
      const key = index < 5 || index > 8 ? ofTab() : ofOther();
      storage.setItem(key, `message ${index}`);
      return key;
    });
    assert.deepEqual(keysUnder(storage, PREFIX), keys);
  });

  test('differ, also those of two tabs that add at once', () => {
    const storage = makeKeptTexts();
    const [ofTab, ofOther] = [createOutboxKeys(storage, PREFIX), createOutboxKeys(storage, PREFIX)];
    const sent = ofTab();
    assert.equal(new Set([sent, ofOther(), ofTab()]).size, 3);
  });
});
