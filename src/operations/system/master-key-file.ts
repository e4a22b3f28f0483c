import { randomBytes, randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseMasterKey } from '../../outbound/master-key.ts';
import { StartRefused } from '../../storage/engines/start-refused.ts';
import { syncDirectory } from '../../storage/engines/sync-directory.ts';

const FILE_NAME = 'master.key';
/** The key that a change of keys has begun to use; it becomes `master.key` when all is sealed by it. */
const NEXT_FILE_NAME = 'master.key.next';

/** The key that an earlier start left in the data directory. */
export function findMasterKeyFile(directory: string): Buffer | undefined {
  return findKeyFile(join(directory, FILE_NAME));
}

export function findNextKeyFile(directory: string): Buffer | undefined {
  return findKeyFile(join(directory, NEXT_FILE_NAME));
}

function findKeyFile(path: string): Buffer | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw new StartRefused(`The master key in ${path} cannot be read. Let this user read it.`);
  }
  try {
    return parseMasterKey(text);
  } catch {
    throw new StartRefused(`${path} holds no master key. Restore it from where you keep a copy.`);
  }
}

/**
 * Makes a random key. The file gets its name when it is whole and on the disk, and only if there is none:
 * a process that starts beside this one reads the same key.
 */
export function makeMasterKeyFile(directory: string): Buffer {
  return makeKeyFile(directory, FILE_NAME, randomBytes(32));
}

/** The one of a change that was cut short is used again: something may be sealed by it already. */
export function makeNextKeyFile(directory: string, key: Uint8Array): Buffer {
  return makeKeyFile(directory, NEXT_FILE_NAME, key);
}

/** The old key stays under another name, because backups made before need it. Returns that name. */
export function adoptNextKeyFile(directory: string, oldKeyId: string): string {
  const kept = `${FILE_NAME}.before-${oldKeyId}`;
  ignoring('EEXIST', () => linkSync(join(directory, FILE_NAME), join(directory, kept)));
  // Of several processes that start at once one renames it.
  ignoring('ENOENT', () => renameSync(join(directory, NEXT_FILE_NAME), join(directory, FILE_NAME)));
  syncDirectory(directory);
  return kept;
}

function ignoring(code: string, change: () => void): void {
  try {
    change();
  } catch (error) {
    if (!isCode(error, code)) throw error;
  }
}

function makeKeyFile(directory: string, name: string, made: Uint8Array): Buffer {
  const draft = join(directory, `${name}.${randomUUID()}`);
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const text = `${Buffer.from(made).toString('base64')}\n`;
    writeFileSync(draft, text, { flag: 'wx', mode: 0o600, flush: true });
    linkSync(draft, join(directory, name));
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw notWritable(directory);
  } finally {
    rmSync(draft, { force: true });
  }
  syncDirectory(directory);
  const key = findKeyFile(join(directory, name));
  if (key === undefined) throw notWritable(directory);
  return key;
}

function notWritable(directory: string): StartRefused {
  return new StartRefused(
    `No master key can be written to ${directory}. Set MASTER_KEY or MASTER_KEY_FILE, or choose another directory with --data-dir.`,
  );
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
