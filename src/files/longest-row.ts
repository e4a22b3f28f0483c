/**
 * In characters, for a row that a user sends: parsed, it takes up to a hundred times as much
 * memory, and several files are read at once.
 */
export const LONGEST_ROW = 1024 * 1024;

export const ROW_TOO_LONG = 'A row is longer than 1,048,576 characters. Shorten its texts.';
