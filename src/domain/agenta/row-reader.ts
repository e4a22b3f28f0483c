import type { JsonValue } from '../../contract/fields.ts';
import { isKeepable } from '../../contract/json-limits.ts';
import { parseId } from '../ids.ts';
import { cutToName } from '../names.ts';
import { keepableText } from '../outputs/keepable-text.ts';
import type { OriginalTable } from './original-tables.ts';
import { parseTime } from './parse-time.ts';

/** A row of the original: every value as text, as PostgreSQL or an export writes it. */
export type RawRow = Readonly<Record<string, string | null>>;

/** An entry of the report about a row that was left out or changed. */
export interface Note {
  readonly table: OriginalTable;
  /** In the original; null where the row has none. */
  readonly id: string | null;
  readonly effect: 'left_out' | 'changed';
  readonly reason: Reason;
  readonly detail: string;
}

export type Reason =
  | 'duplicate'
  | 'orphan'
  | 'broken_value'
  | 'unknown_value'
  | 'renamed'
  | 'renumbered'
  | 'no_author'
  | 'added'
  | 'in_use';

/** Reads the values of one row, and notes those that cannot be imported unchanged. */
export class RowReader {
  readonly table: OriginalTable;
  readonly notes: Note[] = [];
  readonly #row: RawRow;

  constructor(table: OriginalTable, row: RawRow) {
    this.table = table;
    this.#row = row;
  }

  /** Undefined where the row has no valid id. */
  get id(): string | undefined {
    return this.reference('id');
  }

  /** Drops earlier notes: they no longer matter. */
  leaveOut(reason: Reason, detail: string): undefined {
    this.notes.length = 0;
    this.#note('left_out', reason, detail);
  }

  change(reason: Reason, detail: string): void {
    this.#note('changed', reason, detail);
  }

  /** The id of another row; undefined where it is missing or invalid. */
  reference(column: string): string | undefined {
    return parseId(this.#row[column] ?? '');
  }

  /** The column and its value, for notes. */
  shown(column: string): string {
    const value = this.#row[column] ?? null;
    if (value === null) return `${column} is null`;
    return `${column} is ${JSON.stringify(value.length > 80 ? `${value.slice(0, 80)}…` : value)}`;
  }

  has(column: string): boolean {
    return (this.#row[column] ?? null) !== null;
  }

  text(column: string): string {
    const value = this.#row[column] ?? '';
    const kept = keepableText(value);
    if (kept !== value) this.change('broken_value', `${column} held invalid characters`);
    return kept;
  }

  /** A valid name: without control characters and outer space, at most 128 characters. */
  name(column: string, fallback: string): string {
    const value = this.#row[column] ?? '';
    const plain = keepableText(value).replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ');
    const name = cutToName(plain) || fallback;
    if (name !== value) this.change('renamed', `${this.shown(column)}: now "${name}"`);
    return name;
  }

  time(column: string, fallback: number): number {
    if (!this.has(column)) return fallback;
    const time = parseTime(this.#row[column] ?? '');
    if (time !== undefined) return time;
    this.change('broken_value', `${this.shown(column)}, which is not a time`);
    return fallback;
  }

  /** A whole number that fits into 32 bits. */
  whole(column: string): number | undefined {
    const number = Number(this.#row[column] ?? Number.NaN);
    return Number.isInteger(number) && Math.abs(number) < 2 ** 31 - 1 ? number : undefined;
  }

  isTrue(column: string): boolean {
    return /^(t|true|1)$/i.test(this.#row[column] ?? '');
  }

  /** Undefined for text that is not JSON, or cannot be kept. */
  json(column: string): JsonValue | undefined {
    const text = this.#row[column];
    if (text === null || text === undefined) return undefined;
    let value: JsonValue;
    try {
      value = JSON.parse(text);
    } catch {
      return undefined;
    }
    if (!isKeepable(value, 1)) return undefined;
    if (!MAY_BE_BROKEN.test(text)) return value;
    const kept = keepable(value);
    if (JSON.stringify(kept) !== JSON.stringify(value)) {
      this.change('broken_value', `${column} held invalid characters`);
    }
    return kept;
  }

  #note(effect: Note['effect'], reason: Reason, detail: string): void {
    // A value can be read twice; its fault is noted once.
    const isKnown = this.notes.some((note) => note.effect === effect && note.detail === detail);
    if (isKnown) return;
    const id = this.id ?? this.#row['id'] ?? null;
    this.notes.push({ table: this.table, id, effect, reason, detail });
  }
}

/** NUL or a surrogate, as itself or escaped. */
const MAY_BE_BROKEN = /\\u(0000|d[89a-f])|[\0\ud800-\udfff]/i;

function keepable(value: JsonValue): JsonValue {
  if (typeof value === 'string') return keepableText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(keepable);
  const entries = Object.entries(value).map(([key, item]) => [keepableText(key), keepable(item)]);
  return Object.fromEntries(entries);
}
