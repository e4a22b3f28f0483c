import { type StatsFs, statfsSync } from 'node:fs';

const CHECK_EVERY_MS = 2_000;
const MIB = 1024 * 1024;

export interface DiskSpace {
  readonly hasSpace: () => boolean;
  /** The last measurement; undefined while the disk is gone. */
  readonly measured: () => MeasuredDisk | undefined;
  readonly stop: () => void;
}

export interface MeasuredDisk {
  readonly freeBytes: number;
  /** Below it nothing is written. */
  readonly markBytes: number;
}

/**
 * Watches the free space of a directory: writing stops while the database still has room to clean
 * up. The mark is 5 % of the disk, but between 256 MiB and 2 GiB.
 */
export function watchDiskSpace(directory: string, minimumBytes: number | undefined): DiskSpace {
  let disk = measureDisk(directory, minimumBytes);
  const timer = setInterval(() => {
    disk = measureDisk(directory, minimumBytes);
  }, CHECK_EVERY_MS).unref();
  return {
    hasSpace: () => disk === undefined || disk.freeBytes >= disk.markBytes,
    measured: () => disk,
    stop: () => clearInterval(timer),
  };
}

export function measureDisk(
  directory: string,
  minimumBytes: number | undefined,
): MeasuredDisk | undefined {
  const disk = findDisk(directory);
  if (disk === undefined) return undefined;
  const { bavail, blocks, bsize } = disk;
  const fivePercent = blocks * bsize * 0.05;
  const markBytes = minimumBytes ?? Math.min(Math.max(256 * MIB, fivePercent), 2048 * MIB);
  return { freeBytes: bavail * bsize, markBytes };
}

/** A disk that is gone must not end the process: each write reports it. */
function findDisk(directory: string): StatsFs | undefined {
  try {
    return statfsSync(directory);
  } catch {
    return undefined;
  }
}
