const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 15_000;

export interface RetriedWork {
  readonly start: () => void;
  readonly stop: () => void;
  /** Repeats the step now: there may be something to do. */
  readonly wake: () => void;
}

/**
 * Repeats a step until it returns false, and waits longer after each failure. A wake during a step
 * repeats it at once when it ends: the step may already have found nothing to do, or no connection.
 */
export function createRetriedWork(
  step: () => Promise<boolean>,
  onRound: (trouble: unknown) => void,
): RetriedWork {
  let isStopped = true;
  let isAtWork = false;
  let isWoken = false;
  let retryMs = FIRST_RETRY_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const run = async () => {
    isWoken = true;
    if (isAtWork || isStopped) return;
    isAtWork = true;
    clearTimeout(timer);
    try {
      while (isWoken) {
        isWoken = false;
        while (!isStopped && (await step())) retryMs = FIRST_RETRY_MS;
      }
      onRound(null);
    } catch (trouble) {
      onRound(trouble);
      timer = setTimeout(wake, isWoken ? 0 : retryMs);
      retryMs = Math.min(retryMs * 2, LAST_RETRY_MS);
    } finally {
      isAtWork = false;
    }
  };
  const wake = () => void run();
  return {
    wake,
    start: () => {
      isStopped = false;
      wake();
    },
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
