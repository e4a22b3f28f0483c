import assert from 'node:assert/strict';
import { existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { makeApp } from '../support/builders.ts';
import { launchServer, startServerProcess } from '../support/server-process.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const DOUBLE_STARTS = 10;

describe('G3: the data directory has one owner', () => {
  test('of two servers that start at once one serves and the other names it', async (t) => {
    let dataDirectory = '';
    for (let round = 0; round < DOUBLE_STARTS; round += 1) {
      // Every other start finds what a killed holder left behind.
      if (round % 2 === 0) dataDirectory = temporaryDirectory(t);
      const both = [launchServer({ dataDirectory }), launchServer({ dataDirectory })];
      const addresses = await Promise.all(both.map(({ ready }) => ready));
      const holder = both[addresses.findIndex((url) => url !== undefined)];
      const refused = both[addresses.indexOf(undefined)];
      assert.ok(holder && refused, `${addresses.filter(Boolean).length} of two serve`);
      assert.deepEqual(await refused.exited, { code: 2, signal: null });
      assertNames(refused.stderr(), { dataDirectory, pid: holder.pid });
      await holder.kill();
    }
  });

  test('a server that comes later is refused and leaves the first one alone', async (t) => {
    const dataDirectory = temporaryDirectory(t);
    const first = await startServerProcess({ dataDirectory });
    const second = launchServer({ dataDirectory });
    assert.equal(await second.ready, undefined);
    assert.deepEqual(await second.exited, { code: 2, signal: null });
    assertNames(second.stderr(), { dataDirectory, pid: first.pid });
    await makeApp(first.owner);
    assert.equal(holderOf(dataDirectory).pid, first.pid);
    await first.kill();
  });

  test('a normal stop removes the lock file', async (t) => {
    const dataDirectory = temporaryDirectory(t);
    const server = await startServerProcess({ dataDirectory });
    assert.equal(holderOf(dataDirectory).pid, server.pid);
    assert.deepEqual(await server.terminate(), { code: 0, signal: null });
    assert.equal(existsSync(join(dataDirectory, 'lock')), false);
  });

  test('a start that fails after taking the lock removes the lock file', async (t) => {
    const dataDirectory = temporaryDirectory(t);
    writeFileSync(join(dataDirectory, 'jurybox.db'), 'this is no database'.repeat(500));
    const server = launchServer({ dataDirectory });
    assert.equal(await server.ready, undefined);
    assert.equal(existsSync(join(dataDirectory, 'lock')), false);
  });

  const own = {
    pid: process.pid,
    startTime: startTimeOf(process.pid),
    host: hostname(),
    nonce: 'x',
  };
  const leftBehind = [
    { whose: 'of a process that ended', holder: { ...own, pid: 2 ** 22 + 1 }, ageMs: 0 },
    {
      whose: 'of a process whose number is in use again',
      holder: { ...own, startTime: '1' },
      ageMs: 0,
    },
    {
      whose: 'of another host that fell silent',
      holder: { ...own, host: 'other.test' },
      ageMs: 60_000,
    },
  ];
  for (const { whose, holder, ageMs } of leftBehind) {
    test(`a lock file ${whose} does not keep a server from starting`, async (t) => {
      const dataDirectory = temporaryDirectory(t);
      writeLock(dataDirectory, holder, ageMs);
      const server = await startServerProcess({ dataDirectory });
      assert.equal(holderOf(dataDirectory).pid, server.pid);
      await server.kill();
    });
  }

  // Another network namespace does not see the socket, so the file alone must do.
  const alive = [
    { whose: 'of a running process of this host', holder: own },
    { whose: 'of another host that was heard of just now', holder: { ...own, host: 'other.test' } },
  ];
  for (const { whose, holder } of alive) {
    test(`a lock file ${whose} is respected without the socket`, async (t) => {
      const dataDirectory = temporaryDirectory(t);
      writeLock(dataDirectory, holder, 0);
      const server = launchServer({ dataDirectory });
      assert.equal(await server.ready, undefined);
      assert.deepEqual(await server.exited, { code: 2, signal: null });
      assertNames(server.stderr(), { dataDirectory, pid: holder.pid });
      assert.deepEqual(holderOf(dataDirectory), holder);
    });
  }
});

interface Holder {
  readonly pid: number;
  readonly startTime: string;
  readonly host: string;
  readonly nonce: string;
}

function assertNames(said: string, named: { dataDirectory: string; pid: number }): void {
  const lines = said.trim().split('\n');
  assert.equal(lines.length, 1, said);
  assert.ok(said.includes(named.dataDirectory), said);
  assert.match(said, new RegExp(`\\bprocess ${named.pid}\\b`));
}

function writeLock(dataDirectory: string, holder: Holder, ageMs: number): void {
  const path = join(dataDirectory, 'lock');
  writeFileSync(path, JSON.stringify(holder));
  const writtenAt = new Date(Date.now() - ageMs);
  utimesSync(path, writtenAt, writtenAt);
}

function holderOf(dataDirectory: string): Holder {
  return JSON.parse(readFileSync(join(dataDirectory, 'lock'), 'utf8'));
}

/** Field 22 of /proc/<pid>/stat. */
function startTimeOf(pid: number): string {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}
