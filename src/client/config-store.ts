import { type ConfigQuestion, type FetchedConfig, isConfig } from './fetch-deployed.ts';

/** Where the last known config is kept beyond the process: a file, a key-value store, local storage. */
export interface ConfigStore {
  readonly read: () => Promise<string | undefined>;
  readonly write: (text: string) => Promise<void>;
}

/** A config as it is kept, with the question that it answers. */
export interface Kept extends FetchedConfig {
  readonly question: ConfigQuestion;
  /** When the server confirmed it, in milliseconds since 1970. */
  readonly at: number;
}

export function encodeKept(kept: Kept): string {
  return JSON.stringify(kept);
}

/** Nothing where the text answers another question; throws where it is damaged. */
export function decodeKept(text: string, question: ConfigQuestion): Kept | undefined {
  const { question: answered, etag, at, config }: Partial<Kept> = { ...JSON.parse(text) };
  if (JSON.stringify(answered) !== JSON.stringify(question)) return undefined;
  if (typeof etag === 'string' && typeof at === 'number' && isConfig(config)) {
    return { question, etag, at, config };
  }
  throw new Error('The kept config is damaged, and was ignored.');
}
