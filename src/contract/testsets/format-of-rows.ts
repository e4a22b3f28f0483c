type RowsFormat = 'CSV' | 'JSON' | 'JSONL';

/** How an uploaded file is written, as the ending of its name says; undefined where that says nothing. */
export function formatOfName(name: string): RowsFormat | undefined {
  if (/\.json$/i.test(name)) return 'JSON';
  if (/\.(jsonl|ndjson)$/i.test(name)) return 'JSONL';
  return /\.(csv|tsv)$/i.test(name) ? 'CSV' : undefined;
}

/** How rows without a name are written, as their first character says. */
export function formatOfStart(text: string): RowsFormat {
  const [first] = text.trimStart();
  if (first === '[') return 'JSON';
  return first === '{' ? 'JSONL' : 'CSV';
}
