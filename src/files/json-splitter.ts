import { countNewlines } from './count-newlines.ts';

/** A complete value found inside a larger JSON text. */
export interface JsonPiece extends TextPlace {
  /** The start of the array of rows, an element of it, or another field of the object around it. */
  readonly kind: 'rows' | 'row' | 'field';
  readonly name: string;
  readonly text: string;
}

/** Where something starts in the whole text. */
export interface TextPlace {
  /** In code points. */
  readonly offset: number;
  /** 1-based. */
  readonly line: number;
}

/** Here the text stops being JSON of the expected shape. */
export class JsonShapeFault extends Error {
  readonly place: TextPlace;
  /** The value that starts there and has no end: parsing it may find an earlier fault. */
  readonly unfinished: string;
  readonly reason: string | undefined;

  constructor(place: TextPlace, { unfinished = '', reason }: FaultDetails = {}) {
    super(`Unexpected JSON at ${place.offset}.`);
    this.name = 'JsonShapeFault';
    this.place = place;
    this.unfinished = unfinished;
    this.reason = reason;
  }
}

interface FaultDetails {
  readonly unfinished?: string;
  readonly reason?: string;
}

type State =
  | 'root'
  | 'first key'
  | 'key'
  | 'colon'
  | 'value'
  | 'after value'
  | 'first row'
  | 'row'
  | 'after row'
  | 'end';

/** A value that has not ended yet. */
interface OpenValue extends TextPlace {
  readonly parts: string[];
  readonly kind: 'row' | 'field' | 'key';
  length: number;
  depth: number;
  isString: boolean;
  isEscaped: boolean;
}

/** In characters, for a key or field beside the rows. */
const LONGEST_FIELD = 1024 * 1024;

/**
 * Cuts `[row, …]` or `{"field": …, "rows": [row, …]}` into its values while the text arrives. A
 * file of any size takes the memory of its largest row, and each character is read once. Only
 * brackets and quotes delimit a value; parsing the piece finds faults inside it.
 */
export class JsonSplitter {
  readonly #rowsField: string | undefined;
  readonly #longestRow: number;
  #text = '';
  #at = 0;
  #state: State = 'root';
  #name = '';
  #open: OpenValue | undefined;
  /** The last place counted, and its index in the current text. */
  #counted = { offset: 0, line: 1, at: 0 };

  /** Without a field the root itself is the array of rows. */
  constructor(rowsField: string | undefined, longestRow: number) {
    this.#rowsField = rowsField;
    this.#longestRow = longestRow;
  }

  /** Takes more of the text and yields the values that it completes. */
  *feed(text: string): Generator<JsonPiece> {
    this.#text = text;
    this.#at = 0;
    while (this.#at < text.length) {
      const piece = this.#step();
      if (piece !== undefined) yield piece;
    }
    this.#place(text.length);
    this.#counted.at = 0;
  }

  /** Ends the text and refuses it when it is unfinished. */
  end(): void {
    if (this.#state === 'end') return;
    const place = { offset: this.#counted.offset, line: this.#counted.line };
    if (this.#open === undefined) throw new JsonShapeFault(place);
    throw new JsonShapeFault(this.#open, { unfinished: this.#open.parts.join('') });
  }

  #step(): JsonPiece | undefined {
    if (this.#open !== undefined) return this.#readOn(this.#open);
    this.#skipSpace();
    const character = this.#text[this.#at];
    if (character === undefined) return undefined;
    switch (this.#state) {
      case 'root':
        return this.#rowsField === undefined ? this.#openRows() : this.#expect('{', 'first key');
      case 'first key':
        return character === '}' ? this.#expect('}', 'end') : this.#openKey();
      case 'key':
        return this.#openKey();
      case 'colon':
        return this.#expect(':', 'value');
      case 'value':
        if (this.#name === this.#rowsField && character === '[') return this.#openRows();
        return this.#openValue('field');
      case 'after value':
        return character === ',' ? this.#expect(',', 'key') : this.#expect('}', 'end');
      case 'first row':
        return character === ']' ? this.#expect(']', this.#closed()) : this.#openValue('row');
      case 'row':
        return this.#openValue('row');
      case 'after row':
        return character === ',' ? this.#expect(',', 'row') : this.#expect(']', this.#closed());
      case 'end':
        throw new JsonShapeFault(this.#place(this.#at));
    }
  }

  #openRows(): JsonPiece {
    const place = this.#place(this.#at);
    this.#expect('[', 'first row');
    return { ...place, kind: 'rows', name: this.#name, text: '' };
  }

  #closed(): State {
    return this.#rowsField === undefined ? 'end' : 'after value';
  }

  #expect(character: string, next: State): undefined {
    if (this.#text[this.#at] !== character) throw new JsonShapeFault(this.#place(this.#at));
    this.#at += 1;
    this.#state = next;
  }

  #openKey(): JsonPiece | undefined {
    if (this.#text[this.#at] !== '"') throw new JsonShapeFault(this.#place(this.#at));
    return this.#openValue('key');
  }

  #openValue(kind: OpenValue['kind']): JsonPiece | undefined {
    this.#open = {
      ...this.#place(this.#at),
      kind,
      parts: [],
      length: 0,
      depth: 0,
      isString: false,
      isEscaped: false,
    };
    return this.#readOn(this.#open);
  }

  #readOn(open: OpenValue): JsonPiece | undefined {
    const end = findEnd(this.#text, this.#at, open);
    const part = this.#text.slice(this.#at, end);
    open.parts.push(part);
    open.length += part.length;
    const kind = open.kind === 'row' ? 'row' : 'field';
    const longest = kind === 'row' ? this.#longestRow : LONGEST_FIELD;
    if (open.length > longest) {
      throw new JsonShapeFault(open, { reason: `a ${kind} longer than ${longest} characters` });
    }
    this.#at = end ?? this.#text.length;
    return end === undefined ? undefined : this.#close(open);
  }

  #close(open: OpenValue): JsonPiece | undefined {
    const { kind, offset, line } = open;
    const text = open.parts.join('');
    this.#open = undefined;
    if (text === '') throw new JsonShapeFault({ offset, line });
    if (kind === 'key') {
      this.#name = parseKey(text, open);
      this.#state = 'colon';
      return undefined;
    }
    this.#state = kind === 'row' ? 'after row' : 'after value';
    return { kind, name: this.#name, text, offset, line };
  }

  #skipSpace(): void {
    const space = /[ \t\n\r]*/y;
    space.lastIndex = this.#at;
    space.test(this.#text);
    this.#at = space.lastIndex;
  }

  /** Called in the order of the text, so each character is counted once. */
  #place(at: number): TextPlace {
    const passed = this.#text.slice(this.#counted.at, at);
    this.#counted.offset += codePointsIn(passed);
    this.#counted.line += countNewlines(passed);
    this.#counted.at = at;
    return { offset: this.#counted.offset, line: this.#counted.line };
  }
}

function parseKey(text: string, place: TextPlace): string {
  try {
    return JSON.parse(text);
  } catch {
    throw new JsonShapeFault(place, { unfinished: text });
  }
}

const IN_STRING = /["\\]/g;
const IN_BRACKETS = /["[\]{}]/g;
const AT_TOP = /["[\]{},\s:]/g;

/** Where an open value ends; undefined when it does not end in this text. */
function findEnd(text: string, from: number, open: OpenValue): number | undefined {
  let at = from;
  if (open.isEscaped) {
    open.isEscaped = false;
    at += 1;
  }
  for (;;) {
    const structure = open.isString ? IN_STRING : open.depth > 0 ? IN_BRACKETS : AT_TOP;
    structure.lastIndex = at;
    const found = structure.exec(text);
    if (found === null) return undefined;
    at = found.index + 1;
    switch (found[0]) {
      case '\\':
        if (at === text.length) open.isEscaped = true;
        at += 1;
        break;
      case '"':
        open.isString = !open.isString;
        if (!open.isString && open.depth === 0) return at;
        break;
      case '[':
      case '{':
        open.depth += 1;
        break;
      case ']':
      case '}':
        if (open.depth === 0) return found.index;
        open.depth -= 1;
        if (open.depth === 0) return at;
        break;
      default:
        return found.index;
    }
  }
}

/** Counts the first half of each surrogate pair only: the text may be cut between the two. */
function codePointsIn(text: string): number {
  return text.length - (text.match(/[\uDC00-\uDFFF]/g)?.length ?? 0);
}
