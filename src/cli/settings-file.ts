import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { CommandFailure, EXIT } from './exit-codes.ts';
import type { Shell } from './shell.ts';
import { writeWhole } from './write-whole.ts';

/** What `jurybox login` stores. */
export interface Settings {
  /** The server of the last login. */
  readonly server?: string;
  /** Keys by server. */
  readonly keys: Readonly<Record<string, string>>;
}

/** In the folder of the XDG base directory specification. */
export function settingsPath({ environment }: Pick<Shell, 'environment'>): string {
  const folder = environment['XDG_CONFIG_HOME'] || join(homedir(), '.config');
  return join(folder, 'jurybox', 'config.json');
}

export function readSettings(shell: Pick<Shell, 'environment'>): Settings {
  const path = settingsPath(shell);
  const text = readIfPresent(path);
  if (text === undefined) return { keys: {} };
  const settings = parse(text);
  if (settings !== undefined) return settings;
  throw new CommandFailure(
    EXIT.usage,
    `${path} is damaged: repair it, or delete it and run "jurybox login" again.`,
  );
}

/** Readable only by its owner, since it holds keys. */
export async function writeSettings(shell: Shell, settings: Settings): Promise<void> {
  await writeWhole(settingsPath(shell), `${JSON.stringify(settings, null, 2)}\n`);
}

function readIfPresent(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function parse(text: string): Settings | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isSettings(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isSettings(value: unknown): value is Settings {
  if (typeof value !== 'object' || value === null || !('keys' in value)) return false;
  const { keys } = value;
  if (typeof keys !== 'object' || keys === null) return false;
  const server = 'server' in value ? value.server : undefined;
  const isServer = server === undefined || typeof server === 'string';
  return isServer && Object.values(keys).every((key) => typeof key === 'string');
}
