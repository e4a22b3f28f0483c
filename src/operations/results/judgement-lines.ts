/** A judgement as `writeStudyLines` tells it; −1 stands for a number that it has not. */
export interface JudgementLine {
  readonly position: number;
  readonly firstVariant: number;
  readonly secondVariant: number;
  /** 0 a winner, 1 a tie, 2 both bad. */
  readonly outcome: number;
  readonly winner: number;
  readonly side: number;
  readonly takenMs: number;
  readonly judgedAt: number;
  /** As they are stored; empty where there are none. */
  readonly score: string;
  readonly answers: string;
}

const LINE_BREAK = 10;
const SPACE = 32;
const MINUS = 45;
const ZERO = 48;

/**
 * Visits each line. Read byte by byte: splitting a hundred thousand lines into their fields would
 * make a million strings, and asking a string for its characters takes five times as long.
 */
export function forEachJudgement(lines: string, visit: (judgement: JudgementLine) => void): void {
  const reader = new LineReader(Buffer.from(lines));
  while (!reader.isAtEnd) {
    visit({
      position: reader.number(),
      firstVariant: reader.number(),
      secondVariant: reader.number(),
      outcome: reader.number(),
      winner: reader.number(),
      side: reader.number(),
      takenMs: reader.number(),
      judgedAt: reader.number(),
      score: reader.textUpTo(SPACE),
      answers: reader.textUpTo(LINE_BREAK),
    });
  }
}

class LineReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  number(): number {
    // In variables, because a field would be written for every digit.
    const bytes = this.#bytes;
    let at = this.#at;
    const isNegative = bytes[at] === MINUS;
    if (isNegative) at += 1;
    let value = 0;
    for (let byte = bytes[at]; byte !== SPACE && byte !== undefined; byte = bytes[at]) {
      value = value * 10 + (byte - ZERO);
      at += 1;
    }
    this.#at = at + 1;
    return isNegative ? -value : value;
  }

  textUpTo(mark: number): string {
    const from = this.#at;
    let to = from;
    while (to < this.#bytes.length && this.#bytes[to] !== mark) to += 1;
    this.#at = to + 1;
    return from === to ? '' : this.#bytes.toString('utf8', from, to);
  }
}
