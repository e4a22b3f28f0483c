import { randomBytes, randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseMasterKey } from '../../outbound/master-key.ts';
import { StartRefused } from '../../storage/engines/start-refused.ts';
import { syncDirectory } from '../../storage/engines/sync-directory.ts';

const FILE_NAME = 'master.key';

/** The key that an earlier start left in the data directory. */
export function findMasterKeyFile(directory: string): Buffer | undefined {
  const path = join(directory, FILE_NAME);
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
  const draft = join(directory, `${FILE_NAME}.${randomUUID()}`);
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const text = `${randomBytes(32).toString('base64')}\n`;
    writeFileSync(draft, text, { flag: 'wx', mode: 0o600, flush: true });
    linkSync(draft, join(directory, FILE_NAME));
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw notWritable(directory);
  } finally {
    rmSync(draft, { force: true });
  }
  syncDirectory(directory);
  const key = findMasterKeyFile(directory);
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
