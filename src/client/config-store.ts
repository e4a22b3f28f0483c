import { type ConfigQuery, type FetchedConfig, isConfig } from './fetch-deployed.ts';

/** Keeps the last known config across restarts: in a file, a key-value store or local storage. */
export interface ConfigStore {
  readonly read: () => Promise<string | undefined>;
  readonly write: (text: string) => Promise<void>;
}

/** A stored config, with the query that it answers. */
export interface StoredConfig extends FetchedConfig {
  readonly question: ConfigQuery;
  /** When the server confirmed it, in milliseconds since 1970. */
  readonly at: number;
}

export function encodeConfig(kept: StoredConfig): string {
  return JSON.stringify(kept);
}

/** Undefined if the text answers another query; throws if it is damaged. */
export function decodeConfig(text: string, question: ConfigQuery): StoredConfig | undefined {
  const { question: answered, etag, at, config }: Partial<StoredConfig> = { ...JSON.parse(text) };
  if (JSON.stringify(answered) !== JSON.stringify(question)) return undefined;
  if (typeof etag === 'string' && typeof at === 'number' && isConfig(config)) {
    return { question, etag, at, config };
  }
  throw new Error('The stored config is damaged and was ignored.');
}
