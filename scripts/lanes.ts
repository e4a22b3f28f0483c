import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A guarantee of docs/guarantees.md, with the test files that prove it. */
export interface Guarantee {
  readonly number: number;
  readonly promise: string;
  readonly files: readonly string[];
}

const ROOT = join(import.meta.dirname, '..');

/** Guarantees about faults and about security: two lanes that can run for hours. */
const LANES = {
  faults: { from: 1, to: 20, folder: 'test/faults/*.test.ts' },
  security: { from: 21, to: 35, folder: 'test/security/*.test.ts' },
} as const;

export type Lane = keyof typeof LANES;

export function isLane(name: string): name is Lane {
  return Object.hasOwn(LANES, name);
}

export function guaranteesOf(lane: Lane): readonly Guarantee[] {
  const { from, to } = LANES[lane];
  return readGuarantees().filter(({ number }) => number >= from && number <= to);
}

/** All test files that its guarantees name, and the rest of its folder. */
export function filesOf(lane: Lane): readonly string[] {
  const named = guaranteesOf(lane).flatMap(({ files }) => files);
  return [...new Set([...globSync(LANES[lane].folder, { cwd: ROOT }), ...named])].sort();
}

function readGuarantees(): readonly Guarantee[] {
  const text = readFileSync(join(ROOT, 'docs/guarantees.md'), 'utf8');
  return [...text.matchAll(/^\| G(\d+) \| (.*?) \| (.*) \|$/gm)].map(
    ([, number, promise = '', proof = '']) => ({
      number: Number(number),
      promise,
      files: [...proof.matchAll(/`((?:test|src)\/[^`]+)`/g)].map(([, path = '']) => path),
    }),
  );
}
