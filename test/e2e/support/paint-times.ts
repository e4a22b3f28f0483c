import type { Page } from 'playwright-core';

/**
 * Notes for every key press that brings another task how long it took until that was on the screen.
 * Presses that change nothing are left out, so that they cannot make the rest look better.
 */
export async function watchTaskPaints(page: Page): Promise<() => Promise<readonly number[]>> {
  await page.evaluate(() => {
    const times: number[] = [];
    Object.assign(window, { paintTimes: times });
    const shown = () => document.querySelector('main:not([inert] *)')?.textContent;
    const afterPaint = (run: () => void) => {
      // What a frame's callback posts runs when that frame has been handed to the screen.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = run;
      requestAnimationFrame(() => port2.postMessage(null));
    };
    addEventListener(
      'keydown',
      ({ timeStamp }) => {
        const before = shown();
        afterPaint(() => {
          const now = performance.now();
          if (shown() !== before) times.push(now - timeStamp);
        });
      },
      { capture: true },
    );
  });
  return () => page.evaluate<number[]>('window.paintTimes');
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  const index = Math.min(Math.floor(sorted.length * share), sorted.length - 1);
  return Math.round(sorted[index] ?? Number.NaN);
}
