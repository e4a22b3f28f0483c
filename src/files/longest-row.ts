/**
 * In characters, of a row in a file or body that a user sends: what a row becomes in memory is up to a
 * hundred times as large, and several files are read at once.
 */
export const LONGEST_ROW = 1024 * 1024;

export const ROW_TOO_LONG = 'A row is longer than 1,048,576 characters. Shorten its texts.';
