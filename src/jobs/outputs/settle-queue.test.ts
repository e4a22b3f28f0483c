import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { SettledCell } from '../../operations/outputs/parts/settle-run.ts';
import type { ActiveSource } from '../../storage/outputs/generation-cells.ts';
import { SettleQueue } from './settle-queue.ts';

/** More microtasks than pass between the end of the work and the check for further cells. */
const MICROTASKS = 12;

describe('SettleQueue', () => {
  for (let later = 0; later <= MICROTASKS; later += 1) {
    test(`stores a cell added ${later} microtasks after the last one was stored`, async () => {
      const stored: string[] = [];
      const queue = new SettleQueue({
        settle: async ({ cells }) => {
          stored.push(...cells.map(({ scenarioId }) => scenarioId));
          if (stored.length === 1) afterMicrotasks(later, () => queue.add(source('e'), cell('b')));
        },
        onStored: () => undefined,
        onError: assert.ifError,
      });
      queue.add(source('e'), cell('a'));
      await queue.drained();
      await setImmediate();
      await queue.drained();
      assert.deepEqual([stored, queue.size], [['a', 'b'], 0]);
    });
  }

  test('stores other evaluations while one cannot be stored', async () => {
    const tried: string[] = [];
    const queue = new SettleQueue({
      settle: async ({ evaluationId }) => {
        tried.push(evaluationId);
        if (tried.length === 2) queue.giveUp();
        if (evaluationId === 'broken') throw new Error('refused');
      },
      onStored: () => undefined,
      onError: () => undefined,
    });
    queue.add(source('broken'), cell('a'));
    queue.add(source('whole'), cell('b'));
    await queue.drained();
    assert.deepEqual(tried, ['broken', 'whole']);
    assert.deepEqual(
      queue.cells.map(({ scenarioId }) => scenarioId),
      ['a'],
    );
  });
});

function afterMicrotasks(count: number, then: () => void): void {
  if (count === 0) then();
  else queueMicrotask(() => afterMicrotasks(count - 1, then));
}

function source(evaluationId: string): ActiveSource {
  return {
    workspaceId: 'w',
    evaluationId,
    variant: 0,
    resumedAt: 0,
    reuse: false,
    kind: 'base',
    baseId: 'b',
    providerId: null,
    revisionId: 'r',
  };
}

function cell(scenarioId: string): SettledCell {
  return {
    scenarioId,
    variant: 0,
    claimedAt: 0,
    status: 'failed',
    delayMs: 0,
    errorCode: null,
    errorMessage: null,
    errorRaw: null,
    latencyMs: null,
    promptTokens: null,
    completionTokens: null,
    costNano: null,
    finishReason: null,
    reusedFrom: null,
    output: null,
  };
}
