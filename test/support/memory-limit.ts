import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { until } from './until.ts';

export interface MemoryLimit {
  /** The start of a command, which runs the rest within the limit. */
  readonly within: readonly string[];
  /** How many processes the kernel has killed because of the limit. */
  readonly kills: () => number;
}

/** The files of a memory cgroup: cgroup v1 and v2 name them differently. */
const VERSIONS = [
  {
    mount: '/sys/fs/cgroup/memory',
    own: /^\d+:memory:(.*)$/m,
    limit: 'memory.limit_in_bytes',
    events: 'memory.oom_control',
  },
  { mount: '/sys/fs/cgroup', own: /^0::(.*)$/m, limit: 'memory.max', events: 'memory.events' },
] as const;

type Version = (typeof VERSIONS)[number];

/** Makes a memory cgroup. Only root may: without it the test is skipped, and in CI fails. */
export function limitMemory(t: TestContext, bytes: number): MemoryLimit | undefined {
  for (const version of VERSIONS) {
    const directory = makeGroup(version, bytes);
    if (directory === undefined) continue;
    t.after(() => removeGroup(directory));
    return {
      within: ['sh', '-c', 'echo $$ > "$0/cgroup.procs" && exec "$@"', directory],
      kills: () => {
        const events = readFileSync(join(directory, version.events), 'utf8');
        return Number(/^oom_kill (\d+)$/m.exec(events)?.[1]);
      },
    };
  }
  const why = 'no memory cgroup can be made here';
  assert.ok(process.env['CI'] === undefined, why);
  t.skip(why);
  return undefined;
}

let groups = 0;

/** Below the group of this process, or below the nearest ancestor that allows limits. */
function makeGroup({ mount, own, limit }: Version, bytes: number): string | undefined {
  groups += 1;
  const [, path] = own.exec(readFileSync('/proc/self/cgroup', 'utf8')) ?? [];
  for (let parent = path; parent !== undefined; ) {
    const directory = join(mount, parent, `jurybox-test-${process.pid}-${groups}`);
    if (canLimit(directory, limit, bytes)) return directory;
    parent = parent === '/' ? undefined : dirname(parent);
  }
  return undefined;
}

function canLimit(directory: string, limit: string, bytes: number): boolean {
  try {
    mkdirSync(directory);
  } catch {
    return false;
  }
  try {
    // Not created if it is missing: this file system has only what the kernel puts there.
    writeFileSync(join(directory, limit), String(bytes), { flag: 'r+' });
    return true;
  } catch {
    rmdirSync(directory);
    return false;
  }
}

async function removeGroup(directory: string): Promise<void> {
  const members = () => readFileSync(join(directory, 'cgroup.procs'), 'utf8').match(/\d+/g) ?? [];
  for (const pid of members()) process.kill(Number(pid), 'SIGKILL');
  await until('everything within the limit has ended', async () => members().length === 0);
  rmdirSync(directory);
}
