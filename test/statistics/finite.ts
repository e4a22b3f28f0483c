import assert from 'node:assert/strict';

/** No NaN and no infinity anywhere inside a result; functions and generators are not results. */
export function assertFinite(value: unknown, path = 'result'): void {
  if (typeof value === 'number') {
    assert.ok(Number.isFinite(value), `${path} is ${value}`);
    return;
  }
  if (value === null || typeof value !== 'object') return;
  for (const [key, inner] of Object.entries(value)) assertFinite(inner, `${path}.${key}`);
}
