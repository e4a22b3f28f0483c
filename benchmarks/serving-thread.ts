import { monitorEventLoopDelay } from 'node:perf_hooks';
import { sendExact } from '../test/support/exact-request.ts';
import { startTestServer } from '../test/support/running-server.ts';

/**
 * How long one request keeps all others waiting, with the largest input that it may have:
 * `node benchmarks/serving-thread.ts`. The figure is the longest the serving thread was held up, and of
 * several repetitions the shortest, since whatever else runs on the machine only makes it longer.
 */
const REPETITIONS = 5;
const LIMIT_MS = 5;
const MIB = 1024 * 1024;

const server = await startTestServer({ engine: 'sqlite', environment: { LOG_LEVEL: 'error' } });
const { owner } = server;
const { app_id } = await owner.createApp({ body: { app_name: 'measured' } });
const base = await owner.createBase({ body: { app_id, base_name: 'base' } });
const { variant_id } = base.variant;

let made = 0;
const named = (word: string) => `${word} ${(made += 1)}`;
const numbers = (add: number) => ({
  list: Array.from({ length: 240_000 }, (_, index) => (index + add) % 10),
});
const text = { text: 'x'.repeat(MIB - 64) };
const keys = Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`key ${index}`, 1]));
for (const parameters of [numbers(0), numbers(1), keys]) {
  await owner.updateVariantParameters({ parameters: { variant_id }, body: { parameters } });
}
const rows = (count: number, width: number) =>
  Array.from({ length: count }, (_, index) => ({ question: `${index} ${'x'.repeat(width)}` }));
const many = await owner.createTestset({
  parameters: { app_id },
  body: { name: 'many', csvdata: rows(100_000, 20) },
});

interface Measured {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly body?: () => unknown;
}

const variant = `/api/variants/${variant_id}`;
const testset = `/api/testsets/${many.id}`;
const OPERATIONS: Readonly<Record<string, Measured>> = {
  'updateVariantParameters, 240,000 numbers': {
    method: 'PUT',
    path: `${variant}/parameters`,
    body: () => ({ parameters: numbers((made += 1)) }),
  },
  'updateVariantParameters, 60,000 keys': {
    method: 'PUT',
    path: `${variant}/parameters`,
    body: () => ({ parameters: { ...keys, made: (made += 1) } }),
  },
  'updateVariantParameters, a text of 1 MiB': {
    method: 'PUT',
    path: `${variant}/parameters`,
    body: () => ({ parameters: { ...text, made: (made += 1) } }),
  },
  'fetchVariantRevision, 240,000 numbers': { method: 'GET', path: `${variant}/revisions/2` },
  'fetchVariantRevision, 60,000 keys': { method: 'GET', path: `${variant}/revisions/4` },
  'diffVariantRevisions, 240,000 changes': { method: 'GET', path: `${variant}/diff?from=2&to=3` },
  'diffVariantRevisions, two kinds of 1 MiB': {
    method: 'GET',
    path: `${variant}/diff?from=3&to=4`,
  },
  'createTestset, 100,000 rows': {
    method: 'POST',
    path: `/api/testsets/${app_id}`,
    body: () => ({ name: named('rows'), csvdata: rows(100_000, 20) }),
  },
  'createTestset, rows of 200 KiB': {
    method: 'POST',
    path: `/api/testsets/${app_id}`,
    body: () => ({ name: named('rows'), csvdata: rows(40, 200 * 1024) }),
  },
  'fetchTestset, 100,000 rows': { method: 'GET', path: testset },
  'exportTestset, 100,000 rows': { method: 'GET', path: `${testset}/export` },
  'planSampleSize, 100,000 cases by 20': {
    method: 'POST',
    path: '/api/planning/sample-size',
    body: () => ({ difference: 0.005, cases: 100_000, judgements_per_case: 20, annotators: 20 }),
  },
  readOpenApi: { method: 'GET', path: '/api/openapi.json' },
  readDocs: { method: 'GET', path: '/api/docs' },
  checkHealth: { method: 'GET', path: '/api/health' },
};

for (const [name, operation] of Object.entries(OPERATIONS)) {
  const heldUpMs = await measure(operation);
  const mark = heldUpMs > LIMIT_MS ? `over ${LIMIT_MS} ms` : '';
  console.log(`${name.padEnd(46)} ${heldUpMs.toFixed(1).padStart(8)} ms  ${mark}`);
}
await server.stop();
process.exit();

async function measure({ method, path, body }: Measured): Promise<number> {
  let shortest = Number.POSITIVE_INFINITY;
  for (let repetition = 0; repetition < REPETITIONS; repetition += 1) {
    const sent = body === undefined ? {} : { body: JSON.stringify(body()) };
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const { status } = await sendExact(server, { method, path, ...sent });
    delay.disable();
    if (status >= 300) throw new Error(`${method} ${path} was answered ${status}.`);
    shortest = Math.min(shortest, delay.max / 1e6);
  }
  return shortest;
}
