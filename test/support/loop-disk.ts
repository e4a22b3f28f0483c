import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { TestContext } from 'node:test';

export interface LoopDisk {
  readonly directory: string;
  /** The file behind the disk: its content is what a power cut would leave. */
  readonly image: string;
  /** Makes the disk read-only, as the kernel does when a disk fails. */
  readonly turnReadOnly: () => void;
  readonly unmount: () => void;
}

/** Mounts an ext4 file. Only root may mount: without it the test is skipped, and in CI fails. */
export function mountLoopDisk(t: TestContext, bytes: number): LoopDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'jurybox-loop-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const image = join(folder, 'image');
  writeFileSync(image, '');
  truncateSync(image, bytes);
  const made = spawnSync('mkfs.ext4', ['-q', '-F', image], { encoding: 'utf8' });
  const disk = made.status === 0 ? mountImage(t, image) : undefined;
  if (disk !== undefined) return disk;
  const why = `no loop device can be mounted here. ${made.error?.message ?? made.stderr}`;
  assert.ok(process.env['CI'] === undefined, why);
  t.skip(why);
  return undefined;
}

/** Mounts an image; that replays the file system's journal, as a restarted machine does. */
export function mountImage(t: TestContext, image: string): LoopDisk | undefined {
  const directory = mkdtempSync(join(tmpdir(), 'jurybox-mounted-'));
  // A long commit interval, so that little but synced data reaches the disk.
  const options = 'loop,errors=remount-ro,commit=300';
  const { status } = spawnSync('mount', ['-t', 'ext4', '-o', options, image, directory]);
  let isMounted = status === 0;
  const unmount = () => {
    if (isMounted) spawnSync('umount', ['-l', directory]);
    isMounted = false;
  };
  t.after(() => {
    unmount();
    rmdirSync(directory);
  });
  if (!isMounted) return undefined;
  return { directory, image, turnReadOnly: () => failDisk(directory), unmount };
}

function failDisk(directory: string): void {
  const { stdout } = spawnSync('df', ['--output=source', directory], { encoding: 'utf8' });
  const device = basename(stdout.trim().split('\n').at(-1) ?? '');
  writeFileSync(`/sys/fs/ext4/${device}/trigger_fs_error`, 'test');
}
