import { JSON_LIMITS } from '../contract/json-limits.ts';

export interface JsonFault {
  /** In UTF-16 units; the end of the text when it stops too early. */
  readonly offset: number;
  /** Undefined for text that is simply not JSON. */
  readonly reason: string | undefined;
}

/** How a text is embedded in a larger one. */
export interface Surroundings {
  /** Fields of the outermost object that hold free JSON. */
  readonly freeFields?: ReadonlySet<string>;
  /** How deep the text itself is nested. */
  readonly depth?: number;
  /** The whole text is free JSON. */
  readonly isFree?: boolean;
}

class Fault extends Error {
  readonly fault: JsonFault;

  constructor(offset: number, reason?: string) {
    super(reason ?? 'not JSON');
    this.fault = { offset, reason };
  }
}

/**
 * Where a text stops being acceptable JSON. Messages of `JSON.parse` differ by release and often
 * lack a position, hence this second reader, which runs only after a refusal.
 */
export function locateJsonFault(text: string, surroundings: Surroundings = {}): JsonFault {
  const reader = new Reader(text, surroundings);
  try {
    reader.readDocument();
  } catch (error) {
    if (error instanceof Fault) return error.fault;
    throw error;
  }
  return { offset: text.length, reason: undefined };
}

class Reader {
  readonly #text: string;
  readonly #freeFields: ReadonlySet<string>;
  #at = 0;
  #depth: number;
  #keys = 0;
  #isFree: boolean;

  constructor(text: string, { freeFields, depth = 0, isFree = false }: Surroundings) {
    this.#text = text;
    this.#freeFields = freeFields ?? new Set();
    this.#depth = depth;
    this.#isFree = isFree;
  }

  readDocument(): void {
    this.#readValue();
    this.#skipSpace();
    if (this.#at < this.#text.length) throw new Fault(this.#at);
  }

  #readValue(): void {
    this.#skipSpace();
    const character = this.#text[this.#at];
    if (character === '{') this.#readObject();
    else if (character === '[') this.#readArray();
    else if (character === '"') this.#readString();
    else if (character !== undefined && /[-\d]/.test(character)) this.#readNumber();
    else this.#readWord();
  }

  #readObject(): void {
    this.#enter();
    if (this.#skipTo('}')) return this.#leave();
    for (;;) {
      this.#skipSpace();
      const start = this.#at;
      const key = this.#readString();
      this.#countKey(start);
      this.#expect(':');
      const isFreeField = this.#depth === 1 && this.#freeFields.has(key);
      if (isFreeField) this.#isFree = true;
      this.#readValue();
      if (isFreeField) this.#isFree = false;
      if (this.#skipTo('}')) return this.#leave();
      this.#expect(',');
    }
  }

  #readArray(): void {
    this.#enter();
    if (this.#skipTo(']')) return this.#leave();
    for (let elements = 1; ; elements += 1) {
      if (!this.#isFree && elements > JSON_LIMITS.elements) {
        throw new Fault(this.#at, `more than ${JSON_LIMITS.elements} elements in one array`);
      }
      this.#readValue();
      if (this.#skipTo(']')) return this.#leave();
      this.#expect(',');
    }
  }

  #readString(): string {
    const start = this.#at;
    if (this.#text[start] !== '"') throw new Fault(start);
    this.#at += 1;
    for (;;) {
      const character = this.#text[this.#at];
      if (character === undefined || character < ' ') throw new Fault(this.#at);
      this.#at += 1;
      if (character === '"') break;
      if (character === '\\') this.#readEscape();
    }
    const value: string = JSON.parse(this.#text.slice(start, this.#at));
    if (!this.#isFree && Buffer.byteLength(value) > JSON_LIMITS.stringBytes) {
      throw new Fault(start, `a string longer than ${JSON_LIMITS.stringBytes} bytes`);
    }
    return value;
  }

  #readEscape(): void {
    const escape = /["\\/bfnrt]|u[\da-fA-F]{4}/y;
    escape.lastIndex = this.#at;
    if (!escape.test(this.#text)) throw new Fault(this.#at);
    this.#at = escape.lastIndex;
  }

  #readNumber(): void {
    const start = this.#at;
    const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/y;
    number.lastIndex = start;
    if (!number.test(this.#text)) throw new Fault(start + 1);
    this.#at = number.lastIndex;
    if (!Number.isFinite(Number(this.#text.slice(start, this.#at)))) {
      throw new Fault(start, 'a number too large for a double');
    }
  }

  #readWord(): void {
    const word = /true|false|null/y;
    word.lastIndex = this.#at;
    if (!word.test(this.#text)) throw new Fault(this.#at);
    this.#at = word.lastIndex;
  }

  #enter(): void {
    this.#depth += 1;
    if (this.#depth > JSON_LIMITS.depth) {
      throw new Fault(this.#at, `nesting deeper than ${JSON_LIMITS.depth}`);
    }
    this.#at += 1;
  }

  #leave(): void {
    this.#depth -= 1;
  }

  #countKey(start: number): void {
    if (this.#isFree) return;
    this.#keys += 1;
    if (this.#keys > JSON_LIMITS.keys) {
      throw new Fault(start, `more than ${JSON_LIMITS.keys} keys`);
    }
  }

  #skipTo(closing: string): boolean {
    this.#skipSpace();
    if (this.#text[this.#at] !== closing) return false;
    this.#at += 1;
    return true;
  }

  #expect(character: string): void {
    this.#skipSpace();
    if (this.#text[this.#at] !== character) throw new Fault(this.#at);
    this.#at += 1;
  }

  #skipSpace(): void {
    const space = /[ \t\n\r]*/y;
    space.lastIndex = this.#at;
    space.test(this.#text);
    this.#at = space.lastIndex;
  }
}
