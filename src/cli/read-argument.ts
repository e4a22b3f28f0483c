import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { buffer, text as readAll } from 'node:stream/consumers';
import type { JsonObject } from '../contract/fields.ts';
import { inexactNumberFault } from '../contract/inexact-number.ts';
import { formatOfStart } from '../contract/testsets/format-of-rows.ts';
import { CommandFailure, EXIT } from './exit-codes.ts';
import type { Shell } from './shell.ts';

/** A JSON object: in the argument itself, in a file, or on standard input (`-`). */
export async function readJson(shell: Shell, argument: string): Promise<JsonObject> {
  const isJson = /^\s*[[{"]/.test(argument);
  const name = isJson ? 'The argument' : argument;
  const text = isJson ? argument : await readSource(shell, argument);
  const value = parse(text, name);
  const fault = inexactNumberFault(text);
  if (fault !== undefined) throw new CommandFailure(EXIT.usage, fault);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw new CommandFailure(
    EXIT.usage,
    `${name} must be a JSON object, such as {"temperature": 0.2}.`,
  );
}

/** Removes the byte order mark with which editors on Windows begin a file. */
async function readSource({ stdin }: Shell, path: string): Promise<string> {
  const text = path === '-' ? await readAll(stdin) : readFileSync(path, 'utf8');
  return text.replace(/^\ufeff/, '');
}

function parse(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandFailure(EXIT.usage, `${name} is not JSON: ${reason}.`);
  }
}

/** A file to upload, or standard input (`-`), named after its format. */
export async function readUpload({ stdin, stderr }: Shell, path: string): Promise<File> {
  const bytes = path === '-' ? await buffer(stdin) : readFileSync(path);
  const name = path === '-' ? nameOfPiped(bytes) : basename(path);
  const file = new File([bytes], name);
  if (stderr.isTTY) stderr.write(`Uploading ${(file.size / 1_000_000).toFixed(1)} MB…\n`);
  return file;
}

/** Enough for a byte order mark, some white space and the first character. */
const START_BYTES = 1024;

function nameOfPiped(bytes: Buffer): string {
  const format = formatOfStart(bytes.toString('utf8', 0, START_BYTES));
  return `rows.${format.toLowerCase()}`;
}
