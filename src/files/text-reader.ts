import { countNewlines } from './count-newlines.ts';
import { FileFault } from './file-fault.ts';

/**
 * Decodes bytes while they arrive: UTF-8, or UTF-16 after its byte order mark, which is left out.
 * Refuses other bytes with their line. The first piece must hold the whole mark of UTF-16.
 */
export class TextReader {
  #strict: TextDecoder | undefined;
  /** Decodes the same bytes, because the strict decoder does not report where it failed. */
  #lenient = new TextDecoder();
  #line = 1;

  feed(bytes: Uint8Array): string {
    if (this.#strict === undefined) {
      const encoding = encodingOf(bytes);
      this.#strict = new TextDecoder(encoding, { fatal: true });
      this.#lenient = new TextDecoder(encoding);
    }
    return this.#decode(this.#strict, bytes);
  }

  /** Throws when the last character is incomplete. */
  end(): void {
    if (this.#strict !== undefined) this.#decode(this.#strict, undefined);
  }

  #decode(strict: TextDecoder, bytes: Uint8Array | undefined): string {
    const options = { stream: bytes !== undefined };
    const lenient = this.#lenient.decode(bytes, options);
    let text: string;
    try {
      text = strict.decode(bytes, options);
    } catch {
      const reason = 'This is not text in UTF-8, or in UTF-16 with a byte order mark.';
      throw this.#faultAt(lenient, lenient.indexOf('\uFFFD'), reason);
    }
    const nul = text.indexOf('\0');
    if (nul !== -1)
      throw this.#faultAt(text, nul, 'This line contains a NUL character. Remove it.');
    this.#line += countNewlines(text);
    return text;
  }

  #faultAt(text: string, offset: number, reason: string): FileFault {
    return new FileFault(reason, this.#line + countNewlines(text.slice(0, Math.max(offset, 0))));
  }
}

/** By the byte order mark; UTF-8 without one. */
function encodingOf(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | 'utf-8' {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return 'utf-8';
}
