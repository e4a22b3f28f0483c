import type { Page } from 'playwright-core';

/** Presses a key until the page takes it; returns the ms until the next task was on the screen. */
export type PressForNext = (key: string) => Promise<number>;

/**
 * Measures inside the page, which reports at the end: polling from here would run on the thread that
 * is measured. A key that the page does not take yet is not counted and pressed again.
 */
export async function watchTaskPaints(page: Page): Promise<PressForNext> {
  let report: (ms: number | null) => void = () => undefined;
  await page.exposeFunction('reportPress', (ms: number | null) => report(ms));
  await page.evaluate(() => {
    // Defined by exposeFunction above.
    const { reportPress } = window as unknown as { reportPress: (ms: number | null) => void };
    const shown = () => document.querySelector('main:not([inert] *) dd')?.textContent;
    const afterPaint = (run: () => void) => {
      // A message that a frame's callback posts arrives once that frame is on the screen.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = run;
      requestAnimationFrame(() => port2.postMessage(null));
    };
    const watch = (event: KeyboardEvent, before: string | undefined) =>
      afterPaint(() => {
        const now = performance.now();
        if (!event.defaultPrevented) return reportPress(null);
        const after = shown();
        if (after === undefined || after === before) return watch(event, before);
        reportPress(now - event.timeStamp);
      });
    addEventListener('keydown', (event) => watch(event, shown()), { capture: true });
  });
  return async (key) => {
    for (;;) {
      const reported = new Promise<number | null>((resolve) => {
        report = resolve;
      });
      await page.keyboard.press(key);
      const ms = await reported;
      if (ms !== null) return ms;
    }
  };
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  const index = Math.min(Math.floor(sorted.length * share), sorted.length - 1);
  return Math.round(sorted[index] ?? Number.NaN);
}
