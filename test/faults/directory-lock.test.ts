import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { makeApp } from '../support/builders.ts';
import { rounds } from '../support/effort.ts';
import { figure } from '../support/figure.ts';
import { startTestServer } from '../support/running-server.ts';
import {
  type LaunchedServer,
  launchServer,
  startServerProcess,
} from '../support/server-process.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const DOUBLE_STARTS = rounds({ short: 4, long: 10 });
const CONTAINER_STARTS = rounds({ short: 1, long: 3 });

describe('G3: the data directory has one owner', () => {
  test('of two servers that start at once, one serves and the other names it', async () => {
    let dataDirectory = '';
    for (let round = 0; round < DOUBLE_STARTS; round += 1) {
      // Every other start finds what a killed holder left behind.
      if (round % 2 === 0) dataDirectory = temporaryDirectory();
      const both = [launchServer({ dataDirectory }), launchServer({ dataDirectory })];
      const addresses = await Promise.all(both.map(({ ready }) => ready));
      const holder = both[addresses.findIndex((url) => url !== undefined)];
      const refused = both[addresses.indexOf(undefined)];
      assert.ok(holder && refused, `${addresses.filter(Boolean).length} of two serve`);
      assert.deepEqual(await refused.exited, { code: 2, signal: null });
      assertNames(refused.stderr(), { dataDirectory, pid: holder.pid });
      await holder.kill();
    }
    figure('G3', `${DOUBLE_STARTS} double starts, one owner each`);
  });

  test('a later server is refused and leaves the first one alone', async () => {
    const dataDirectory = temporaryDirectory();
    const first = await startServerProcess({ dataDirectory });
    const second = launchServer({ dataDirectory });
    assert.equal(await second.ready, undefined);
    assert.deepEqual(await second.exited, { code: 2, signal: null });
    assertNames(second.stderr(), { dataDirectory, pid: first.pid });
    await makeApp(first.owner);
    assert.match(holderOf(dataDirectory), new RegExp(`^process ${first.pid} on `));
    await first.kill();
  });

  test('a normal stop removes the lock file', async () => {
    const dataDirectory = temporaryDirectory();
    const server = await startServerProcess({ dataDirectory });
    assert.match(holderOf(dataDirectory), new RegExp(`^process ${server.pid} on `));
    assert.deepEqual(await server.terminate(), { code: 0, signal: null });
    assert.equal(existsSync(join(dataDirectory, 'lock')), false);
  });

  test('a start that fails after taking the lock removes the lock file', async () => {
    const dataDirectory = temporaryDirectory();
    writeFileSync(join(dataDirectory, 'jurybox.db'), 'this is no database'.repeat(500));
    await assert.rejects(startTestServer({ engine: 'sqlite', dataDirectory }), /is damaged/);
    assert.equal(existsSync(join(dataDirectory, 'lock')), false);
  });

  const leftovers = [
    { what: 'nothing, as after a power cut', text: '' },
    { what: 'something else', text: 'no name' },
    { what: 'the name of another host', text: 'process 1 on other.test\n' },
  ];
  for (const { what, text } of leftovers) {
    test(`a lock file that holds ${what} does not keep a server from starting`, async () => {
      const dataDirectory = temporaryDirectory();
      writeFileSync(join(dataDirectory, 'lock'), text);
      const server = await startTestServer({ engine: 'sqlite', dataDirectory });
      assert.match(holderOf(dataDirectory), new RegExp(`^process ${process.pid} on `));
      await server.stop();
    });
  }

  test('of two containers with the same host name and process number, one serves', async (t) => {
    for (let round = 0; round < CONTAINER_STARTS; round += 1) {
      const dataDirectory = temporaryDirectory();
      const both = [1, 2].map(() => launchContainer(t, dataDirectory, 'box'));
      const addresses = await Promise.all(both.map(({ ready }) => ready));
      const refused = both[addresses.indexOf(undefined)];
      assert.ok(refused && addresses.some(Boolean), `${addresses.filter(Boolean).length} serve`);
      assert.match(refused.stderr(), /is in use by process 1 on box\./);
      await Promise.all(both.map((server) => server.kill()));
    }
  });

  test('a container replaces another one as soon as that one is gone', async (t) => {
    const dataDirectory = temporaryDirectory();
    for (const name of ['first', 'second']) {
      const server = launchContainer(t, dataDirectory, name);
      assert.notEqual(await server.ready, undefined, server.stderr());
      await server.kill();
    }
  });
});

/** A process that sees its own host name, process numbers and network, as in a container. */
function launchContainer(t: TestContext, dataDirectory: string, name: string): LaunchedServer {
  const script = `echo ${name} > /proc/sys/kernel/hostname; exec "$@"`;
  const isolate = ['unshare', '-upnmf', '--mount-proc', '--kill-child'];
  const server = launchServer({
    dataDirectory,
    within: [...isolate, 'sh', '-c', script, 'sh'],
    // Its loopback is down, so that nothing could listen there.
    environment: { HOST: '0.0.0.0', PUBLIC_URL: 'https://box.test' },
  });
  t.after(() => server.kill());
  return server;
}

function assertNames(stderr: string, named: { dataDirectory: string; pid: number }): void {
  const lines = stderr.trim().split('\n');
  assert.equal(lines.length, 1, stderr);
  assert.ok(stderr.includes(named.dataDirectory), stderr);
  assert.match(stderr, new RegExp(`\\bprocess ${named.pid}\\b`));
}

function holderOf(dataDirectory: string): string {
  return readFileSync(join(dataDirectory, 'lock'), 'utf8');
}
