import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { measureDisk } from '../../../storage/engines/disk-space.ts';
import { type Finding, inBytes, look, ok, wrong } from './finding.ts';

/** By file system type (statfs(2) on Linux); SQLite's locks are not reliable on them. */
const NETWORK_FILE_SYSTEMS: Readonly<Record<number, string>> = {
  0x6969: 'NFS',
  0x517b: 'SMB',
  0xff534d42: 'CIFS',
  0xfe534d42: 'SMB2',
  0x00c36400: 'Ceph',
  0x01021997: '9P',
  0x5346414f: 'AFS',
  0x0bd00bd0: 'Lustre',
  0x01161970: 'GFS2',
};
const FUSE = 0x65735546;
const OF_OTHERS = 0o077;

export interface DirectorySettings {
  readonly dataDirectory: string;
  readonly minimumFreeBytes: number | undefined;
}

/** The directory that holds the embedded database. */
export function checkDirectory({ dataDirectory, minimumFreeBytes }: DirectorySettings): Finding[] {
  if (!existsSync(dataDirectory)) {
    return [
      wrong(
        'directory',
        `${dataDirectory} does not exist.`,
        'Name the data directory with --data-dir or DATA_DIR; "jurybox serve" creates a new one.',
      ),
    ];
  }
  return [
    checkRights(dataDirectory),
    checkFileSystem(dataDirectory),
    checkSpace(dataDirectory, minimumFreeBytes),
  ];
}

function checkRights(directory: string): Finding {
  try {
    accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    return wrong(
      'directory',
      `This user may not write to ${directory}.`,
      'Give the directory to the user that runs the service, and run this command as that user.',
    );
  }
  const mode = statSync(directory).mode & 0o777;
  if (process.platform !== 'win32' && (mode & OF_OTHERS) !== 0) {
    return look(
      'directory',
      `${directory} is open to other users (mode ${mode.toString(8)}).`,
      `Run "chmod 700 ${directory}".`,
    );
  }
  return ok('directory', `${directory} is writable, and closed to other users.`);
}

function checkFileSystem(directory: string): Finding {
  const type = process.platform === 'linux' ? statfsSync(directory).type : 0;
  const network = NETWORK_FILE_SYSTEMS[type];
  if (network !== undefined) {
    return wrong(
      'file system',
      `${directory} is on a network file system (${network}), where locks and syncs may not hold.`,
      'Move it to a local disk, or use PostgreSQL: "jurybox move --to postgres://…".',
    );
  }
  if (type === FUSE) {
    return look(
      'file system',
      `${directory} is on a file system in user space (FUSE).`,
      'Make sure that it is a local disk that syncs; otherwise move the directory.',
    );
  }
  return ok('file system', 'The directory is on a local disk.');
}

function checkSpace(directory: string, minimumFreeBytes: number | undefined): Finding {
  const disk = measureDisk(directory, minimumFreeBytes);
  if (disk === undefined) {
    return wrong('space', 'The free space cannot be read.', 'Look at the disk and its mount.');
  }
  const { freeBytes, markBytes } = disk;
  const finding = `${inBytes(freeBytes)} are free; writing stops below ${inBytes(markBytes)}.`;
  if (freeBytes < markBytes) {
    return wrong('space', finding, 'Free space, or move the data to a larger disk.');
  }
  if (freeBytes < 2 * markBytes) {
    return look('space', finding, 'Free space before writing stops.');
  }
  return ok('space', finding);
}
