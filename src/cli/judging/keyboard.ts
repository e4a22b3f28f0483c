import { CommandFailure, EXIT } from '../exit-codes.ts';
import type { Shell } from '../shell.ts';

const ARROWS: Readonly<Record<string, string>> = { '\u001b[D': 'a', '\u001b[C': 'b' };

/** Reads keys as they are pressed, or the characters of a pipe one by one. */
export class Keyboard {
  readonly #shell: Shell;
  #unread: string[] = [];
  #hasEnded = false;
  #wake: () => void = () => undefined;

  constructor(shell: Shell) {
    this.#shell = shell;
    const { stdin } = shell;
    if (stdin.isTTY) stdin.setRawMode(true);
    stdin.setEncoding('utf8');
    stdin.on('data', this.#receive);
    stdin.once('end', this.#end);
    stdin.resume();
  }

  /** Drops keys pressed before the task was shown, so that a held key judges no unseen task. */
  forget(): void {
    if (this.#shell.stdin.isTTY) this.#unread = [];
  }

  /** In lower case; undefined at the end of the input. */
  async key(): Promise<string | undefined> {
    for (;;) {
      const key = await this.#next();
      if (key === undefined || !/^[\r\n]$/.test(key)) return key?.toLowerCase();
    }
  }

  /** The text up to Enter; undefined at the end of the input. */
  async line(): Promise<string | undefined> {
    const keys: string[] = [];
    for (;;) {
      const key = await this.#next();
      if (key === undefined) return keys.length === 0 ? undefined : keys.join('');
      if (/^[\r\n]$/.test(key)) {
        if (this.#shell.stdin.isTTY) this.#shell.stderr.write('\n');
        return keys.join('');
      }
      if (key === '\u007f' || key === '\b') keys.pop();
      else keys.push(key);
      if (this.#shell.stdin.isTTY) this.#shell.stderr.write(`\r\u001b[2K> ${keys.join('')}`);
    }
  }

  close(): void {
    const { stdin } = this.#shell;
    if (stdin.isTTY) stdin.setRawMode(false);
    stdin.off('data', this.#receive).off('end', this.#end).pause();
  }

  readonly #receive = (chunk: string): void => {
    const arrow = ARROWS[chunk];
    this.#unread.push(...(arrow === undefined ? chunk : [arrow]));
    this.#wake();
  };

  readonly #end = (): void => {
    this.#hasEnded = true;
    this.#wake();
  };

  async #next(): Promise<string | undefined> {
    while (this.#unread.length === 0 && !this.#hasEnded) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    const key = this.#unread.shift();
    // A terminal in raw mode sends Ctrl-C as a character.
    if (key === '\u0003') {
      throw new CommandFailure(EXIT.interrupted, 'Interrupted. Everything judged so far is saved.');
    }
    return key === '\u0004' ? undefined : key;
  }
}
