import { countNewlines } from './count-newlines.ts';
import { FileFault } from './file-fault.ts';
import { ROW_TOO_LONG } from './longest-row.ts';

export interface CsvRecord {
  readonly cells: readonly string[];
  /** The line where it starts, 1-based. */
  readonly line: number;
}

export const DELIMITERS = [',', ';', '\t', '|'] as const;

export type Delimiter = (typeof DELIMITERS)[number];

const NOT_CLOSED = 'A quote that opens here is not closed where its cell ends.';
const STRAY_QUOTE =
  'A quote is inside a cell that is not quoted. Quote the cell and double the quote.';
const LONE_RETURN = 'A carriage return is alone: end lines with LF or CRLF.';

/** Cuts CSV into records while the text arrives. Fully empty lines are skipped. */
export class CsvSplitter {
  readonly #delimiter: Delimiter;
  readonly #special: RegExp;
  readonly #longestRow: number;
  #state: 'start' | 'bare' | 'quoted' | 'closed' | 'return' = 'start';
  #cells: string[] = [];
  #cell = '';
  #hasQuotes = false;
  #line = 1;
  #recordLine = 1;
  /** Characters read of the open record. */
  #recordLength = 0;
  /** The line where the last quoted cell was opened. */
  #quoteLine = 1;

  constructor(delimiter: Delimiter, longestRow: number) {
    this.#delimiter = delimiter;
    this.#longestRow = longestRow;
    this.#special = new RegExp(`["\\r\\n${delimiter}]`, 'g');
  }

  /** Takes more of the text and yields the records that it completes. */
  *feed(text: string): Generator<CsvRecord> {
    let at = 0;
    let recordAt = 0;
    while (at < text.length) {
      if (this.#state === 'quoted') {
        at = this.#readQuoted(text, at);
        continue;
      }
      if (this.#state === 'bare') at = this.#readBare(text, at);
      const character = text[at];
      at += 1;
      if (character === '\n') {
        this.#lengthen(at - 1 - recordAt);
        yield* this.#endRecord();
        recordAt = at;
      } else if (character !== undefined) this.#take(character);
    }
    this.#lengthen(text.length - recordAt);
  }

  /** Ends the text and yields a last record that has no line end. */
  *end(): Generator<CsvRecord> {
    if (this.#state === 'quoted') throw new FileFault(NOT_CLOSED, this.#quoteLine);
    yield* this.#endRecord();
  }

  #lengthen(characters: number): void {
    this.#recordLength += characters;
    if (this.#recordLength > this.#longestRow) throw new FileFault(ROW_TOO_LONG, this.#recordLine);
  }

  #readQuoted(text: string, from: number): number {
    const quote = text.indexOf('"', from);
    const content = text.slice(from, quote === -1 ? undefined : quote);
    this.#cell += content;
    this.#line += countNewlines(content);
    if (quote === -1) return text.length;
    this.#state = 'closed';
    return quote + 1;
  }

  #readBare(text: string, from: number): number {
    this.#special.lastIndex = from;
    const end = this.#special.exec(text)?.index ?? text.length;
    this.#cell += text.slice(from, end);
    return end;
  }

  /** Takes one character outside quotes other than a line feed. */
  #take(character: string): void {
    if (this.#state === 'return') throw new FileFault(LONE_RETURN, this.#line);
    if (character === this.#delimiter) this.#endCell();
    else if (character === '\r') this.#state = 'return';
    else if (character === '"') this.#takeQuote();
    else if (this.#state === 'closed') throw new FileFault(NOT_CLOSED, this.#quoteLine);
    else {
      this.#cell += character;
      this.#state = 'bare';
    }
  }

  #takeQuote(): void {
    if (this.#state === 'bare') throw new FileFault(STRAY_QUOTE, this.#line);
    if (this.#state === 'closed') this.#cell += '"';
    else this.#quoteLine = this.#line;
    this.#hasQuotes = true;
    this.#state = 'quoted';
  }

  #endCell(): void {
    this.#cells.push(this.#cell);
    this.#cell = '';
    this.#state = 'start';
  }

  *#endRecord(): Generator<CsvRecord> {
    this.#endCell();
    const record = { cells: this.#cells, line: this.#recordLine };
    const isEmpty = !this.#hasQuotes && record.cells.length === 1 && record.cells[0] === '';
    this.#cells = [];
    this.#hasQuotes = false;
    this.#recordLength = 0;
    this.#line += 1;
    this.#recordLine = this.#line;
    if (!isEmpty) yield record;
  }
}

/**
 * The most frequent delimiter outside quotes in the first record that is not empty; on a tie the
 * first of `DELIMITERS`. `isWhole` is true when the text holds that record to its end.
 */
export function surveyHeader(text: string): { delimiter: Delimiter; isWhole: boolean } {
  const counts = new Map<string, number>(DELIMITERS.map((delimiter) => [delimiter, 0]));
  let isQuoted = false;
  let isEmpty = true;
  let isWhole = false;
  for (const character of text) {
    // A doubled quote closes and opens again, which changes nothing.
    if (character === '"') isQuoted = !isQuoted;
    if (character === '\n' && !isQuoted && !isEmpty) {
      isWhole = true;
      break;
    }
    if (character !== '\n' && character !== '\r') isEmpty = false;
    const count = isQuoted ? undefined : counts.get(character);
    if (count !== undefined) counts.set(character, count + 1);
  }
  const most = Math.max(...counts.values());
  const delimiter = DELIMITERS.find((candidate) => counts.get(candidate) === most) ?? ',';
  return { delimiter, isWhole };
}
