import { setTimeout } from 'node:timers/promises';

/** As long as a browser waits in tests: machines that run them stand still for seconds at times. */
const LIMIT_MS = 60_000;

/** Leaves the processor to what is waited for, the more of it the longer that takes. */
const SHORTEST_PAUSE_MS = 15;
const LONGEST_PAUSE_MS = 150;
const PAUSES_IN_WAITED_TIME = 20;

/** Asks again until the answer is yes; the limit is only there to end a test that would hang. */
export async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const startedAt = performance.now();
  let asked = 0;
  let slowestMs = 0;
  for (let askedAt = startedAt; askedAt - startedAt < LIMIT_MS; askedAt = performance.now()) {
    if (await isSo()) return;
    asked += 1;
    const answeredAt = performance.now();
    slowestMs = Math.max(slowestMs, answeredAt - askedAt);
    await setTimeout(pauseAfter(answeredAt - startedAt));
  }
  throw new Error(
    `It never came to this: ${what} (asked ${asked} times, slowest ${Math.round(slowestMs)} ms)`,
  );
}

function pauseAfter(waitedMs: number): number {
  const pauseMs = waitedMs / PAUSES_IN_WAITED_TIME;
  return Math.min(LONGEST_PAUSE_MS, Math.max(SHORTEST_PAUSE_MS, pauseMs));
}
