import { strings } from '../strings.ts';

/**
 * The text of a file, as the server would read it: UTF-8, or UTF-16 where a byte order mark says so.
 * Throws a sentence with the line for bytes that are no text, instead of storing something else.
 */
export function decodeFile(bytes: Uint8Array): string {
  const encoding = encodingOf(bytes);
  const text = decoded(encoding, bytes);
  const nul = text.indexOf('\0');
  if (nul !== -1) throw faultAt(text, nul, strings.imports.hasNul);
  return text;
}

function encodingOf(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | 'utf-8' {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return 'utf-8';
}

function decoded(encoding: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    // Up to the first bad byte the lenient decoder agrees with the strict one.
    const lenient = new TextDecoder(encoding).decode(bytes);
    throw faultAt(lenient, Math.max(lenient.indexOf('\uFFFD'), 0), strings.imports.notText);
  }
}

function faultAt(text: string, offset: number, reason: string): Error {
  const line = text.slice(0, offset).split('\n').length;
  return new Error(strings.imports.badLine(line, reason));
}
