/** How an uploaded file is written, as the ending of its name says; undefined where that says nothing. */
export function formatOfName(name: string): 'CSV' | 'JSON' | 'JSONL' | undefined {
  if (/\.json$/i.test(name)) return 'JSON';
  if (/\.(jsonl|ndjson)$/i.test(name)) return 'JSONL';
  return /\.(csv|tsv)$/i.test(name) ? 'CSV' : undefined;
}
