import type { Locator } from 'playwright-core';

/** What distinguishes an element in forced colours. */
export function lookOf(element: Locator): Promise<string> {
  return element.evaluate((one) => {
    const { backgroundColor, borderColor, outlineStyle } = getComputedStyle(one);
    // Without the alpha: a transparent background shows the same colour behind it.
    const background = backgroundColor.replace(/^rgba(\(.*), [\d.]+\)$/, 'rgb$1)');
    return `${background}, ${borderColor}, ${outlineStyle}`;
  });
}
