import { type StatsFs, statfsSync } from 'node:fs';

const CHECK_EVERY_MS = 2_000;
const MIB = 1024 * 1024;

export interface DiskSpace {
  readonly hasSpace: () => boolean;
  readonly stop: () => void;
}

/**
 * Watches the free space below a directory: writing stops while there is still room for the
 * database to tidy up after itself. The mark is 5 % of the disk, but between 256 MiB and 2 GiB.
 */
export function watchDiskSpace(directory: string, minimumBytes: number | undefined): DiskSpace {
  let hasSpace = measure(directory, minimumBytes);
  const timer = setInterval(() => {
    hasSpace = measure(directory, minimumBytes);
  }, CHECK_EVERY_MS).unref();
  return { hasSpace: () => hasSpace, stop: () => clearInterval(timer) };
}

function measure(directory: string, minimumBytes: number | undefined): boolean {
  const disk = findDisk(directory);
  if (disk === undefined) return false;
  const { bavail, blocks, bsize } = disk;
  const fivePercent = blocks * bsize * 0.05;
  const mark = minimumBytes ?? Math.min(Math.max(256 * MIB, fivePercent), 2048 * MIB);
  return bavail * bsize >= mark;
}

/** A disk that is gone has no space either, and must not end the process that looks at it. */
function findDisk(directory: string): StatsFs | undefined {
  try {
    return statfsSync(directory);
  } catch {
    return undefined;
  }
}
