import { setTimeout } from 'node:timers/promises';

/** As long as browser tests wait: machines that run tests stall for seconds at times. */
const LIMIT_MS = 60_000;

/** Pauses leave the processor to the work in question, and grow with the time waited. */
const SHORTEST_PAUSE_MS = 15;
const LONGEST_PAUSE_MS = 150;
const PAUSES_IN_WAITED_TIME = 20;

/** Polls until the condition holds; the limit only ends a test that would otherwise hang. */
export async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const startedAt = performance.now();
  let attempts = 0;
  let slowestMs = 0;
  for (let askedAt = startedAt; askedAt - startedAt < LIMIT_MS; askedAt = performance.now()) {
    if (await holds()) return;
    attempts += 1;
    const answeredAt = performance.now();
    slowestMs = Math.max(slowestMs, answeredAt - askedAt);
    await setTimeout(pauseAfter(answeredAt - startedAt));
  }
  throw new Error(
    `Gave up waiting until ${what} (asked ${attempts} times, slowest ${Math.round(slowestMs)} ms)`,
  );
}

function pauseAfter(waitedMs: number): number {
  const pauseMs = waitedMs / PAUSES_IN_WAITED_TIME;
  return Math.min(LONGEST_PAUSE_MS, Math.max(SHORTEST_PAUSE_MS, pauseMs));
}
