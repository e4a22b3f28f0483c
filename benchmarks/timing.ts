import type { Stage } from './stage.ts';

/** Whose small reads are timed. */
type Reading = Pick<Stage, 'client' | 'variantId'>;

/** Reads one after the other until something is done; returns how long each took. */
export async function readUntil(reading: Reading, done: Promise<unknown>): Promise<number[]> {
  let isDone = false;
  const noted = done.finally(() => {
    isDone = true;
  });
  const waits: number[] = [];
  while (!isDone) waits.push(await timeRead(reading));
  await noted;
  return waits;
}

export async function timeRead({ client, variantId }: Reading): Promise<number> {
  return timed(() => client.fetchVariant({ parameters: { variant_id: variantId } }));
}

/** Milliseconds that something takes. */
export async function timed(run: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await run();
  return performance.now() - startedAt;
}
