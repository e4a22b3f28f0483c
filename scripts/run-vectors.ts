import { readFileSync } from 'node:fs';
import {
  type Comparison,
  runVector,
  type Vector,
} from '../test/statistics/vector-adapters/run-vector.ts';

/** `npm run vectors -- FILE`: one line per vector, then the totals; fails unless all passed. */
const file = process.argv[2] ?? 'test/statistics/stat-vectors.json';
const vectors: readonly Vector[] = JSON.parse(readFileSync(file, 'utf8'));
const totals = { pass: 0, fail: 0, 'unknown method': 0 };
for (const vector of vectors) {
  const result = safely(vector);
  totals[result.status] += 1;
  console.log(line(vector, result));
}
console.log(`${totals.pass} passed, ${totals.fail} failed, ${totals['unknown method']} unknown`);
process.exitCode = totals.pass === vectors.length ? 0 : 1;

function safely(vector: Vector): Comparison {
  try {
    return runVector(vector);
  } catch (error) {
    return { status: 'fail', difference: Number.POSITIVE_INFINITY, at: String(error) };
  }
}

function line({ id, method }: Vector, { status, difference, at }: Comparison): string {
  if (status === 'unknown method') return `${id} ${method}: unknown method`;
  if (status === 'pass')
    return `${id} ${method}: pass (largest difference ${difference.toExponential(1)})`;
  return `${id} ${method}: fail (largest difference ${difference.toExponential(3)} at ${at})`;
}
