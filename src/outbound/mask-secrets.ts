import { isCredential } from './guarded-request.ts';

/** What a call sends that must not come back with its answer. */
export interface CallSecrets {
  readonly apiKey: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

/** Shorter texts would match everywhere, and protect nothing. */
const SHORTEST_SECRET = 6;

/** The key, and the headers that grant access, also without the word before them ("Bearer …"). */
export function secretsOf({ apiKey, headers }: CallSecrets): readonly string[] {
  const credentials = Object.entries(headers)
    .filter(([name]) => isCredential(name))
    .flatMap(([, value]) => [value, ...value.split(/\s+/)]);
  return orderedSecrets([apiKey ?? '', ...credentials]);
}

/** The secrets, and the values of all other headers. */
export function valuesOf(secrets: CallSecrets): readonly string[] {
  return orderedSecrets([...secretsOf(secrets), ...Object.values(secrets.headers)]);
}

/** Longest first, so that no part of a longer one remains; also as JSON writes them. */
function orderedSecrets(texts: readonly string[]): readonly string[] {
  const spellings = texts.flatMap((text) => [text, JSON.stringify(text).slice(1, -1)]);
  return [...new Set(spellings)]
    .filter(({ length }) => length >= SHORTEST_SECRET)
    .sort((left, right) => right.length - left.length);
}

/** Replaces each secret with dots of the same length, so that a later cut is in the same place. */
export function masked(text: string, secrets: readonly string[]): string {
  return secrets.reduce(
    (rest, secret) => rest.replaceAll(secret, () => '•'.repeat(secret.length)),
    text,
  );
}
