import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Finding {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

/** Everything serious or critical that axe finds on the page as it is. */
export async function axeFindings(
  page: Page,
  rules: { readonly runOnly?: readonly string[] } = {},
): Promise<readonly string[]> {
  // Put there by the debugger, past the page's policy, which would not let it in.
  await page.evaluate(AXE);
  // Describing what is well, which nothing reads, would take as long as the search.
  const run = `axe.run(${JSON.stringify({ ...rules, resultTypes: ['violations'] })})`;
  const { violations } = await page.evaluate<{ violations: readonly Finding[] }>(run);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`));
}
