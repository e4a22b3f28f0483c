import type { StoredSettings } from './evaluation-settings.ts';

/** The original's name for this column, used where none was chosen. */
const USUAL_EXPECTED_COLUMN = 'correct_answer';

/** The test set's column of expected outputs; null for none. */
export function expectedColumnOf({
  expectedColumn,
}: Pick<StoredSettings, 'expectedColumn'>): string | null {
  return expectedColumn === undefined ? USUAL_EXPECTED_COLUMN : expectedColumn;
}
