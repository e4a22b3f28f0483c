import type { StoredSettings } from './evaluation-settings.ts';

/** The original's name for the column of expected outputs, used where none was chosen. */
const USUAL_EXPECTED_COLUMN = 'correct_answer';

/** The column of the test set with the expected outputs of an evaluation; null for none. */
export function expectedColumnOf({
  expectedColumn,
}: Pick<StoredSettings, 'expectedColumn'>): string | null {
  return expectedColumn === undefined ? USUAL_EXPECTED_COLUMN : expectedColumn;
}
