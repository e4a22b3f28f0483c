import type { MessagePort } from 'node:worker_threads';

/** Runs when no other thread writes, and keeps all others from writing meanwhile. */
export type InTurn = <Result>(run: () => Promise<Result>) => Promise<Result>;

/** One after the other, in the order in which they came. */
export function makeTurns(): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (run) => {
    const turn = last.then(run, run);
    last = turn.catch(() => undefined);
    return turn;
  };
}

/**
 * Gives turns to the thread at the other end of the port. One that ends gives its turn back, and its
 * turns to come are passed over.
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

/** The turns of a thread to which they are lent. */
export function borrowTurns(port: MessagePort): InTurn {
  const among = makeTurns();
  let begin: () => void = () => undefined;
  port.on('message', () => begin());
  return (run) =>
    among(async () => {
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
