import type { Label } from '../../../src/statistics/intervals/clusters.ts';

export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json };

/** What an adapter returns: only the keys that the vector expects are compared. */
export type Outcome = Readonly<Record<string, unknown>>;

export type Adapter = (input: VectorInput, expected: JsonObject, method: string) => Outcome;

export interface JsonObject {
  readonly [key: string]: Json;
}

/** Typed reading of a vector's `input`: absent keys give the default, never a guess. */
export class VectorInput {
  readonly raw: JsonObject;

  constructor(raw: JsonObject) {
    this.raw = raw;
  }

  has(key: string): boolean {
    return this.raw[key] !== undefined && this.raw[key] !== null;
  }

  /** First of the names that is present. */
  get(...keys: readonly string[]): Json | undefined {
    for (const key of keys) if (this.has(key)) return this.raw[key];
    return undefined;
  }

  number(key: string, otherwise: number): number {
    const value = this.raw[key];
    return typeof value === 'number' ? value : otherwise;
  }

  text(key: string, otherwise: string): string {
    const value = this.raw[key];
    return typeof value === 'string' ? value : otherwise;
  }

  numbers(...keys: readonly string[]): readonly (number | null)[] {
    return list(this.get(...keys)).map((value) => (typeof value === 'number' ? value : null));
  }

  rows(...keys: readonly string[]): readonly (readonly Json[])[] {
    return list(this.get(...keys)).map(list);
  }

  numberRows(...keys: readonly string[]): readonly (readonly number[])[] {
    return this.rows(...keys).map((row) => row.map(Number));
  }

  /** `confidence`, or one minus `alpha`, or 95 %. */
  confidence(): number {
    if (this.has('confidence')) return this.number('confidence', 0.95);
    if (this.has('conf_level')) return this.number('conf_level', 0.95);
    return this.has('alpha') ? 1 - this.number('alpha', 0.05) : 0.95;
  }

  alternative(): 'two-sided' | 'less' | 'greater' {
    const name = this.text('alternative', 'two-sided').replace(/[._ ]/g, '-');
    if (name === 'less' || name === 'smaller') return 'less';
    return name === 'greater' || name === 'larger' ? 'greater' : 'two-sided';
  }
}

export function list(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

export function object(value: Json | undefined): JsonObject {
  // A JSON value that is neither null, array nor primitive is an object.
  return value !== null && typeof value === 'object' && !Array.isArray(value)
    ? (value as JsonObject)
    : {};
}

export function label(value: Json): Label {
  return typeof value === 'number' ? value : String(value);
}

/** Values per item in the shape of the expected value: a list in item order or an object by name. */
export function byItem(
  expected: Json | undefined,
  items: readonly Label[],
  value: (index: number) => number | null,
): unknown {
  if (Array.isArray(expected)) return items.map((_, i) => value(i));
  return Object.fromEntries(items.map((item, i) => [String(item), value(i)]));
}

/** Symbols such as "1 -> 1, 2 -> 0, 0 -> 0.5" applied to a string or list of observations. */
export function decode(values: Json | undefined, coding: string): readonly number[] {
  const codes = new Map<string, number>();
  for (const [, from, to] of coding.matchAll(/(\S+?)\s*->\s*([-\d.]+)/g))
    codes.set(from ?? '', Number(to));
  const symbols = typeof values === 'string' ? [...values] : list(values);
  return symbols.map((symbol) => codes.get(String(symbol)) ?? Number(symbol));
}

export function ends(range: { readonly low: number; readonly high: number } | null): unknown {
  return range === null ? null : [range.low, range.high];
}
