import type { SourceAnswer, SourceCall } from './call-source.ts';

/** Calls that share a limit: so many of them at once. */
export interface Line {
  readonly name: string;
  readonly atOnce: number;
}

/** A call that was handed over, and is made as soon as its line has room. */
export interface HandedCall {
  /** Undefined when it was taken back, or came back because the other side asked for a rest. */
  readonly answer: Promise<SourceAnswer | undefined>;
  /** Unless it has begun. */
  readonly takeBack: () => void;
}

/** Takes calls ahead of their time, so that the next one is there when one ends. */
export interface LineCaller {
  readonly handOver: (call: SourceCall, line: Line) => HandedCall;
  /** Breaks off what is still under way. */
  readonly close: () => Promise<void>;
}

export interface LinedCall {
  readonly id: number;
  readonly call: SourceCall;
  readonly line: Line;
}

export interface CallLinesParts {
  /** Whatever becomes of the call, it ends; undefined when nobody knows what the other side said. */
  readonly make: (call: LinedCall) => Promise<SourceAnswer | undefined>;
  readonly giveBack: (id: number) => void;
  /** Calls at once, over all lines. */
  readonly mostAtOnce: number;
}

interface OpenLine {
  atOnce: number;
  underWay: number;
  waiting: LinedCall[];
}

/** Begins calls in the order in which they came, as far as their line has room. */
export class CallLines {
  readonly #parts: CallLinesParts;
  readonly #lines = new Map<string, OpenLine>();
  #underWay = 0;

  constructor(parts: CallLinesParts) {
    this.#parts = parts;
  }

  /** Nothing is left to begin. */
  get isEmpty(): boolean {
    return this.#lines.values().every(({ waiting }) => waiting.length === 0);
  }

  /** Begins with `begin`, which is called once for all that come together. */
  add(call: LinedCall): void {
    const { name, atOnce } = call.line;
    const line = this.#lines.get(name) ?? { atOnce, underWay: 0, waiting: [] };
    line.atOnce = atOnce;
    line.waiting.push(call);
    this.#lines.set(name, line);
  }

  takeBack(id: number): void {
    for (const line of this.#lines.values()) {
      const place = line.waiting.findIndex((call) => call.id === id);
      if (place < 0) continue;
      line.waiting.splice(place, 1);
      this.#parts.giveBack(id);
    }
  }

  begin(): void {
    for (const [name, line] of this.#lines) {
      while (line.underWay < line.atOnce && this.#underWay < this.#parts.mostAtOnce) {
        const call = line.waiting.shift();
        if (call === undefined) break;
        void this.#make(line, call);
      }
      if (line.underWay === 0 && line.waiting.length === 0) this.#lines.delete(name);
    }
  }

  async #make(line: OpenLine, call: LinedCall): Promise<void> {
    line.underWay += 1;
    this.#underWay += 1;
    const answer = await this.#parts.make(call);
    line.underWay -= 1;
    this.#underWay -= 1;
    if (answer?.outcome === 'failed' && answer.code === 'rate_limited') {
      for (const { id } of line.waiting.splice(0)) this.#parts.giveBack(id);
    }
    this.begin();
  }
}
