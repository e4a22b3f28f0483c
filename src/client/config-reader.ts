import type { JsonObject } from '../contract/fields.ts';
import { type ConfigStore, decodeConfig, encodeConfig, type StoredConfig } from './config-store.ts';
import { type ConfigQuery, fetchDeployed } from './fetch-deployed.ts';
import type { ClientOptions } from './send.ts';

export interface ConfigReaderOptions<Parameters> extends ClientOptions {
  readonly baseId: string;
  /** The config that an environment runs, or one by its name. */
  readonly config: { readonly environment: string } | { readonly name: string };
  /** Turns the server's parameters into typed ones, or throws. */
  readonly parse?: (parameters: JsonObject) => Parameters;
  /** A reading older than this is returned and confirmed in the background; default 10 seconds. */
  readonly refreshMs?: number;
  /** A reading older than this is confirmed before it is returned; default 5 minutes. */
  readonly maxAgeMs?: number;
  /** The longest time that a read waits for the server; default 2 seconds. */
  readonly timeoutMs?: number;
  /** Keeps the last config across restarts, so that an app can start while the server is down. */
  readonly store?: ConfigStore;
  /** Called with every fault, because reads do not fail once there is a config. */
  readonly onFault?: (fault: unknown) => void;
}

export interface ConfigReading<Parameters> {
  readonly parameters: Parameters;
  readonly configName: string;
  readonly version: number;
  /** When the server last confirmed it. */
  readonly confirmedAt: Date;
  /** The last request to confirm it failed, or it was confirmed longer than `maxAgeMs` ago. */
  readonly stale: boolean;
}

/**
 * Reads a deployed config: cached, revalidated by ETag, and the last good one while the server is
 * down.
 */
export interface ConfigReader<Parameters> {
  /**
   * The config, from memory if it is recent enough. The first read fails if neither the server nor
   * the store has one; after the first success no read fails.
   */
  readonly read: () => Promise<ConfigReading<Parameters>>;
  /** Requests the config now. */
  readonly refresh: () => Promise<ConfigReading<Parameters>>;
  /**
   * Requests the config every `refreshMs` and reports each change; returns a function that stops
   * it.
   */
  readonly follow: (onChange: (reading: ConfigReading<Parameters>) => void) => () => void;
}

export function createConfigReader<Parameters = JsonObject>(
  options: ConfigReaderOptions<Parameters>,
): ConfigReader<Parameters> {
  const cache = new ConfigCache(options);
  return {
    read: () => cache.read(),
    refresh: () => cache.refresh(),
    follow: (onChange) => cache.follow(onChange),
  };
}

class ConfigCache<Parameters> {
  readonly #options: ConfigReaderOptions<Parameters>;
  readonly #limits: { refreshMs: number; maxAgeMs: number };
  readonly #query: ConfigQuery;
  #known: { readonly kept: StoredConfig; readonly parameters: Parameters } | undefined;
  #hasFailed = false;
  #requestedAt = Number.NEGATIVE_INFINITY;
  #request: Promise<void> | undefined;

  constructor(options: ConfigReaderOptions<Parameters>) {
    const { baseId, config, refreshMs = 10_000, maxAgeMs = 300_000, timeoutMs = 2_000 } = options;
    this.#options = { ...options, timeoutMs };
    this.#limits = { refreshMs, maxAgeMs };
    this.#query =
      'environment' in config
        ? { base_id: baseId, environment_name: config.environment }
        : { base_id: baseId, config_name: config.name };
  }

  async read(): Promise<ConfigReading<Parameters>> {
    const { refreshMs, maxAgeMs } = this.#limits;
    if (this.#known === undefined) return this.#renew();
    const age = Date.now() - this.#known.kept.at;
    // A server that is down gets no more requests than one that is up.
    const isDue = Math.min(age, Date.now() - this.#requestedAt) > refreshMs;
    if (isDue && age > maxAgeMs) return this.#renew();
    if (isDue) void this.#renew();
    return this.#reading(this.#known);
  }

  async refresh(): Promise<ConfigReading<Parameters>> {
    // The answer to an earlier request may be older than this call.
    await this.#request?.catch(() => undefined);
    return this.#renew();
  }

  async #renew(): Promise<ConfigReading<Parameters>> {
    try {
      // All callers share one request.
      this.#request ??= this.#fetch().finally(() => {
        this.#request = undefined;
      });
      await this.#request;
      this.#hasFailed = false;
    } catch (fault) {
      this.#hasFailed = true;
      if (this.#known === undefined) await this.#recall();
      if (this.#known === undefined) throw fault;
      this.#report(fault);
    }
    if (this.#known === undefined) throw new Error('The server sent no config.');
    return this.#reading(this.#known);
  }

  follow(onChange: (reading: ConfigReading<Parameters>) => void): () => void {
    let etag: string | undefined;
    const look = async () => {
      const reading = await this.#renew();
      if (this.#known === undefined || this.#known.kept.etag === etag) return;
      etag = this.#known.kept.etag;
      onChange(reading);
    };
    const lookSafely = () => void look().catch((fault: unknown) => this.#report(fault));
    const timer = setInterval(lookSafely, this.#limits.refreshMs);
    lookSafely();
    return () => clearInterval(timer);
  }

  async #fetch(): Promise<void> {
    this.#requestedAt = Date.now();
    const before = this.#known;
    const answer = await fetchDeployed(this.#options, this.#query, before?.kept.etag);
    if (answer === 'unchanged') {
      if (before) this.#known = { ...before, kept: { ...before.kept, at: this.#requestedAt } };
      return;
    }
    const kept = { question: this.#query, at: this.#requestedAt, ...answer };
    this.#known = { kept, parameters: this.#parse(kept) };
    await this.#options.store
      ?.write(encodeConfig(kept))
      .catch((fault: unknown) => this.#report(fault));
  }

  /** Loads what an earlier process stored, which the server has not confirmed to this one. */
  async #recall(): Promise<void> {
    try {
      const text = await this.#options.store?.read();
      const kept = text === undefined ? undefined : decodeConfig(text, this.#query);
      if (kept !== undefined) this.#known = { kept, parameters: this.#parse(kept) };
    } catch (fault) {
      this.#report(fault);
    }
  }

  #parse({ config }: StoredConfig): Parameters {
    const { parse } = this.#options;
    // Without a parser, `Parameters` is the type of the server's parameters.
    return parse === undefined ? (config.parameters as Parameters) : parse(config.parameters);
  }

  #reading({
    kept,
    parameters,
  }: {
    kept: StoredConfig;
    parameters: Parameters;
  }): ConfigReading<Parameters> {
    return {
      parameters,
      configName: kept.config.config_name,
      version: kept.config.current_version,
      confirmedAt: new Date(kept.at),
      stale: this.#hasFailed || Date.now() - kept.at > this.#limits.maxAgeMs,
    };
  }

  /** A listener that throws must not make a read fail. */
  #report(fault: unknown): void {
    try {
      this.#options.onFault?.(fault);
    } catch {
      // The fault cannot be reported elsewhere.
    }
  }
}
