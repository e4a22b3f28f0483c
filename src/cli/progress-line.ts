import type { Shell } from './shell.ts';

const WIDTH = 24;

/** Progress on standard error: one changing line on a terminal, a line per change in a file. */
export class ProgressLine {
  readonly #shell: Shell;
  #shown = '';

  constructor(shell: Shell) {
    this.#shell = shell;
  }

  show(bars: readonly string[]): void {
    const line = bars.filter((bar) => bar !== '').join(' · ');
    if (line === this.#shown) return;
    this.#shown = line;
    if (this.#shell.stderr.isTTY) this.#shell.stderr.write(`\r\u001b[2K${line}`);
    else this.#shell.say(line);
  }

  end(): void {
    if (this.#shown !== '' && this.#shell.stderr.isTTY) this.#shell.stderr.write('\n');
  }
}

/** A count out of a total, with the time left at the pace since the first update. */
export class ProgressBar {
  readonly #label: string;
  #first: { readonly done: number; readonly at: number } | undefined;
  text = '';

  constructor(label: string) {
    this.#label = label;
  }

  update(done: number, total: number): void {
    this.#first ??= { done, at: performance.now() };
    const share = total === 0 ? 0 : Math.min(1, done / total);
    const full = Math.round(share * WIDTH);
    const bar = `${'█'.repeat(full)}${'░'.repeat(WIDTH - full)}`;
    this.text = `${this.#label} ${bar} ${done} of ${total}${this.#left(done, total)}`;
  }

  #left(done: number, total: number): string {
    const gained = done - (this.#first?.done ?? done);
    if (gained <= 0 || done >= total) return '';
    const passedMs = performance.now() - (this.#first?.at ?? 0);
    return `, about ${durationText(((total - done) * passedMs) / gained / 1000)} left`;
  }
}

function durationText(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`;
  if (seconds < 5_400) return `${Math.round(seconds / 60)} min`;
  return `${Math.round(seconds / 360) / 10} h`;
}
