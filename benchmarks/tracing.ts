import { createServer } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { openPostgres } from '../src/storage/engines/postgres.ts';
import type { PostgresServer } from '../test/support/postgres-server.ts';
import { judgeNext } from './guests.ts';
import { median, sendLoad } from './load-job.ts';
import { type OpenTasks, openTasks } from './next-assignment.ts';
import type { ServingProcess } from './serving-process.ts';
import { API_KEY, clientOf, PARAMETERS, startService } from './stage.ts';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 12);
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 6);
/** Rounds in which the code of both processes is still being compiled. */
const WARM_UPS = 3;
const TASKS = 20_000;
/** A busy team, with more requests than are traced. */
const JUDGED_A_SECOND = 60;

/** Half of the annotators work at each of the two processes. */
type Work = (service: ServingProcess, half: 0 | 1) => Promise<number>;

/** Compares the processor time of a request with and without traces, in many short rounds. */
export async function measureTracing(postgres: PostgresServer): Promise<void> {
  const collector = createServer((request, response) => {
    request.resume().on('end', () => response.end('{}'));
  });
  await new Promise<void>((resolve) => {
    collector.listen(0, '127.0.0.1', resolve);
  });
  const address = collector.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const silent = await startService({ DATABASE_URL: postgres.url });
  const traced = await startService({
    DATABASE_URL: postgres.url,
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
  });
  const client = clientOf(silent);
  const { app_id } = await client.createApp({ body: { app_name: 'traced' } });
  const { variant } = await client.createBase({
    body: { app_id, base_name: 'base', config_name: 'default', parameters: PARAMETERS },
  });
  const options = { durability: 'relaxed', preparedStatements: 'on', poolSize: 2 } as const;
  const openDatabase = () => openPostgres({ url: postgres.url, ...options });
  const tasks = await openTasks({ client, service: silent, openDatabase }, TASKS);
  const works: Readonly<Record<string, Work>> = {
    'reads, as many as possible': reading(variant.variant_id),
    [`tasks taken and judged, ${2 * JUDGED_A_SECOND} requests a second`]: judging(tasks),
  };
  for (const [name, work] of Object.entries(works)) {
    const ratios: number[] = [];
    const each: Record<'without' | 'with', number[]> = { without: [], with: [] };
    for (let round = 0; round < WARM_UPS + ROUNDS; round += 1) {
      // At the same time, so that other work on the machine affects both.
      const [without, withTraces] = await Promise.all([
        costOf(silent, (service) => work(service, 0)),
        costOf(traced, (service) => work(service, 1)),
      ]);
      if (round < WARM_UPS) continue;
      ratios.push(withTraces / without);
      each.without.push(without);
      each.with.push(withTraces);
    }
    const sorted = ratios.toSorted((a, b) => a - b);
    const at = (share: number) => (sorted[Math.floor(share * sorted.length)] ?? Number.NaN) - 1;
    const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
    console.log(
      `  ${name.padEnd(60)} ms of processor a request: without ${median(each.without).toFixed(3)}, with ${median(each.with).toFixed(3)} · more: median ${percent(median(ratios) - 1)}, quartiles ${percent(at(0.25))} and ${percent(at(0.75))} of ${ROUNDS} rounds · target <= 3 %`,
    );
  }
  await Promise.all([silent.stop(), traced.stop()]);
  collector.close();
}

/** Milliseconds of processor time per request. */
async function costOf(
  service: ServingProcess,
  work: (service: ServingProcess) => Promise<number>,
): Promise<number> {
  const before = service.cpuSeconds();
  const answered = await work(service);
  return (1000 * (service.cpuSeconds() - before)) / answered;
}

function reading(variantId: string): Work {
  const path = `/api/variants/${variantId}`;
  const request = { method: 'GET', path, headers: { authorization: API_KEY } } as const;
  return async ({ port }) => {
    const until = { seconds: SECONDS };
    return (await sendLoad({ port, connections: 16, until, request })).answered;
  };
}

/** With pauses, as people judge. */
function judging({ evaluationId, guests }: OpenTasks): Work {
  return async ({ port }, half) => {
    const ownGuests = guests.filter((_, index) => index % 2 === half);
    const pauseMs = (1000 * ownGuests.length) / JUDGED_A_SECOND;
    const end = performance.now() + SECONDS * 1000;
    const counts = ownGuests.map(async (guest) => {
      const client = guest.at(`http://127.0.0.1:${port}`);
      let requests = 0;
      await setTimeout(Math.random() * pauseMs);
      while (performance.now() < end) {
        await judgeNext(client, evaluationId);
        requests += 2;
        await setTimeout(pauseMs);
      }
      return requests;
    });
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  };
}
