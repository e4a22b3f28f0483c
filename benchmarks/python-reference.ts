import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The data that both implementations process. */
export interface ReferenceData {
  readonly variants: number;
  readonly votes: Readonly<Record<'first' | 'second' | 'outcome', Uint8Array>>;
  /** By case. */
  readonly influence: readonly Float64Array[];
  /** Five per unit, one unit after the other. */
  readonly ratings: Float64Array;
}

export interface ReferenceAnswers {
  readonly aggregate: { readonly ms: number };
  readonly fit: { readonly ms: number; readonly abilities: readonly number[] };
  readonly draws: { readonly ms: number };
  readonly alpha: { readonly ms: number; readonly estimate: number };
}

/** Runs `reference.py` on one core; undefined if Python has no numpy and scipy. */
export function askPython(data: ReferenceData): ReferenceAnswers | undefined {
  if (spawnSync('python3', ['-c', 'import numpy, scipy']).status !== 0) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'jurybox-reference-'));
  try {
    for (const [name, column] of Object.entries(data.votes)) {
      writeFileSync(join(folder, name), column);
    }
    writeFileSync(join(folder, 'influence'), Buffer.concat(data.influence.map(bytesOf)));
    writeFileSync(join(folder, 'ratings'), data.ratings);
    const script = join(import.meta.dirname, 'reference.py');
    const sizes = [String(data.variants), String(data.influence.length)];
    const { status, stdout, stderr } = spawnSync('python3', [script, folder, ...sizes], {
      encoding: 'utf8',
      env: { ...process.env, OPENBLAS_NUM_THREADS: '1', OMP_NUM_THREADS: '1' },
    });
    if (status !== 0) throw new Error(stderr);
    return JSON.parse(stdout);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function bytesOf({ buffer, byteOffset, byteLength }: Float64Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
