import type { Locator } from 'playwright-core';

/** What sets an element apart where the user chose the colours. */
export function lookOf(element: Locator): Promise<string> {
  return element.evaluate((one) => {
    const { backgroundColor, borderColor, outlineStyle } = getComputedStyle(one);
    // The background of the page shows through: the same colour, more or less transparent.
    const seen = backgroundColor.replace(/^rgba(\(.*), [\d.]+\)$/, 'rgb$1)');
    return `${seen}, ${borderColor}, ${outlineStyle}`;
  });
}
