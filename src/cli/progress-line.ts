import type { Shell } from './shell.ts';

const WIDTH = 24;

/** Progress on standard error. A terminal shows one line that changes; a file gets a line per change. */
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

/** One thing that grows towards a number, with the time left at the pace since it was first seen. */
export class ProgressBar {
  readonly #label: string;
  #first: { readonly have: number; readonly at: number } | undefined;
  text = '';

  constructor(label: string) {
    this.#label = label;
  }

  update(have: number, wanted: number): void {
    this.#first ??= { have, at: performance.now() };
    const share = wanted === 0 ? 0 : Math.min(1, have / wanted);
    const full = Math.round(share * WIDTH);
    const bar = `${'█'.repeat(full)}${'░'.repeat(WIDTH - full)}`;
    this.text = `${this.#label} ${bar} ${have} of ${wanted}${this.#left(have, wanted)}`;
  }

  #left(have: number, wanted: number): string {
    const gained = have - (this.#first?.have ?? have);
    if (gained <= 0 || have >= wanted) return '';
    const passedMs = performance.now() - (this.#first?.at ?? 0);
    return `, about ${spoken(((wanted - have) * passedMs) / gained / 1000)} left`;
  }
}

function spoken(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`;
  if (seconds < 5_400) return `${Math.round(seconds / 60)} min`;
  return `${Math.round(seconds / 360) / 10} h`;
}
