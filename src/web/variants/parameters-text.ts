import type { JsonObject, JsonValue } from '../../contract/fields.ts';
import { inexactNumberFault } from '../../contract/inexact-number.ts';
import { strings } from '../strings.ts';

export type Parsed =
  | { readonly kind: 'object'; readonly value: JsonObject }
  | { readonly kind: 'invalid'; readonly sentence: string };

export function parametersText(parameters: JsonObject | null): string {
  return JSON.stringify(parameters ?? {}, null, 2);
}

export function parseParameters(text: string): Parsed {
  try {
    const value: unknown = JSON.parse(text);
    const fault = inexactNumberFault(text);
    if (fault !== undefined) return { kind: 'invalid', sentence: fault };
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return { kind: 'object', value: value as JsonObject }; // JSON.parse makes nothing else.
    }
    return { kind: 'invalid', sentence: strings.variants.notJson('not an object') };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { kind: 'invalid', sentence: strings.variants.notJson(reason) };
  }
}

/**
 * Parameters as text for diffs: like JSON, but multi-line strings are written as lines, so a diff
 * shows which line of a prompt changed instead of one very long string.
 */
export function readableText(parameters: JsonObject | null): string {
  return readable(parameters ?? {}, '');
}

function readable(value: JsonValue, indent: string): string {
  const inner = `${indent}  `;
  if (typeof value === 'string' && value.includes('\n')) {
    const lines = value.split('\n').map((line) => (line === '' ? '' : `${inner}${line}`));
    return `"""\n${lines.join('\n')}\n${indent}"""`;
  }
  if (isList(value)) {
    if (value.length === 0) return '[]';
    const items = value.map((item) => `${inner}${readable(item, inner)}`);
    return `[\n${items.join(',\n')}\n${indent}]`;
  }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value);
    if (entries.length === 0) return '{}';
    const lines = entries.map(
      ([key, item]) => `${inner}${JSON.stringify(key)}: ${readable(item, inner)}`,
    );
    return `{\n${lines.join(',\n')}\n${indent}}`;
  }
  return JSON.stringify(value);
}

/** `Array.isArray` does not narrow read-only arrays. */
function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
