import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import type { Client } from '../src/client/client.ts';
import { makeEvaluation } from './evaluation-fixtures.ts';
import { median } from './load-job.ts';
import { PARAMETERS } from './stage.ts';

const DELAY_MS = 40;

/** A relay in front of PostgreSQL that delays every message, so that round trips show. */
export interface DelayingRelay {
  readonly url: string;
  readonly close: () => void;
}

export async function startDelayingRelay(databaseUrl: string): Promise<DelayingRelay> {
  const target = new URL(databaseUrl);
  const server = createServer((fromService) => {
    const toDatabase = connect({ host: target.hostname, port: Number(target.port) });
    for (const [one, other] of [
      [fromService, toDatabase],
      [toDatabase, fromService],
    ] as const) {
      one.setNoDelay(true);
      // Timers of one duration fire in the order they were set, so bytes keep their order.
      one.on('data', (chunk) => setTimeout(() => other.write(chunk), DELAY_MS));
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port); // A TCP server, so not a pipe's name.
  return { url: url.href, close: () => server.close() };
}

const REPEATS = 10;

/** Database round trips of each operation, derived from its extra latency over one without any. */
export async function countRoundTrips(
  client: Client,
  ids: { variantId: string; baseId: string; appId: string },
): Promise<Record<string, number>> {
  const { variantId, baseId, appId } = ids;
  const query = { base_id: baseId, config_name: 'default' };
  const { headers } = await client.reply.fetchConfig({ query });
  const ifNoneMatch = headers.get('etag') ?? '';
  const calls: Record<string, (n: number) => Promise<unknown>> = {
    'GET /api/variants/{id}': () => client.fetchVariant({ parameters: { variant_id: variantId } }),
    'GET /api/configs': () => client.fetchConfig({ query }),
    'GET /api/configs, unchanged': () => client.reply.fetchConfig({ query, ifNoneMatch }),
    'GET /api/apps/{id}/variants': () => client.listAppVariants({ parameters: { app_id: appId } }),
    'POST /api/variants/from-base': (n) =>
      client.addVariantFromBase({
        body: {
          base_id: baseId,
          new_variant_name: `counted ${n}`,
          new_config_name: `counted ${n}`,
          parameters: PARAMETERS,
        },
      }),
    'PUT /api/variants/{id}/parameters': (n) =>
      client.updateVariantParameters({
        parameters: { variant_id: variantId },
        body: { parameters: { ...PARAMETERS, seed: n } },
      }),
  };
  const { evaluationId } = await makeEvaluation(client, { appId, rows: 3 });
  const parameters = { evaluation_id: evaluationId };
  calls['GET /api/human-evaluations/{id}'] = () => client.fetchHumanEvaluation({ parameters });
  calls['GET /api/human-evaluations'] = () =>
    client.listHumanEvaluations({ query: { app_id: appId } });
  calls['GET /api/human-evaluations/{id}/results'] = () => client.fetchResults({ parameters });
  const idleMs = await medianMs(() => client.checkLiveness());
  const roundTrips: Record<string, number> = {};
  for (const [name, call] of Object.entries(calls)) {
    roundTrips[name] = ((await medianMs(call)) - idleMs) / (2 * DELAY_MS);
  }
  return roundTrips;
}

/** Times requests one after the other, after one that prepares statements. */
async function medianMs(call: (n: number) => Promise<unknown>): Promise<number> {
  await call(0);
  const times: number[] = [];
  for (let n = 1; n <= REPEATS; n += 1) {
    const startedAt = performance.now();
    await call(n);
    times.push(performance.now() - startedAt);
  }
  return median(times);
}
