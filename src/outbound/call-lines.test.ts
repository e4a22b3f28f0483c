import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CallLines, type Line } from './call-lines.ts';
import { brokenOff, type SourceAnswer } from './call-source.ts';

const CALL = { kind: 'base', uri: 'https://app.example', body: '{}' } as const;
const RATE_LIMITED: SourceAnswer = {
  outcome: 'failed',
  code: 'rate_limited',
  message: '',
  raw: null,
  retry: 'later',
  retryAfterMs: 1_000,
  latencyMs: 1,
};

/** Lines whose calls end when they are told to. */
function openLines(mostAtOnce = 100) {
  const begun = new Map<number, (answer: SourceAnswer | undefined) => void>();
  const cameBack: number[] = [];
  const lines = new CallLines({
    make: ({ id }) => {
      const { promise, resolve } = Promise.withResolvers<SourceAnswer | undefined>();
      begun.set(id, resolve);
      return promise;
    },
    giveBack: (id) => cameBack.push(id),
    mostAtOnce,
  });
  const add = (line: Line, ids: readonly number[]) => {
    for (const id of ids) lines.add({ id, call: CALL, line });
    lines.begin();
  };
  const end = async (id: number, answer: SourceAnswer | undefined = brokenOff(0)) => {
    begun.get(id)?.(answer);
    begun.delete(id);
    await Promise.resolve();
    await Promise.resolve();
  };
  return { lines, add, end, begun: () => [...begun.keys()], cameBack };
}

describe('call lines', () => {
  test('begin as many calls as a line takes at once, and the next when one ends', async () => {
    const { lines, add, end, begun } = openLines();
    add({ name: 'slow', atOnce: 2 }, [1, 2, 3, 4]);
    add({ name: 'other', atOnce: 1 }, [5, 6]);
    assert.deepEqual(begun(), [1, 2, 5]);
    await end(2);
    assert.deepEqual(begun(), [1, 5, 3]);
    await end(5, undefined);
    assert.deepEqual(begun(), [1, 3, 6]);
    assert.equal(lines.isEmpty, false);
    await end(1);
    assert.equal(lines.isEmpty, true);
  });

  test('begin no more than may be under way over all of them', async () => {
    const { add, end, begun } = openLines(3);
    add({ name: 'one', atOnce: 2 }, [1, 2]);
    add({ name: 'two', atOnce: 2 }, [3, 4]);
    assert.deepEqual(begun(), [1, 2, 3]);
    await end(1);
    assert.deepEqual(begun(), [2, 3, 4]);
  });

  test('keep the limit that was told last', async () => {
    const { add, end, begun } = openLines();
    add({ name: 'line', atOnce: 2 }, [1, 2]);
    add({ name: 'line', atOnce: 1 }, [3]);
    await end(1);
    assert.deepEqual(begun(), [2]);
    await end(2);
    assert.deepEqual(begun(), [3]);
  });

  test('give back what has not begun, when asked', async () => {
    const { lines, add, end, begun, cameBack } = openLines();
    add({ name: 'line', atOnce: 1 }, [1, 2, 3]);
    for (const id of [1, 2]) lines.takeBack(id);
    assert.deepEqual(cameBack, [2]);
    await end(1);
    assert.deepEqual(begun(), [3]);
  });

  test('give back everything of a line whose other side asks for a rest', async () => {
    const { add, end, begun, cameBack } = openLines();
    add({ name: 'tired', atOnce: 1 }, [1, 2, 3]);
    add({ name: 'other', atOnce: 1 }, [4, 5]);
    await end(1, RATE_LIMITED);
    assert.deepEqual(cameBack, [2, 3]);
    await end(4);
    assert.deepEqual(begun(), [5]);
  });
});
