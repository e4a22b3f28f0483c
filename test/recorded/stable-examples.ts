import type { Example, Examples } from '../../src/contract/openapi-examples.ts';
import { DAY_MS } from '../support/requests.ts';
import type { Journey } from './journey.ts';

const START = Date.parse('2026-01-15T09:00:00.000Z');
const MOST_CHARACTERS = 400;
const MOST_TEXTS = 3;

/** The recorded examples with long answers shortened, and with what differs in each run replaced. */
export function stableExamples({ recorded, serverUrl, targetUrl, startedAt }: Journey): Examples {
  const short = [...recorded].map(([operationId, example]) => [operationId, shorten(example)]);
  const text = JSON.stringify(Object.fromEntries(short))
    .replaceAll(serverUrl, 'https://jurybox.example')
    .replaceAll(targetUrl, 'https://app.example')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, (time) => sameDay(time, startedAt));
  return JSON.parse(replaceSecrets(replaceIds(text)), (_, value) => cut(value));
}

function shorten(example: Example): Example {
  if (example.response === undefined) return example;
  return { ...example, response: shortened(example.response) };
}

function shortened(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const isOfObjects = typeof value[0] === 'object';
    return value.slice(0, isOfObjects ? 1 : MOST_TEXTS).map(shortened);
  }
  // The OpenAPI document would contain itself: only its version is kept.
  const shown = 'openapi' in value ? { openapi: value.openapi } : value;
  return Object.fromEntries(Object.entries(shown).map(([key, inner]) => [key, shortened(inner)]));
}

/** Runs after ids are replaced: half an id would not be recognized. */
function cut(value: unknown): unknown {
  if (typeof value !== 'string' || value.length <= MOST_CHARACTERS) return value;
  return `${value.slice(0, MOST_CHARACTERS)}…`;
}

/** The time as a number of whole days after the start of the examples. */
function sameDay(time: string, startedAt: number): string {
  const days = Math.floor((Date.parse(time) - startedAt) / DAY_MS);
  return new Date(START + days * DAY_MS).toISOString();
}

function replaceIds(text: string): string {
  return numbered(
    text,
    /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g,
    (number) => `01900000-0000-7000-8000-${String(number).padStart(12, '0')}`,
  );
}

/** Replaces keys, tokens and hashes by lookalikes that open nothing. */
function replaceSecrets(text: string): string {
  const keys = numbered(text, /(?<=["\s])[0-9a-f]{8}(?=["\s.])/g, (number) => `example${number}`);
  const named = keys.replaceAll(/(?<=\.)w[0-9a-f]{32}(?=\.)/g, `w${'0'.repeat(32)}`);
  const hashes = numbered(named, /\b[0-9a-f]{64}\b/g, (number) => String(number).padStart(64, '0'));
  return numbered(hashes, /(?<![\w-])[\w-]{43}(?![\w-])/g, (number) => `example-token-${number}`);
}

/** Replaces equal matches by the same text, numbered in order of appearance. */
function numbered(text: string, pattern: RegExp, replacement: (number: number) => string): string {
  const replacements = new Map<string, string>();
  return text.replaceAll(pattern, (match) => {
    const stable = replacements.get(match) ?? replacement(replacements.size + 1);
    replacements.set(match, stable);
    return stable;
  });
}
