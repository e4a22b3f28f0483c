import type { MessagePort } from 'node:worker_threads';

/** Runs when no other thread writes, and keeps all others from writing meanwhile. */
export type InTurn = <Result>(run: () => Promise<Result>) => Promise<Result>;

/** Runs one after the other, in the order of arrival. */
export function makeTurns(): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (run) => {
    const turn = last.then(run, run);
    last = turn.catch(() => undefined);
    return turn;
  };
}

/**
 * Gives turns to the thread at the other end of the port. When that thread ends, it loses its turn,
 * and those it waits for are skipped.
 */
export function lendTurns(port: MessagePort, inTurn: InTurn): void {
  let giveBack: () => void = () => undefined;
  let isGone = false;
  port.on('message', (message: 'wanted' | 'over') => {
    if (message === 'over') return giveBack();
    void inTurn(async () => {
      if (isGone) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      giveBack = resolve;
      port.postMessage('yours');
      await promise;
    });
  });
  port.on('close', () => {
    isGone = true;
    giveBack();
  });
  port.unref();
}

/** Takes turns from the thread at the other end of the port. */
export function borrowTurns(port: MessagePort): InTurn {
  const inTurn = makeTurns();
  let begin: () => void = () => undefined;
  port.on('message', () => begin());
  return (run) =>
    inTurn(async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      begin = resolve;
      port.postMessage('wanted');
      await promise;
      try {
        return await run();
      } finally {
        port.postMessage('over');
      }
    });
}
