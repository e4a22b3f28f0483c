import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { ENDPOINTS, type OperationId } from '../src/contract/api.ts';
import type { Endpoint } from '../src/contract/endpoint.ts';
import type { AnyCall, Scene } from '../test/security/prepared-calls.ts';
import { cookieOf } from '../test/security/tenants.ts';
import { startTestServer, type TestServer } from '../test/support/running-server.ts';
import type { CallMessage } from './serving-thread-caller.ts';
import { IMPORTED_ROWS, largeCallsOf, makeLargeScene } from './serving-thread-calls.ts';

/**
 * How long one request of each operation keeps all others waiting, with the largest permitted
 * input: `node benchmarks/serving-thread.ts [operationId …]`. The figure is the processor time of
 * the longest turn of the serving thread's event loop, the shortest of several repetitions: other
 * work on the machine does not count.
 */
const REPETITIONS = Number(process.env['BENCH_ROUNDS'] ?? 3);
const LIMIT_MS = 5;

const engine = process.env['BENCH_ENGINE'] === 'postgres' ? 'postgres' : 'sqlite';
const caller = new Worker(new URL('./serving-thread-caller.ts', import.meta.url), {
  workerData: { rows: IMPORTED_ROWS },
});
const [targetPort] = await once(caller, 'message');
const server = await startTestServer({
  engine,
  environment: {
    LOG_LEVEL: 'error',
    ORGANIZATIONS_PER_USER: '100',
    OUTBOUND_ALLOW: `127.0.0.1:${targetPort}`,
  },
});
const scene = await makeLargeScene(server, `http://127.0.0.1:${targetPort}`);
const chosen = new Set(process.argv.slice(2));
const rows: { readonly name: string; readonly heldMs: number }[] = [];
for (const { operationId, access } of ENDPOINTS) {
  if (chosen.size > 0 && !chosen.has(operationId)) continue;
  for (const [size, prepare] of Object.entries(largeCallsOf(operationId))) {
    const heldMs = await measure(operationId, { prepare, access: access.kind });
    const name = size === '' ? operationId : `${operationId}, ${size}`;
    rows.push({ name, heldMs });
    console.error(`${name}: ${heldMs.toFixed(1)} ms`);
  }
}
for (const { name, heldMs } of rows.toSorted((left, right) => right.heldMs - left.heldMs)) {
  const mark = heldMs > LIMIT_MS ? `over ${LIMIT_MS} ms` : '';
  console.log(`${name.padEnd(60)} ${heldMs.toFixed(1).padStart(8)} ms  ${mark}`);
}
process.exit();

interface PreparedCall {
  readonly prepare: (scene: Scene) => Promise<AnyCall>;
  readonly access: Endpoint['access']['kind'];
}

async function measure(
  operationId: OperationId,
  { prepare, access }: PreparedCall,
): Promise<number> {
  let shortest = Number.POSITIVE_INFINITY;
  for (let repetition = 0; repetition < REPETITIONS; repetition += 1) {
    const place = operationId === 'setUp' ? await startWithoutOwner() : server;
    const callScene = access === 'session' ? await signIn(scene) : { ...scene, server: place };
    const call = await prepare(callScene);
    const callMessage = await toMessage(operationId, call, credentialOf(access, callScene));
    const watch = watchTurns();
    caller.postMessage({ ...callMessage, url: place.url } satisfies CallMessage);
    const [status] = await once(caller, 'message');
    const heldMs = watch.end();
    if (status >= 500) throw new Error(`${operationId} was answered ${status}.`);
    if (status >= 400 && repetition === 0) console.error(`${operationId} was answered ${status}`);
    shortest = Math.min(shortest, heldMs);
    await cancelRuns(scene);
    if (place !== server) await place.stop();
  }
  return shortest;
}

async function toMessage(
  operationId: OperationId,
  call: AnyCall,
  credential: CallMessage['credential'],
): Promise<Omit<CallMessage, 'url'>> {
  const { file, ...fields } = (call.body ?? {}) as { readonly file?: unknown };
  if (!(file instanceof File)) return { operationId, call, file: undefined, credential };
  const sent = { name: file.name, text: await file.text() };
  return { operationId, call: { ...call, body: fields }, file: sent, credential };
}

/** Measures the processor time of each turn of this thread's event loop. */
function watchTurns(): { readonly end: () => number } {
  let longest = 0;
  let isOver = false;
  let before = process.threadCpuUsage();
  const look = () => {
    const { user, system } = process.threadCpuUsage(before);
    longest = Math.max(longest, user + system);
    before = process.threadCpuUsage();
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  return {
    end: () => {
      isOver = true;
      return longest / 1000;
    },
  };
}

/** For `setUp`: a first owner can be created only once. */
function startWithoutOwner(): Promise<TestServer> {
  return startTestServer({ engine, owner: 'to be set up', environment: { LOG_LEVEL: 'error' } });
}

/** No run may go on beside the next measurement. */
async function cancelRuns({ tenant, self }: Scene): Promise<void> {
  for (const { evaluation_id } of tenant.runs.splice(0)) {
    await self.client.reply.cancelGeneration({ parameters: { evaluation_id } });
  }
}

/** The scene with a new session, which the request may end. */
async function signIn({ self, ...rest }: Scene): Promise<Scene> {
  const { email, password } = self;
  const { headers } = await server.client().reply.logIn({ body: { email, password } });
  const cookie = cookieOf(headers);
  return { ...rest, self: { ...self, cookie, browser: server.browser(cookie) } };
}

function credentialOf(kind: PreparedCall['access'], { self }: Scene): CallMessage['credential'] {
  if (kind === 'anyone') return {};
  if (kind === 'session') return { cookie: self.cookie, 'sec-fetch-site': 'same-origin' };
  return { authorization: self.key };
}
