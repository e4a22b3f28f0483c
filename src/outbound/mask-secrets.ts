import { isCredential } from './guarded-request.ts';

/** What a call carries that must not come back with its answer. */
export interface Carried {
  readonly apiKey: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

/** Shorter ones would be found everywhere, and guard nothing. */
const SHORTEST_SECRET = 6;

/** The key, and the headers that grant access, also without the word before them ("Bearer …"). */
export function secretsOf({ apiKey, headers }: Carried): readonly string[] {
  const credentials = Object.entries(headers)
    .filter(([name]) => isCredential(name))
    .flatMap(([, value]) => [value, ...value.split(/\s+/)]);
  return orderedSecrets([apiKey ?? '', ...credentials]);
}

/** These, and the values of all other headers. */
export function valuesOf(carried: Carried): readonly string[] {
  return orderedSecrets([...secretsOf(carried), ...Object.values(carried.headers)]);
}

/** Longest first, so that no part of one is left standing; also as JSON writes them. */
function orderedSecrets(texts: readonly string[]): readonly string[] {
  const spellings = texts.flatMap((text) => [text, JSON.stringify(text).slice(1, -1)]);
  return [...new Set(spellings)]
    .filter(({ length }) => length >= SHORTEST_SECRET)
    .sort((left, right) => right.length - left.length);
}

/** Puts as many dots in the place of each secret, so that a cut made later is made in the same place. */
export function masked(text: string, secrets: readonly string[]): string {
  return secrets.reduce(
    (rest, secret) => rest.replaceAll(secret, () => '•'.repeat(secret.length)),
    text,
  );
}
