import type { Upload } from '../contract/endpoint.ts';
import { formatOfName, formatOfStart } from '../contract/testsets/format-of-rows.ts';
import { isWorkbook, WORKBOOK_SENTENCE } from '../domain/testsets/workbook-file.ts';
import { invalidImport } from './invalid-import.ts';
import type { FileForm } from './read-file-rows.ts';

/** The format of a file, by the ending of its name or else by its first character. */
export async function formatOfFile(upload: Upload): Promise<FileForm['format']> {
  const name = upload.fileName ?? '';
  const start = await startOf(upload);
  if (isWorkbook(name, start)) throw invalidImport(WORKBOOK_SENTENCE, 1);
  return formatOfName(name) ?? formatOfStart(start);
}

/** Enough for a byte order mark, some white space and the first character. */
const START_BYTES = 1024;

async function startOf(upload: Upload): Promise<string> {
  for await (const chunk of upload.chunks()) {
    return new TextDecoder().decode(chunk.subarray(0, START_BYTES));
  }
  return '';
}
