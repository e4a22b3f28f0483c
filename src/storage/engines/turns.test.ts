import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, test } from 'node:test';
import { MessageChannel } from 'node:worker_threads';
import { lendTurns, makeTurns } from './turns.ts';

describe('lendTurns', () => {
  test('skips the turn of a thread that ended while waiting for it', async () => {
    const inTurn = makeTurns();
    const { port1: ours, port2: theirs } = new MessageChannel();
    lendTurns(ours, inTurn);
    const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
    const before = inTurn(() => isOver);
    const request = once(ours, 'message');
    theirs.postMessage('wanted');
    await request;
    const closed = once(ours, 'close');
    theirs.close();
    await closed;
    end();
    await before;
    assert.equal(await inTurn(async () => 'written'), 'written');
  });
});
