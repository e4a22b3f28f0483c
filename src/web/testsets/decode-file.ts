import { TextReader } from '../../files/text-reader.ts';
import { nameLine } from './name-line.ts';

/**
 * The text of a file, as the server would read it. Throws a sentence with the line of bytes that
 * are not text, instead of replacing them.
 */
export function decodeFile(bytes: Uint8Array): string {
  const reader = new TextReader();
  return nameLine(() => {
    const text = reader.feed(bytes);
    reader.end();
    return text;
  });
}
