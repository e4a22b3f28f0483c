import { isWorkbook, WORKBOOK_SENTENCE } from '../../domain/testsets/workbook-file.ts';
import { TextReader } from '../../files/text-reader.ts';
import { nameLine } from './name-line.ts';

/**
 * The text of a file, as the server would read it. Bytes that are not text are not replaced: it
 * throws a sentence with their line.
 */
export function decodeFile(bytes: Uint8Array, fileName: string): string {
  const start = String.fromCharCode(...bytes.subarray(0, 4));
  if (isWorkbook(fileName, start)) throw new Error(WORKBOOK_SENTENCE);
  const reader = new TextReader();
  return nameLine(() => {
    const text = reader.feed(bytes);
    reader.end();
    return text;
  });
}
