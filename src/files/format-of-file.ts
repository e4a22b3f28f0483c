import type { Upload } from '../contract/endpoint.ts';
import { formatOfName } from '../contract/testsets/format-of-name.ts';
import { isWorkbook, WORKBOOK_SENTENCE } from '../domain/testsets/workbook-file.ts';
import { invalidImport } from './invalid-import.ts';
import type { FileForm } from './read-file-rows.ts';

/** How a file is written: as the ending of its name says, or else its first character. */
export async function formatOfFile(upload: Upload): Promise<FileForm['format']> {
  const name = upload.fileName ?? '';
  const start = await startOf(upload);
  if (isWorkbook(name, start)) throw invalidImport(WORKBOOK_SENTENCE, 1);
  const byName = formatOfName(name);
  if (byName !== undefined) return byName;
  const [first] = start.trimStart();
  if (first === '[') return 'JSON';
  return first === '{' ? 'JSONL' : 'CSV';
}

/** Enough for a byte order mark, some white space and the first character. */
const START_BYTES = 1024;

async function startOf(upload: Upload): Promise<string> {
  for await (const chunk of upload.chunks()) {
    return new TextDecoder().decode(chunk.subarray(0, START_BYTES));
  }
  return '';
}
