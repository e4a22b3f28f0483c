import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Finding {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

/** Text, as it runs in the page: waits for animations that end, which change colours. */
const AT_REST = `Promise.allSettled(document.getAnimations()
  .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
  .map(({ finished }) => finished)).then(() => undefined)`;

/** Everything serious or critical that axe finds on the page once it is at rest. */
export async function axeFindings(
  page: Page,
  rules: { readonly runOnly?: readonly string[] } = {},
): Promise<readonly string[]> {
  // Injected by the debugger: the page's policy would block a script element.
  if (await page.evaluate("typeof axe === 'undefined'")) await page.evaluate(AXE);
  await page.evaluate(AT_REST);
  const options = {
    ...rules,
    // Its findings are moderate, and it takes a tenth of the time.
    rules: { region: { enabled: false } },
    // Findings quote the HTML instead.
    selectors: false,
    // Describing passed rules, which no test reads, would take as long as the search.
    resultTypes: ['violations'],
    // Loading every style sheet again serves only a rule that is off by default.
    preload: false,
  };
  const run = `axe.run(${JSON.stringify(options)})`;
  const { violations } = await page.evaluate<{ violations: readonly Finding[] }>(run);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`));
}
