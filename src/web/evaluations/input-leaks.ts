import type { JsonObject } from '../../contract/fields.ts';
import { cellText } from '../testsets/grid-table.ts';
import { guessChoice } from './column-choice.ts';

/** The column of expected outputs unless the user chooses another. */
const DEFAULT_COLUMN = 'correct_answer';

/** The column `correct_answer`, or else the one whose name suggests expected outputs. */
export function expectedAmong(columns: readonly string[]): string | null {
  if (columns.includes(DEFAULT_COLUMN)) return DEFAULT_COLUMN;
  return guessChoice(columns).find(({ role }) => role === 'expected')?.column ?? null;
}

/** The columns of a test set that annotators must not read before they judge. */
export interface Answers {
  readonly expected: string | null;
  /** Columns named after the compared variants. */
  readonly outputs: readonly string[];
}

/** How a column gives an answer away: it is the answer, or equals it in many rows. */
export type InputLeak =
  | { readonly kind: 'expected' | 'output' }
  | {
      readonly kind: 'equal';
      readonly answer: string;
      readonly equal: number;
      readonly rows: number;
    };

/** Short answers, such as yes and no, are equal by chance in some rows. */
const LEAK_SHARE = 0.5;

export function leakOf(
  column: string,
  rows: readonly JsonObject[],
  { expected, outputs }: Answers,
): InputLeak | undefined {
  if (column === expected) return { kind: 'expected' };
  if (outputs.includes(column)) return { kind: 'output' };
  for (const answer of [...(expected === null ? [] : [expected]), ...outputs]) {
    const answered = rows.filter((row) => textAt(row, answer) !== '');
    const equal = answered.filter((row) => textAt(row, answer) === textAt(row, column)).length;
    if (equal > 0 && equal >= LEAK_SHARE * answered.length) {
      return { kind: 'equal', answer, equal, rows: answered.length };
    }
  }
  return undefined;
}

function textAt(row: JsonObject, column: string): string {
  return cellText(row[column] ?? undefined).trim();
}
