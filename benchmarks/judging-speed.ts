import { rmSync } from 'node:fs';
import { loadavg } from 'node:os';
import { launchChromium } from '../test/e2e/support/chromium.ts';
import { openLongTasks } from '../test/e2e/support/long-tasks.ts';
import { percentile } from '../test/e2e/support/paint-times.ts';
import { clientOf, makeDirectory, OWNER, startService } from './stage.ts';

/**
 * How soon after a key the next task is painted, for an annotator who reads and for one who presses
 * keys as fast as the page accepts them: `node benchmarks/judging-speed.ts`, after `npm run build`.
 * For a processor slowed 4× it also prints a multiple, which depends less on the load of the
 * machine.
 */
const PRESSES = 48;
const TASKS = 2 * PRESSES + 4;

const directory = makeDirectory();
const service = await startService({ DATA_DIR: directory });
const origin = `http://127.0.0.1:${service.port}`;
const browser = await launchChromium();
try {
  const usual = await measure(1);
  const slowed = await measure(4);
  console.log(`slowed 4×, the median is ${(slowed / usual).toFixed(1)} times as long`);
} finally {
  await browser.close();
  await service.stop();
  rmSync(directory, { recursive: true, force: true });
}

/** Returns the median for an annotator who reads. */
async function measure(slowdown: number): Promise<number> {
  const page = await browser.newPage({ baseURL: origin });
  await page.request.post('/api/auth/login', {
    headers: { origin },
    data: { email: OWNER.JURYBOX_OWNER_EMAIL, password: OWNER.JURYBOX_OWNER_PASSWORD },
  });
  const { pressForNext, whileReading } = await openLongTasks(clientOf(service), page, {
    tasks: TASKS,
    slowdown,
  });
  const read: number[] = [];
  while (read.length < PRESSES) {
    await whileReading();
    read.push(await pressForNext('a'));
  }
  const hurried: number[] = [];
  while (hurried.length < PRESSES) hurried.push(await pressForNext('a'));
  await page.close();
  console.log(
    `key press to next task painted, 2 × 20 kB, processor slowed ${slowdown}×, ${PRESSES} presses: p95 ${percentile(read, 0.95)} ms (median ${percentile(read, 0.5)}); without reading, as fast as possible: p95 ${percentile(hurried, 0.95)} ms (median ${percentile(hurried, 0.5)}); load ${loadavg()[0]?.toFixed(1)}`,
  );
  return percentile(read, 0.5);
}
