import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Finding {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

/** What fades in has not its colours yet; what turns for ever is not waited for. As text: it runs in the page. */
const AT_REST = `Promise.allSettled(document.getAnimations()
  .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
  .map(({ finished }) => finished)).then(() => undefined)`;

/** Everything serious or critical that axe finds on the page once it is at rest. */
export async function axeFindings(
  page: Page,
  rules: { readonly runOnly?: readonly string[] } = {},
): Promise<readonly string[]> {
  // Put there by the debugger, past the page's policy, which would not let it in.
  if (await page.evaluate("typeof axe === 'undefined'")) await page.evaluate(AXE);
  await page.evaluate(AT_REST);
  const options = {
    ...rules,
    // What it finds is moderate, and looking for it takes a tenth of the time.
    rules: { region: { enabled: false } },
    // Of what is found, the HTML is told.
    selectors: false,
    // Describing what is well, which nothing reads, would take as long as the search.
    resultTypes: ['violations'],
    // Loading every style sheet again serves only a rule that is off unless asked for.
    preload: false,
  };
  const run = `axe.run(${JSON.stringify(options)})`;
  const { violations } = await page.evaluate<{ violations: readonly Finding[] }>(run);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`));
}
