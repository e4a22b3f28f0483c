import type { Upload } from '../contract/endpoint.ts';
import type { Delimiter } from './csv-splitter.ts';
import type { FileRow } from './file-row.ts';
import { readCsv } from './read-csv.ts';
import { readJsonLines, readJsonRows } from './read-json-rows.ts';
import { readText } from './read-text.ts';

export interface FileForm {
  readonly format: 'CSV' | 'JSON' | 'JSONL';
  /** For CSV only; when undefined, the header decides. */
  readonly delimiter: Delimiter | undefined;
}

/** Streams the rows of an uploaded file. */
export function readFileRows(
  upload: Upload,
  { format, delimiter }: FileForm,
): AsyncIterable<FileRow> {
  const text = readText(upload.chunks());
  switch (format) {
    case 'JSON':
      return readJsonRows(text);
    case 'JSONL':
      return readJsonLines(text);
    case 'CSV':
      return readCsv(text, delimiter);
  }
}
