import { type LoadRequest, measure, median, medianSpeed, type Speed } from './load-job.ts';
import type { ServingProcess } from './serving-process.ts';
import { API_KEY, PARAMETERS, type Stage } from './stage.ts';

const CONNECTIONS = 32;
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5);
const ROUND_SECONDS = Number(process.env['BENCH_SECONDS'] ?? 1.5);
const WARM_UP_SECONDS = 2;

const headers = { authorization: API_KEY };

/** The requests that have targets. */
export function requestsOf({
  variantId,
  baseId,
  evaluationId,
}: Stage): Record<string, LoadRequest> {
  return {
    'GET /api/variants/{id}': { method: 'GET', path: `/api/variants/${variantId}`, headers },
    'GET /api/configs': { method: 'GET', path: configPath(baseId), headers },
    'POST /api/variants/from-base': fromBase(baseId),
    'GET /api/human-evaluations/{id}': {
      method: 'GET',
      path: `/api/human-evaluations/${evaluationId}`,
      headers,
    },
  };
}

/** Runs two loads in turn, several times, so that other work on the machine affects both. */
export async function compare(
  first: { server: ServingProcess; request: LoadRequest; status?: number },
  second: { server: ServingProcess; request: LoadRequest; status?: number },
): Promise<{ first: Speed; second: Speed; perSecond: number; perCpuSecond: number }> {
  const speeds: [Speed[], Speed[]] = [[], []];
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [index, { server, request, status = 200 }] of [first, second].entries()) {
      const speed = await measure(server, {
        connections: CONNECTIONS,
        until: { seconds: round === 0 ? WARM_UP_SECONDS : ROUND_SECONDS },
        request,
        expectedStatus: status,
      });
      if (round > 0) speeds[index]?.push(speed);
    }
  }
  const speed = { first: medianSpeed(speeds[0]), second: medianSpeed(speeds[1]) };
  return {
    ...speed,
    perSecond: speed.second.perSecond / speed.first.perSecond,
    perCpuSecond: speed.second.perCpuSecond / speed.first.perCpuSecond,
  };
}

/** Compares an unchanged config (304) with the full answer. */
export async function compareUnchanged({ service, client, baseId, variantId }: Stage) {
  await client.updateVariantParameters({
    parameters: { variant_id: variantId },
    body: { parameters: LONG_PARAMETERS },
  });
  const { headers: answered } = await client.reply.fetchConfig({
    query: { base_id: baseId, config_name: 'default' },
  });
  const full: LoadRequest = { method: 'GET', path: configPath(baseId), headers };
  const conditional = { ...headers, 'if-none-match': answered.get('etag') ?? '' };
  return compare(
    { server: service, request: full },
    { server: service, request: { ...full, headers: conditional }, status: 304 },
  );
}

/** A prompt with its examples, 8 KiB. */
const LONG_PARAMETERS = {
  model: 'large-1',
  prompt_system: 'You answer questions about our products. '.repeat(200),
} as const;

const LISTED = 1_000;

/** Milliseconds to list a thousand variants of one app, and the size of the answer. */
export async function listThousand({ service, client }: Stage) {
  const { app_id, base_id } = await makeBase(client, 'listed');
  await fill(service, base_id, LISTED - 1);
  const times: number[] = [];
  let bytes = 0;
  for (let round = 0; round < 20; round += 1) {
    const startedAt = performance.now();
    const answer = await fetch(`http://127.0.0.1:${service.port}/api/apps/${app_id}/variants`, {
      headers,
    });
    bytes = (await answer.arrayBuffer()).byteLength;
    times.push(performance.now() - startedAt);
  }
  return { ms: median(times), bytes, app_id };
}

const CROWD = 5_000;
const BURST = 400;

/** The time of from-base in a base with 5,000 variants, as a multiple of that in a new base. */
export async function growth({ service, client }: Stage): Promise<number> {
  const { base_id: crowded } = await makeBase(client, 'crowded');
  await fill(service, crowded, CROWD);
  const seconds: { empty: number[]; crowded: number[] } = { empty: [], crowded: [] };
  for (let round = 0; round < ROUNDS * 2; round += 1) {
    const { base_id: empty } = await makeBase(client, `empty ${round}`);
    seconds.empty.push(1 / (await fill(service, empty, BURST)).perCpuSecond);
    seconds.crowded.push(1 / (await fill(service, crowded, BURST)).perCpuSecond);
  }
  return median(seconds.crowded) / median(seconds.empty);
}

function fill(service: ServingProcess, baseId: string, requests: number): Promise<Speed> {
  return measure(service, {
    connections: 8,
    until: { requests },
    request: fromBase(baseId),
  });
}

function fromBase(baseId: string): LoadRequest {
  const body = JSON.stringify({
    base_id: baseId,
    new_variant_name: 'variant {{n}}',
    new_config_name: 'config {{n}}',
    parameters: PARAMETERS,
  });
  return { method: 'POST', path: '/api/variants/from-base', headers, body };
}

function configPath(baseId: string): string {
  return `/api/configs?base_id=${baseId}&config_name=default`;
}

async function makeBase(client: Stage['client'], name: string) {
  const { app_id } = await client.createApp({ body: { app_name: name } });
  const { base_id } = await client.createBase({ body: { app_id, base_name: name } });
  return { app_id, base_id };
}
