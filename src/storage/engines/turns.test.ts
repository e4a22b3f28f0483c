import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, test } from 'node:test';
import { MessageChannel } from 'node:worker_threads';
import { lendTurns, makeTurns } from './turns.ts';

describe('turns that are lent to another thread', () => {
  test('are passed over when it ends while it waits for one', async () => {
    const inTurn = makeTurns();
    const { port1: ours, port2: theirs } = new MessageChannel();
    lendTurns(ours, inTurn);
    const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
    const before = inTurn(() => isOver);
    const asked = once(ours, 'message');
    theirs.postMessage('wanted');
    await asked;
    const gone = once(ours, 'close');
    theirs.close();
    await gone;
    end();
    await before;
    assert.equal(await inTurn(async () => 'written'), 'written');
  });
});
