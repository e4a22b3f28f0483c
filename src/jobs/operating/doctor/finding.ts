/** The outcome of a check. Only `wrong` needs action at once. */
export interface Finding {
  readonly check: string;
  readonly status: 'ok' | 'look' | 'wrong';
  readonly finding: string;
  /** What to do; absent if nothing. */
  readonly advice?: string;
}

export function ok(check: string, finding: string): Finding {
  return { check, status: 'ok', finding };
}

export function look(check: string, finding: string, advice: string): Finding {
  return { check, status: 'look', finding, advice };
}

export function wrong(check: string, finding: string, advice: string): Finding {
  return { check, status: 'wrong', finding, advice };
}

const UNITS = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'];

export function inBytes(bytes: number): string {
  const power = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), UNITS.length - 1);
  const amount = bytes / 1024 ** power;
  return `${power === 0 ? amount : amount.toFixed(1)} ${UNITS[power]}`;
}
