import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { until } from '../support/until.ts';

const ROOT = join(import.meta.dirname, '../..');

test('npm start runs the service without __proto__, and passes SIGTERM on to it', async (t) => {
  const npm = startNpm(t, temporaryDirectory());
  const url = await readyAddress(npm);
  const service = findService(npm.pid ?? assert.fail());
  for (const flag of ['--disable-proto=delete', '--max-semi-space-size=8']) {
    assert.ok(service.flags.includes(flag), service.flags.join(' '));
  }
  assert.equal((await fetch(`${url}/livez`)).status, 200);
  npm.kill('SIGTERM');
  await once(npm, 'exit');
  await until('the service has ended', async () => !isRunning(service.pid));
});

function startNpm(t: TestContext, dataDirectory: string): ChildProcess {
  const { PATH = '', HOME = '' } = process.env;
  const npm = spawn('npm', ['start'], {
    cwd: ROOT,
    env: { PATH, HOME, PORT: '0', DATA_DIR: dataDirectory, DISK_FREE_MIN: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
    // Its own process group, so that nothing it started outlives a failing test.
    detached: true,
  });
  t.after(() => {
    if (npm.pid !== undefined) killGroup(npm.pid);
  });
  return npm;
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The group has ended already, as it should.
  }
}

async function readyAddress(npm: ChildProcess): Promise<string> {
  assert.ok(npm.stdout !== null);
  for await (const line of createInterface({ input: npm.stdout })) {
    const [, url] = /^ready (http:\/\/\S+)$/.exec(line) ?? [];
    if (url !== undefined) return url;
  }
  return assert.fail('npm start ended before the service was ready.');
}

interface Service {
  readonly pid: number;
  readonly flags: readonly string[];
}

/** The process in the group of npm that runs the service. */
function findService(npmPid: number): Service {
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const services = processes.flatMap((name): Service[] => {
    const flags = readOf(name, 'cmdline').split('\0');
    const runsProgram = flags.some((flag) => flag.endsWith('src/cli/jurybox.js'));
    const isNode = /\bnode$/.test(flags[0] ?? '');
    return runsProgram && isNode && groupOf(name) === npmPid ? [{ pid: Number(name), flags }] : [];
  });
  return services[0] ?? assert.fail('No process runs the service.');
}

function groupOf(pid: string): number {
  const stat = readOf(pid, 'stat');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2]);
}

/** A process may end while it is read. */
function readOf(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

/** A zombie counts as ended. */
function isRunning(pid: number): boolean {
  const stat = readOf(String(pid), 'stat');
  return stat !== '' && !/\) Z /.test(stat);
}
