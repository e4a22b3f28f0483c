import type { JsonObject } from '../../contract/fields.ts';
import { cellText } from '../testsets/grid-table.ts';
import { guessChoice } from './column-choice.ts';

/** The column of this name holds the expected outputs wherever none is chosen. */
const USUAL_COLUMN = 'correct_answer';

/** The column with the expected outputs; without one of that name, the one that reads like it. */
export function expectedAmong(columns: readonly string[]): string | null {
  if (columns.includes(USUAL_COLUMN)) return USUAL_COLUMN;
  return guessChoice(columns).find(({ role }) => role === 'expected')?.column ?? null;
}

/** The columns of a test set that annotators must not read before they judge. */
export interface Answers {
  readonly expected: string | null;
  /** Columns named after the compared variants. */
  readonly outputs: readonly string[];
}

/** What a column tells annotators: it is an answer, or repeats one in many rows. */
export type Telling =
  | { readonly kind: 'expected' | 'output' }
  | {
      readonly kind: 'equal';
      readonly answer: string;
      readonly equal: number;
      readonly rows: number;
    };

/** Short answers, such as yes and no, are equal by chance in some rows. */
const TELLING_SHARE = 0.5;

export function tellingOf(
  column: string,
  rows: readonly JsonObject[],
  { expected, outputs }: Answers,
): Telling | undefined {
  if (column === expected) return { kind: 'expected' };
  if (outputs.includes(column)) return { kind: 'output' };
  for (const answer of [...(expected === null ? [] : [expected]), ...outputs]) {
    const answered = rows.filter((row) => textAt(row, answer) !== '');
    const equal = answered.filter((row) => textAt(row, answer) === textAt(row, column)).length;
    if (equal > 0 && equal >= TELLING_SHARE * answered.length) {
      return { kind: 'equal', answer, equal, rows: answered.length };
    }
  }
  return undefined;
}

function textAt(row: JsonObject, column: string): string {
  return cellText(row[column] ?? undefined).trim();
}
