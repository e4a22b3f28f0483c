type RowsFormat = 'CSV' | 'JSON' | 'JSONL';

/** The format of an uploaded file, by the extension of its name; undefined if that is another. */
export function formatOfName(name: string): RowsFormat | undefined {
  if (/\.json$/i.test(name)) return 'JSON';
  if (/\.(jsonl|ndjson)$/i.test(name)) return 'JSONL';
  return /\.(csv|tsv)$/i.test(name) ? 'CSV' : undefined;
}

/** The format of rows without a file name, by their first character. */
export function formatOfStart(text: string): RowsFormat {
  const [first] = text.trimStart();
  if (first === '[') return 'JSON';
  return first === '{' ? 'JSONL' : 'CSV';
}
