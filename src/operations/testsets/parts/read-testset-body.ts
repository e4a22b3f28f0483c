import { decode } from '../../../contract/decode.ts';
import { codePoints, unicodeIssues } from '../../../contract/decode-string.ts';
import type { Upload } from '../../../contract/endpoint.ts';
import type { JsonObject } from '../../../contract/fields.ts';
import { isKeepable } from '../../../contract/json-limits.ts';
import { TestsetNaming } from '../../../contract/testsets/testsets.ts';
import {
  issues,
  MAX_ISSUES,
  ValidationFailure,
  type ValidationIssue,
} from '../../../contract/validation.ts';
import { type JsonPiece, JsonShapeFault, JsonSplitter } from '../../../files/json-splitter.ts';
import { locateJsonFault, type Surroundings } from '../../../files/locate-json-fault.ts';
import { LONGEST_ROW } from '../../../files/longest-row.ts';
import { type Count, isModest } from '../../../files/parse-json.ts';
import { DEPTH_AROUND_ROWS } from '../../../files/read-json-rows.ts';
import { readJsonText } from '../../../files/read-json-text.ts';
import type { RowStage } from './row-stage.ts';

const ROWS_FIELD = 'csvdata';

export interface TestsetNamingInput {
  readonly name: string;
  readonly commit_message?: string | null;
}

/**
 * Reads `{name, csvdata, commit_message}` as it arrives and stages each row; the other fields are
 * known at the end. Faults are collected in the order of the fields, as for any other body.
 */
export async function readTestsetBody(
  upload: Upload,
  stage: RowStage,
): Promise<TestsetNamingInput> {
  const fields = new Map<string, unknown>();
  const count: Count = { keys: 0 };
  let rowIssues: ValidationIssue[] = [];
  let rowCount = 0;
  for await (const piece of readPieces(upload)) {
    if (piece.kind === 'field') {
      fields.set(piece.name, parseField(piece, count));
    } else if (piece.kind === 'rows') {
      // If the body has two lists, the last one counts.
      await stage.restart();
      rowIssues = [];
      rowCount = 0;
      fields.set(ROWS_FIELD, []);
    } else {
      const row = parseRow(piece);
      if (rowIssues.length < MAX_ISSUES) rowIssues.push(...issuesOfRow(row, rowCount));
      rowCount += 1;
      // A row without issues is an object.
      if (rowIssues.length === 0) await stage.add(row as JsonObject);
    }
  }
  return checkFields(Object.fromEntries(fields), rowIssues);
}

async function* readPieces(upload: Upload): AsyncGenerator<JsonPiece> {
  await refuseOtherRoot(upload);
  const splitter = new JsonSplitter(ROWS_FIELD, LONGEST_ROW);
  try {
    for await (const text of readJsonText(upload)) yield* splitter.feed(text);
    splitter.end();
  } catch (error) {
    if (!(error instanceof JsonShapeFault)) throw error;
    const { place, unfinished, reason } = error;
    throw reason === undefined
      ? refused(unfinished, place.offset, { isFree: true })
      : new ValidationFailure([issues.jsonInvalid(place.offset, reason)]);
  }
}

/** How much of a body that is not an object is read. */
const LONGEST_OTHER_ROOT = 1024 * 1024;

/** Refuses a body that is empty, or JSON but not an object. */
async function refuseOtherRoot(upload: Upload): Promise<void> {
  let start = '';
  for await (const text of readJsonText(upload)) {
    start += text;
    if (start.trimStart().startsWith('{')) return;
    if (start.length > LONGEST_OTHER_ROOT) break;
  }
  if (start.trim() === '' || start.trim() === 'null') {
    throw new ValidationFailure([issues.missing(['body'])]);
  }
  if (start.length <= LONGEST_OTHER_ROOT) parseText(start, 0, {});
  throw new ValidationFailure([issues.notAnObject(['body'])]);
}

function parseRow(piece: JsonPiece): unknown {
  const surroundings = { depth: DEPTH_AROUND_ROWS, isFree: true };
  const row = parseText(piece.text, piece.offset, surroundings);
  if (isKeepable(row, DEPTH_AROUND_ROWS + 1)) return row;
  throw refused(piece.text, piece.offset, surroundings);
}

function parseField(piece: JsonPiece, count: Count): unknown {
  const surroundings = { depth: 1 };
  const value = parseText(piece.text, piece.offset, surroundings);
  count.keys += 1;
  if (isModest(value, surroundings.depth + 1, count)) return value;
  throw refused(piece.text, piece.offset, surroundings);
}

function parseText(text: string, start: number, surroundings: Surroundings): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refused(text, start, surroundings);
  }
}

/** Locates the fault in the whole body, of which `text` is the part from `start` on. */
function refused(text: string, start: number, surroundings: Surroundings): ValidationFailure {
  const { offset, reason } = locateJsonFault(text, surroundings);
  const position = start + codePoints(text.slice(0, offset));
  return new ValidationFailure([issues.jsonInvalid(position, reason)]);
}

function issuesOfRow(row: unknown, index: number): ValidationIssue[] {
  const loc = ['body', ROWS_FIELD, index];
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return [issues.dictType(loc)];
  const faults: ValidationIssue[] = [];
  unicodeIssues(row, loc, faults);
  return faults;
}

/** The rows were checked one by one; here their list is only present or absent. */
function checkFields(
  fields: Record<string, unknown>,
  rowIssues: readonly ValidationIssue[],
): TestsetNamingInput {
  const faults: ValidationIssue[] = [];
  const decoded = decode(TestsetNaming, fields, ['body'], { source: 'json', found: faults });
  const isEarlier = ({ loc }: ValidationIssue) => loc[1] === 'name';
  const all = [
    ...faults.filter(isEarlier),
    ...rowIssues,
    ...faults.filter((issue) => !isEarlier(issue)),
  ];
  if (all.length > 0) throw new ValidationFailure(all);
  return decoded as TestsetNamingInput; // Decoded by that schema without a fault.
}
