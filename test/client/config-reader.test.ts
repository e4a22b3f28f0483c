import assert from 'node:assert/strict';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type Client, createConfigReader } from '../../src/client/client.ts';
import { createConfigFile } from '../../src/client-node/config-file.ts';
import { makeBase, makeVariant } from '../support/builders.ts';
import { OWNER_KEY } from '../support/reachable.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { makeDataDirectory } from '../support/spawned-server.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { until } from '../support/until.ts';

const data = makeDataDirectory();
let server: ServerProcess;
before(async () => {
  server = await startServerProcess({ dataDirectory: data.path });
});
after(async () => {
  await server.kill();
  data.remove();
});

/** A base whose production runs these parameters, and a function that deploys others. */
async function makeDeployed(client: Client, parameters: Record<string, number>) {
  const { base_id } = await makeBase(client);
  const { variant_id } = await makeVariant(client, { base_id, parameters });
  const deploy = () =>
    client.deployVariant({ body: { environment_name: 'production', variant_id } });
  await deploy();
  return {
    base_id,
    deployNext: async (next: Record<string, number>) => {
      await client.updateVariantParameters({
        parameters: { variant_id },
        body: { parameters: next },
      });
      await deploy();
    },
  };
}

const readerOf = (
  baseId: string,
  options: Partial<Parameters<typeof createConfigReader<{ temperature: number }>>[0]> = {},
) =>
  createConfigReader<{ temperature: number }>({
    baseUrl: server.url,
    apiKey: OWNER_KEY,
    baseId,
    config: { environment: 'production' },
    parse: ({ temperature }) => {
      if (typeof temperature !== 'number') throw new Error('There is no temperature.');
      return { temperature };
    },
    // Every read after the first refreshes in the background.
    refreshMs: -1,
    timeoutMs: 20_000,
    ...options,
  });

describe('createConfigReader', () => {
  test('returns the deployed config, and the next one once it is deployed', async () => {
    const { base_id, deployNext } = await makeDeployed(server.owner, { temperature: 0.1 });
    const reader = readerOf(base_id);
    const first = await reader.read();
    assert.deepEqual(
      [first.parameters, first.version, first.stale],
      [{ temperature: 0.1 }, 1, false],
    );
    await deployNext({ temperature: 0.2 });
    const next = await reader.refresh();
    assert.deepEqual([next.parameters, next.version, next.stale], [{ temperature: 0.2 }, 2, false]);
    assert.equal((await reader.read()).parameters.temperature, 0.2);
  });

  test('asks with its ETag, and once for all simultaneous reads', async () => {
    const { base_id } = await makeDeployed(server.owner, { temperature: 0.1 });
    const statuses: number[] = [];
    const counting: typeof fetch = async (...args) => {
      const response = await fetch(...args);
      statuses.push(response.status);
      return response;
    };
    const reader = readerOf(base_id, { fetch: counting });
    const readings = await Promise.all([reader.read(), reader.read(), reader.read()]);
    assert.deepEqual(statuses, [200]);
    const again = await Promise.all([reader.refresh(), reader.refresh()]);
    assert.deepEqual(statuses, [200, 304]);
    assert.equal(again[0].parameters, readings[0].parameters);
    assert.ok(again[0].confirmedAt >= readings[0].confirmedAt);
  });

  test('refreshes to the latest config even while an earlier request is under way', async () => {
    const { base_id, deployNext } = await makeDeployed(server.owner, { temperature: 0.1 });
    const answered = Promise.withResolvers<void>();
    const delivered = Promise.withResolvers<void>();
    let requests = 0;
    const slow: typeof fetch = async (...args) => {
      requests += 1;
      const response = await fetch(...args);
      if (requests !== 2) return response;
      answered.resolve();
      await delivered.promise;
      return response;
    };
    const reader = readerOf(base_id, { fetch: slow });
    await reader.read();
    await reader.read();
    await answered.promise;
    await deployNext({ temperature: 0.2 });
    const next = reader.refresh();
    delivered.resolve();
    assert.equal((await next).parameters.temperature, 0.2);
  });

  test('follows changes until it is stopped', async () => {
    const { base_id, deployNext } = await makeDeployed(server.owner, { temperature: 0.1 });
    const versions: number[] = [];
    let notify: () => void = () => undefined;
    const stop = readerOf(base_id, { refreshMs: 20 }).follow(({ version }) => {
      versions.push(version);
      notify();
    });
    const change = () =>
      new Promise<void>((resolve) => {
        notify = resolve;
      });
    await change();
    const next = change();
    await deployNext({ temperature: 0.2 });
    await next;
    stop();
    assert.deepEqual(versions, [1, 2]);
  });

  test('keeps the last good config if the next one cannot be parsed', async () => {
    const { base_id, deployNext } = await makeDeployed(server.owner, { temperature: 0.1 });
    const faults: unknown[] = [];
    const reader = readerOf(base_id, { onFault: (fault) => faults.push(fault) });
    await reader.read();
    await deployNext({ humidity: 1 });
    const unchanged = await reader.refresh();
    assert.deepEqual([unchanged.parameters.temperature, unchanged.stale], [0.1, true]);
    assert.match(String(faults[0]), /There is no temperature/);
    await deployNext({ temperature: 0.3 });
    const mended = await reader.refresh();
    assert.deepEqual([mended.parameters.temperature, mended.stale], [0.3, false]);
  });

  test('fails the first read if nothing is deployed', async () => {
    const { base_id } = await makeBase(server.owner);
    await assert.rejects(readerOf(base_id).read(), { name: 'ApiError', code: 'nothing_deployed' });
  });

  test('serves the last config as stale while the server is frozen, then recovers', async () => {
    const { base_id, deployNext } = await makeDeployed(server.owner, { temperature: 0.1 });
    const faults: unknown[] = [];
    const reader = readerOf(base_id, {
      timeoutMs: 500,
      onFault: (fault) => {
        faults.push(fault);
        throw new Error('A listener must not break reads.');
      },
    });
    await reader.read();
    server.signal('SIGSTOP');
    try {
      assert.equal((await reader.read()).parameters.temperature, 0.1);
      const frozen = await reader.refresh();
      assert.deepEqual([frozen.parameters.temperature, frozen.stale], [0.1, true]);
      assert.equal((await reader.read()).stale, true);
      assert.equal((faults[0] as Error).name, 'TimeoutError');
    } finally {
      server.signal('SIGCONT');
    }
    await deployNext({ temperature: 0.2 });
    await until('the config is confirmed again', async () => {
      const thawed = await reader.refresh();
      return thawed.parameters.temperature === 0.2 && !thawed.stale;
    });
  });

  test('starts from its file while the server is down', async (t) => {
    const own = makeDataDirectory();
    t.after(own.remove);
    const other = await startServerProcess({ dataDirectory: own.path });
    t.after(() => other.kill());
    const { base_id } = await makeDeployed(other.owner, { temperature: 0.7 });
    const path = join(temporaryDirectory(), 'kept', 'config.json');
    const store = createConfigFile(path);
    const reader = readerOf(base_id, { baseUrl: other.url, store });
    await reader.read();
    assert.equal(statSync(path).mode & 0o777, 0o600);
    await other.kill();
    const down = await reader.refresh();
    assert.deepEqual([down.parameters.temperature, down.stale], [0.7, true]);
    const restarted = await readerOf(base_id, { baseUrl: other.url, store }).read();
    assert.deepEqual([restarted.parameters.temperature, restarted.stale], [0.7, true]);
    assert.equal(restarted.confirmedAt.getTime(), JSON.parse(readFileSync(path, 'utf8')).at);
    // Another base must not get these parameters, and half a file is no config.
    const elsewhere = readerOf('another base', { baseUrl: other.url, store });
    await assert.rejects(elsewhere.read(), TypeError);
    writeFileSync(path, readFileSync(path, 'utf8').slice(0, 40));
    const faults: unknown[] = [];
    const damaged = readerOf(base_id, {
      baseUrl: other.url,
      store,
      onFault: (fault) => faults.push(fault),
    });
    await assert.rejects(damaged.read(), TypeError);
    assert.match(String(faults[0]), /JSON/);
  });
});
