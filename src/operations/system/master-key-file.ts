import { randomBytes, randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseMasterKey } from '../../outbound/master-key.ts';
import { StartRefused } from '../../storage/engines/start-refused.ts';
import { syncDirectory } from '../../storage/engines/sync-directory.ts';

const FILE_NAME = 'master.key';
/** The new key during a change of keys; it becomes `master.key` once it seals all secrets. */
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
 * Makes a random key. The file gets its name once it is complete and on the disk, and only if no
 * other file has it: processes that start at once read the same key.
 */
export function makeMasterKeyFile(directory: string): Buffer {
  return makeKeyFile(directory, FILE_NAME, randomBytes(32));
}

/** Uses the key of an interrupted change again: secrets may be sealed with it already. */
export function makeNextKeyFile(directory: string, key: Uint8Array): Buffer {
  return makeKeyFile(directory, NEXT_FILE_NAME, key);
}

/** Keeps the old key under another name, because earlier backups need it. Returns that name. */
export function adoptNextKeyFile(directory: string, oldKeyId: string): string {
  const oldName = `${FILE_NAME}.before-${oldKeyId}`;
  ignoring('EEXIST', () => linkSync(join(directory, FILE_NAME), join(directory, oldName)));
  // Of several processes that start at once, one renames it.
  ignoring('ENOENT', () => renameSync(join(directory, NEXT_FILE_NAME), join(directory, FILE_NAME)));
  syncDirectory(directory);
  return oldName;
}

function ignoring(code: string, change: () => void): void {
  try {
    change();
  } catch (error) {
    if (!isCode(error, code)) throw error;
  }
}

function makeKeyFile(directory: string, name: string, bytes: Uint8Array): Buffer {
  const draft = join(directory, `${name}.${randomUUID()}`);
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const text = `${Buffer.from(bytes).toString('base64')}\n`;
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
