import { rmSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { openSqlite } from '../src/storage/engines/sqlite.ts';
import { launchChromium } from '../test/e2e/support/chromium.ts';
import { fillWithJudgements, makeEvaluation } from './evaluation-fixtures.ts';
import { median } from './load-job.ts';
import { clientOf, makeDirectory, OWNER, startService } from './stage.ts';

/**
 * How soon the results page of 100,000 judgements is usable, in a real browser: `node
 * benchmarks/results-page.ts`, after `npm run build`. From the start of the navigation until the
 * counts are shown, and until the last section is shown, each time with the page idle.
 */
const STUDY = { rows: 5_000, variants: 5, judgementsPerTask: 2 } as const;
const ANNOTATORS = 20;
const VISITS = 5;
const LIMIT_MS = 1_500;
const LAST_SECTION = 'How this was computed';

const directory = makeDirectory();
const service = await startService({ DATA_DIR: directory });
const browser = await launchChromium();
try {
  const client = clientOf(service);
  const { app_id } = await client.createApp({ body: { app_name: 'judged' } });
  const { evaluationId } = await makeEvaluation(client, { appId: app_id, ...STUDY });
  const database = openSqlite({ path: join(directory, 'jurybox.db'), durability: 'relaxed' });
  await fillWithJudgements(database, evaluationId, {
    perTask: STUDY.judgementsPerTask,
    annotators: ANNOTATORS,
  });
  await database.close();
  const origin = `http://127.0.0.1:${service.port}`;
  const page = await browser.newPage({ baseURL: origin });
  await page.request.post('/api/auth/login', {
    headers: { origin },
    data: { email: OWNER.JURYBOX_OWNER_EMAIL, password: OWNER.JURYBOX_OWNER_PASSWORD },
  });
  // Fills the browser's cache with the assets, as for a returning user.
  await page.goto('/apps');
  await readyWith(page, 'judged');
  const path = `/evaluations/${evaluationId}/results`;
  await page.goto(path, { waitUntil: 'commit' });
  const counts = await readyWith(page, 'judgements so far');
  const first = await readyWith(page, LAST_SECTION);
  const later: number[] = [];
  while (later.length < VISITS) {
    await page.goto(path, { waitUntil: 'commit' });
    later.push(await readyWith(page, LAST_SECTION));
  }
  console.log(
    `results page of 100,000 judgements, interactive: ${counts.toFixed(0)} ms with counts and ${first.toFixed(0)} ms with everything when nothing is computed yet, ${median(later).toFixed(0)} ms (median of ${VISITS}) when nothing changed; target ${LIMIT_MS} ms; load ${loadavg()[0]?.toFixed(1)}`,
  );
} finally {
  await browser.close();
  await service.stop();
  rmSync(directory, { recursive: true, force: true });
}

/** Milliseconds since the navigation began. */
async function readyWith(page: Page, sign: string): Promise<number> {
  await page.getByText(sign).waitFor();
  // As text, because it runs in the page and not here.
  return page.evaluate<number>(
    'new Promise((resolve) => requestIdleCallback(() => resolve(performance.now())))',
  );
}
