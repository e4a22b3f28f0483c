import { unicodeIssues } from '../contract/decode-string.ts';
import type { JsonObject } from '../contract/fields.ts';
import { inexactNumberFault } from '../contract/inexact-number.ts';
import { isKeepable } from '../contract/json-limits.ts';
import type { ValidationIssue } from '../contract/validation.ts';
import type { FileRow } from './file-row.ts';
import { invalidImport } from './invalid-import.ts';
import { JsonShapeFault, JsonSplitter } from './json-splitter.ts';
import { locateJsonFault } from './locate-json-fault.ts';
import { LONGEST_ROW, ROW_TOO_LONG } from './longest-row.ts';

/** The depth around a row in a JSON body: an array inside an object. */
export const DEPTH_AROUND_ROWS = 2;

/** Rows of a file that is one JSON array of objects. */
export async function* readJsonRows(text: AsyncIterable<string>): AsyncGenerator<FileRow> {
  const splitter = new JsonSplitter(undefined, LONGEST_ROW);
  try {
    for await (const chunk of text) {
      for (const piece of splitter.feed(chunk)) {
        if (piece.kind === 'row') yield toRow(piece.text, piece.line);
      }
    }
    splitter.end();
  } catch (error) {
    if (!(error instanceof JsonShapeFault)) throw error;
    if (error.reason !== undefined) throw invalidImport(ROW_TOO_LONG, error.place.line);
    throw invalidImport(
      'The file is not one JSON array of objects.',
      error.place.line + linesBeforeFault(error.unfinished),
    );
  }
}

/** Rows of a file with one JSON object a line; empty lines are skipped. */
export async function* readJsonLines(text: AsyncIterable<string>): AsyncGenerator<FileRow> {
  let open: string[] = [];
  let length = 0;
  let line = 1;
  for await (const chunk of text) {
    const [first = '', ...others] = chunk.split('\n');
    open.push(first);
    length += first.length;
    for (const other of others) {
      yield* toRows(open.join(''), line);
      open = [other];
      length = other.length;
      line += 1;
    }
    refuseTooLong(length, line);
  }
  yield* toRows(open.join(''), line);
}

function refuseTooLong(length: number, line: number): void {
  if (length > LONGEST_ROW) throw invalidImport(ROW_TOO_LONG, line);
}

function* toRows(text: string, line: number): Generator<FileRow> {
  refuseTooLong(text.length, line);
  if (text.trim() !== '') yield toRow(text, line);
}

/** One row of a file; `line` is where it starts. */
function toRow(text: string, line: number): FileRow {
  let row: unknown;
  try {
    row = JSON.parse(text);
  } catch {
    throw invalidImport('This is not JSON.', line + linesBeforeFault(text));
  }
  if (typeof row !== 'object' || row === null || Array.isArray(row)) {
    throw invalidImport('Each row must be a JSON object.', line);
  }
  if (!isKeepable(row, DEPTH_AROUND_ROWS + 1)) {
    throw invalidImport('A row is nested deeper than 62 levels or holds a number too large.', line);
  }
  const fault = inexactNumberFault(text);
  if (fault !== undefined) throw invalidImport(fault, line);
  const broken: ValidationIssue[] = [];
  unicodeIssues(row, [], broken);
  if (broken.length > 0) {
    throw invalidImport('A row holds a NUL character or half of a surrogate pair.', line);
  }
  return { row: row as JsonObject, line }; // From JSON.parse, and checked to be an object.
}

function linesBeforeFault(text: string): number {
  const { offset } = locateJsonFault(text, { isFree: true });
  return text.slice(0, offset).split('\n').length - 1;
}
