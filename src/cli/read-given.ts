import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { buffer, text as readAll } from 'node:stream/consumers';
import type { JsonObject } from '../contract/fields.ts';
import { CommandFailure, EXIT } from './exit-codes.ts';
import type { Shell } from './shell.ts';

/** A JSON object: written in the command itself, in a file, or on standard input (`-`). */
export async function readJson({ stdin }: Shell, given: string): Promise<JsonObject> {
  const text = given.trimStart().startsWith('{')
    ? given
    : given === '-'
      ? await readAll(stdin)
      : readFileSync(given, 'utf8');
  const value = parse(text, given);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw new CommandFailure(EXIT.usage, `${given} must hold a JSON object.`);
}

function parse(text: string, given: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandFailure(EXIT.usage, `${given} is not JSON: ${reason}.`);
  }
}

/** A file to upload, or standard input (`-`), which needs a name for its format. */
export async function readUpload({ stdin, stderr }: Shell, path: string): Promise<File> {
  const file =
    path === '-'
      ? new File([await buffer(stdin)], 'rows.csv')
      : new File([readFileSync(path)], basename(path));
  if (stderr.isTTY) stderr.write(`Uploading ${(file.size / 1_000_000).toFixed(1)} MB…\n`);
  return file;
}
