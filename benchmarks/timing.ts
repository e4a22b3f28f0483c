import type { Stage } from './stage.ts';

/** The client and the variant of small reads. */
type Reader = Pick<Stage, 'client' | 'variantId'>;

/** Reads repeatedly until something is done; returns how long each read took. */
export async function readUntil(reader: Reader, done: Promise<unknown>): Promise<number[]> {
  let isDone = false;
  const finished = done.finally(() => {
    isDone = true;
  });
  const waits: number[] = [];
  while (!isDone) waits.push(await timeRead(reader));
  await finished;
  return waits;
}

export async function timeRead({ client, variantId }: Reader): Promise<number> {
  return timed(() => client.fetchVariant({ parameters: { variant_id: variantId } }));
}

/** How many milliseconds something takes. */
export async function timed(run: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await run();
  return performance.now() - startedAt;
}
