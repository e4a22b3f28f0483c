import { setImmediate } from 'node:timers/promises';

/** Asks again until the answer is yes; the limit is only there to end a test that would hang. */
export async function until(
  what: string,
  isSo: () => Promise<boolean>,
  limitMs = 20_000,
): Promise<void> {
  const startedAt = performance.now();
  while (!(await isSo())) {
    if (performance.now() - startedAt > limitMs) throw new Error(`It never came to this: ${what}`);
    await setImmediate();
  }
}
