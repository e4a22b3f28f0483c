import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { StartRefused } from '../engines/start-refused.ts';
import type { EngineKind } from '../statement.ts';
import type { StoredRow } from './snapshot.ts';

/**
 * A backup is lines of JSON, compressed with gzip: a header, then for each table its rows and a
 * line with their number and checksum, and a last line that marks the file as complete.
 */
export const FORMAT = 'jurybox-backup';
export const FORMAT_VERSION = 1;

export interface BackupHeader {
  readonly format: typeof FORMAT;
  readonly version: number;
  readonly schema: number;
  readonly engine: EngineKind;
  readonly made_at: string;
  readonly tables: readonly { readonly name: string; readonly columns: readonly string[] }[];
}

export interface TableEnd {
  readonly table: string;
  readonly rows: number;
  readonly sha256: string;
}

export const END = { end: true } as const;

/** One line of a backup. */
export type BackupPart =
  | { readonly kind: 'header'; readonly header: BackupHeader }
  | { readonly kind: 'row'; readonly row: StoredRow }
  | { readonly kind: 'table end'; readonly end: TableEnd };

/** Computes a checksum of rows that does not depend on their engine. */
export function rowSum() {
  const hash = createHash('sha256');
  let rows = 0;
  return {
    add: (line: string) => {
      hash.update(line).update('\n');
      rows += 1;
    },
    end: (table: string): TableEnd => ({ table, rows, sha256: hash.digest('hex') }),
  };
}

/** Refuses files that are not a backup, or not complete. */
export async function* readBackup(path: string): AsyncGenerator<BackupPart> {
  try {
    yield* partsOf(path);
  } catch (error) {
    throw error instanceof StartRefused ? error : new StartRefused(damaged(path), { cause: error });
  }
}

async function* partsOf(path: string): AsyncGenerator<BackupPart> {
  let header: BackupHeader | undefined;
  let place = 0;
  let sum = rowSum();
  let isWhole = false;
  for await (const line of linesOf(path)) {
    if (isWhole) throw new StartRefused(damaged(path));
    const value: unknown = JSON.parse(line);
    if (header === undefined) {
      header = headerIn(value, path);
      yield { kind: 'header', header };
    } else if (Array.isArray(value)) {
      sum.add(line);
      yield { kind: 'row', row: value };
    } else if (place < header.tables.length) {
      const end = sum.end(header.tables[place]?.name ?? '');
      if (JSON.stringify(end) !== line) throw new StartRefused(damaged(path));
      yield { kind: 'table end', end };
      sum = rowSum();
      place += 1;
    } else {
      isWhole = JSON.stringify(END) === line;
      if (!isWhole) throw new StartRefused(damaged(path));
    }
  }
  if (!isWhole) throw new StartRefused(damaged(path));
}

async function* linesOf(path: string): AsyncGenerator<string> {
  const text = createGunzip();
  // Errors of the file also end the text, and reach the loop below.
  pipeline(createReadStream(path), text, () => undefined);
  let rest = '';
  for await (const chunk of text.setEncoding('utf8')) {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

function headerIn(value: unknown, path: string): BackupHeader {
  if (!isOfFormat(value)) throw new StartRefused(damaged(path));
  if (value.version === FORMAT_VERSION) return value;
  throw new StartRefused(
    `${path} was made by a newer release (format ${value.version}). Restore it with that release.`,
  );
}

/** Names of tables and columns become part of statements, so only plain names are accepted. */
function isOfFormat(value: unknown): value is BackupHeader {
  if (typeof value !== 'object' || value === null) return false;
  const { format, version, schema, tables }: Partial<Record<keyof BackupHeader, unknown>> = value;
  return (
    format === FORMAT &&
    Number.isInteger(version) &&
    Number.isInteger(schema) &&
    Array.isArray(tables) &&
    tables.every(
      ({ name, columns }) => isName(name) && Array.isArray(columns) && columns.every(isName),
    )
  );
}

function isName(value: unknown): boolean {
  return typeof value === 'string' && /^[a-z_]+$/.test(value);
}

function damaged(path: string): string {
  return `${path} is damaged or not a backup of Jurybox. Nothing was written. Use another backup.`;
}
