import { setTimeout } from 'node:timers/promises';

/** As long as a browser waits in tests: machines that run them stand still for seconds at times. */
const LIMIT_MS = 60_000;

/** Leaves the processor to what is waited for. */
const PAUSE_MS = 15;

/** Asks again until the answer is yes; the limit is only there to end a test that would hang. */
export async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const startedAt = performance.now();
  let asked = 0;
  let slowestMs = 0;
  for (let askedAt = startedAt; askedAt - startedAt < LIMIT_MS; askedAt = performance.now()) {
    if (await isSo()) return;
    asked += 1;
    slowestMs = Math.max(slowestMs, performance.now() - askedAt);
    await setTimeout(PAUSE_MS);
  }
  throw new Error(
    `It never came to this: ${what} (asked ${asked} times, slowest ${Math.round(slowestMs)} ms)`,
  );
}
