import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

export interface SmallDisk {
  readonly directory: string;
  /** Fills the disk up to this many bytes. */
  readonly fill: (leaveBytes: number) => void;
  readonly free: () => void;
}

/** Mounts a disk in memory. Only root may: without it the test is skipped, and in CI fails. */
export function mountSmallDisk(t: TestContext, bytes: number): SmallDisk | undefined {
  const directory = mkdtempSync(join(tmpdir(), 'jurybox-disk-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', directory]);
  if (mounted.status !== 0) {
    rmdirSync(directory);
    const why = `a small disk could not be mounted: ${mounted.error?.message ?? mounted.stderr.toString()}`;
    assert.ok(process.env['CI'] === undefined, why);
    t.skip(why);
    return undefined;
  }
  t.after(() => {
    spawnSync('umount', ['-l', directory]);
    rmdirSync(directory);
  });
  const filler = join(directory, 'filler');
  return {
    directory,
    fill: (leaveBytes) => {
      const { bavail, bsize } = statfsSync(directory);
      try {
        writeFileSync(filler, Buffer.alloc(Math.max(bavail * bsize - leaveBytes, 0)));
      } catch (error) {
        // Data written meanwhile fills it as well.
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
      }
    },
    free: () => rmSync(filler, { force: true }),
  };
}
