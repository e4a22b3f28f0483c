import { codePoints } from '../contract/decode-string.ts';
import { isKeepable, JSON_LIMITS } from '../contract/json-limits.ts';
import { issues, ValidationFailure } from '../contract/validation.ts';
import { locateJsonFault } from './locate-json-fault.ts';

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Reads a body as JSON, refusing what the wire contract refuses. `freeFields` are the top-level
 * fields that hold free JSON.
 */
export function parseJson(bytes: Uint8Array, freeFields: readonly string[]): unknown {
  const text = decodeUtf8(bytes);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw refuse(text, freeFields);
  }
  if (!isWithinLimits(value, freeFields)) throw refuse(text, freeFields);
  return value;
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    // Up to the first bad byte the lenient decoder agrees with the strict one.
    const lenient = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
    const offset = codePoints(lenient.slice(0, Math.max(lenient.indexOf('\uFFFD'), 0)));
    throw new ValidationFailure([issues.jsonInvalid(offset, 'invalid UTF-8')]);
  }
}

function refuse(text: string, freeFields: readonly string[]): ValidationFailure {
  const { offset, reason } = locateJsonFault(text, { freeFields: new Set(freeFields) });
  const position = codePoints(text.slice(0, offset));
  return new ValidationFailure([issues.jsonInvalid(position, reason)]);
}

/** Counts over a whole body. */
export interface Count {
  keys: number;
}

function isWithinLimits(value: unknown, freeFields: readonly string[]): boolean {
  if (typeof value !== 'object' || value === null) return isPlainLeaf(value);
  const count: Count = { keys: 0 };
  for (const [key, member] of Object.entries(value)) {
    const isFree = freeFields.includes(key);
    if (isFree ? !isKeepable(member, 2) : !isModest(member, 2, count)) return false;
    count.keys += 1;
  }
  const isArray = Array.isArray(value);
  if (isArray) return value.length <= JSON_LIMITS.elements;
  return count.keys <= JSON_LIMITS.keys;
}

/** Whether a value keeps the limits for JSON that is not free. */
export function isModest(value: unknown, depth: number, count: Count): boolean {
  if (typeof value !== 'object' || value === null) return isPlainLeaf(value);
  if (depth > JSON_LIMITS.depth) return false;
  const keys = Object.keys(value);
  if (Array.isArray(value)) {
    if (keys.length > JSON_LIMITS.elements) return false;
  } else {
    count.keys += keys.length;
    if (count.keys > JSON_LIMITS.keys) return false;
  }
  return keys.every((key) => isModest(Reflect.get(value, key), depth + 1, count));
}

function isPlainLeaf(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  return typeof value !== 'string' || Buffer.byteLength(value) <= JSON_LIMITS.stringBytes;
}
