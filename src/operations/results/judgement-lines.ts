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
 * Visits each line. Read character by character: splitting a hundred thousand lines into their
 * fields would make a million strings.
 */
export function forEachJudgement(lines: string, visit: (judgement: JudgementLine) => void): void {
  const reader = new LineReader(lines);
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
      score: reader.word(),
      answers: reader.restOfLine(),
    });
  }
}

class LineReader {
  readonly #lines: string;
  #at = 0;

  constructor(lines: string) {
    this.#lines = lines;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#lines.length;
  }

  number(): number {
    const isNegative = this.#lines.charCodeAt(this.#at) === MINUS;
    if (isNegative) this.#at += 1;
    let value = 0;
    for (;;) {
      const code = this.#lines.charCodeAt(this.#at);
      this.#at += 1;
      if (code === SPACE) return isNegative ? -value : value;
      value = value * 10 + (code - ZERO);
    }
  }

  text(length: number): string {
    const from = this.#at;
    this.#at = from + length + 1;
    return this.#lines.slice(from, from + length);
  }

  word(): string {
    const end = this.#lines.charCodeAt(this.#at) === SPACE ? this.#at : this.#find(' ');
    return this.text(end - this.#at);
  }

  restOfLine(): string {
    const isEmpty = this.isAtEnd || this.#lines.charCodeAt(this.#at) === LINE_BREAK;
    return this.text((isEmpty ? this.#at : this.#find('\n')) - this.#at);
  }

  #find(mark: string): number {
    const found = this.#lines.indexOf(mark, this.#at);
    return found < 0 ? this.#lines.length : found;
  }
}
