import type { JsonObject } from '../contract/fields.ts';
import { type ConfigStore, decodeKept, encodeKept, type Kept } from './config-store.ts';
import { type ConfigQuestion, fetchDeployed } from './fetch-deployed.ts';
import type { ClientOptions } from './send.ts';

export interface ConfigReaderOptions<Parameters> extends ClientOptions {
  readonly baseId: string;
  /** What an environment runs, or one config by its name. */
  readonly config: { readonly environment: string } | { readonly name: string };
  /** Makes typed parameters of what the server sent, and throws where it cannot. */
  readonly parse?: (parameters: JsonObject) => Parameters;
  /** A reading older than this is confirmed while the caller goes on with it; 10 seconds by default. */
  readonly refreshMs?: number;
  /** A reading older than this is confirmed before it is returned; 5 minutes by default. */
  readonly maxAgeMs?: number;
  /** No read waits longer for the server; 2 seconds by default. */
  readonly timeoutMs?: number;
  /** Keeps the last config beyond the process, so that an app can start while the server is down. */
  readonly store?: ConfigStore;
  /** Told of everything that went wrong, since reads do not fail because of it. */
  readonly onFault?: (fault: unknown) => void;
}

export interface ConfigReading<Parameters> {
  readonly parameters: Parameters;
  readonly configName: string;
  readonly version: number;
  /** When the server last confirmed it. */
  readonly confirmedAt: Date;
  /** The server did not confirm it when it was last asked, or was not asked for longer than `maxAgeMs`. */
  readonly stale: boolean;
}

/** Reads a deployed config as often as an app likes: cached, revalidated by ETag, last known good. */
export interface ConfigReader<Parameters> {
  /**
   * The config, from memory where it is young enough. The first read fails if neither the server nor the
   * store has one; after the first success no read fails.
   */
  readonly read: () => Promise<ConfigReading<Parameters>>;
  /** Asks the server now. */
  readonly refresh: () => Promise<ConfigReading<Parameters>>;
  /** Asks every `refreshMs` and tells of each change; returns a function that stops it. */
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
  readonly #question: ConfigQuestion;
  #known: { readonly kept: Kept; readonly parameters: Parameters } | undefined;
  #hasFailed = false;
  #askedAt = Number.NEGATIVE_INFINITY;
  #asking: Promise<void> | undefined;

  constructor(options: ConfigReaderOptions<Parameters>) {
    const { baseId, config, refreshMs = 10_000, maxAgeMs = 300_000, timeoutMs = 2_000 } = options;
    this.#options = { ...options, timeoutMs };
    this.#limits = { refreshMs, maxAgeMs };
    this.#question =
      'environment' in config
        ? { base_id: baseId, environment_name: config.environment }
        : { base_id: baseId, config_name: config.name };
  }

  async read(): Promise<ConfigReading<Parameters>> {
    const { refreshMs, maxAgeMs } = this.#limits;
    if (this.#known === undefined) return this.#renew();
    const age = Date.now() - this.#known.kept.at;
    // A server that is down is not asked more often than one that is up.
    const isDue = Math.min(age, Date.now() - this.#askedAt) > refreshMs;
    if (isDue && age > maxAgeMs) return this.#renew();
    if (isDue) void this.#renew();
    return this.#reading(this.#known);
  }

  async refresh(): Promise<ConfigReading<Parameters>> {
    // Its answer may be older than this call.
    await this.#asking?.catch(() => undefined);
    return this.#renew();
  }

  async #renew(): Promise<ConfigReading<Parameters>> {
    try {
      // Any number of callers share one question.
      this.#asking ??= this.#ask().finally(() => {
        this.#asking = undefined;
      });
      await this.#asking;
      this.#hasFailed = false;
    } catch (fault) {
      this.#hasFailed = true;
      if (this.#known === undefined) await this.#recall();
      if (this.#known === undefined) throw fault;
      this.#tell(fault);
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
    const lookSafely = () => void look().catch((fault: unknown) => this.#tell(fault));
    const timer = setInterval(lookSafely, this.#limits.refreshMs);
    lookSafely();
    return () => clearInterval(timer);
  }

  async #ask(): Promise<void> {
    this.#askedAt = Date.now();
    const before = this.#known;
    const answer = await fetchDeployed(this.#options, this.#question, before?.kept.etag);
    if (answer === 'unchanged') {
      if (before) this.#known = { ...before, kept: { ...before.kept, at: this.#askedAt } };
      return;
    }
    const kept = { question: this.#question, at: this.#askedAt, ...answer };
    this.#known = { kept, parameters: this.#parse(kept) };
    await this.#options.store?.write(encodeKept(kept)).catch((fault: unknown) => this.#tell(fault));
  }

  /** What an earlier process kept; the server has not confirmed it to this one. */
  async #recall(): Promise<void> {
    try {
      const text = await this.#options.store?.read();
      const kept = text === undefined ? undefined : decodeKept(text, this.#question);
      if (kept !== undefined) this.#known = { kept, parameters: this.#parse(kept) };
    } catch (fault) {
      this.#tell(fault);
    }
  }

  #parse({ config }: Kept): Parameters {
    const { parse } = this.#options;
    // Without a parser the type is that of the parameters as they came.
    return parse === undefined ? (config.parameters as Parameters) : parse(config.parameters);
  }

  #reading({
    kept,
    parameters,
  }: {
    kept: Kept;
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

  /** A listener that throws must not turn into a failed read. */
  #tell(fault: unknown): void {
    try {
      this.#options.onFault?.(fault);
    } catch {
      // There is no other place to tell of it.
    }
  }
}
