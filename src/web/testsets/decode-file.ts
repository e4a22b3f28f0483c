import { TextReader } from '../../files/text-reader.ts';
import { nameLine } from './name-line.ts';

/**
 * The text of a file, as the server would read it. Throws a sentence with the line for bytes that
 * are no text, instead of storing something else.
 */
export function decodeFile(bytes: Uint8Array): string {
  const reader = new TextReader();
  return nameLine(() => {
    const text = reader.feed(bytes);
    reader.end();
    return text;
  });
}
