import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { installPackage } from './install-package.ts';

const COMMAND = '/usr/bin/fiu-run';

/** The start of a command whose system calls `failCalls` can make fail. */
export function withFailingCalls(): readonly string[] {
  if (!existsSync(COMMAND)) installPackage('fiu-utils');
  if (existsSync(COMMAND)) return [COMMAND, '-x'];
  throw new Error(
    'The tests of failing calls need libfiu. Install it (on Debian: apt-get install fiu-utils).',
  );
}

/** Makes calls of this name fail at random in the process; returns the function that ends that. */
export function failCalls(pid: number, name: string, probability: number): () => void {
  control(pid, `enable_random name=${name},probability=${probability}`);
  return () => control(pid, `disable name=${name}`);
}

function control(pid: number, command: string): void {
  const { status, stderr } = spawnSync('fiu-ctrl', ['-c', command, String(pid)], {
    encoding: 'utf8',
    // fiu-ctrl waits for ever for a process that has just ended.
    timeout: 10_000,
  });
  if (status !== 0) throw new Error(`fiu-ctrl ended with ${status}: ${stderr}`);
}
