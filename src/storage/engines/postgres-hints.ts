import pg from 'pg';
import { HintListeners } from './hint-listeners.ts';

const CHANNEL = 'jurybox_hints';
const RECONNECT_MS = 1_000;

/**
 * Hints between all processes on one database, over a separate connection that is opened when first
 * needed. They are sent outside transactions: PostgreSQL commits notifying transactions one at a
 * time.
 */
export class PostgresHints {
  readonly #settings: pg.ClientConfig;
  readonly #listeners = new HintListeners();
  #client: Promise<pg.Client> | undefined;
  #isClosed = false;

  constructor(settings: pg.ClientConfig) {
    this.#settings = settings;
  }

  /** A hint that cannot be sent is lost: listeners also poll now and then. */
  notify(topic: string): void {
    if (this.#isClosed) return;
    this.#connected()
      .then((client) => client.query('SELECT pg_notify($1, $2)', [CHANNEL, topic]))
      .catch(() => undefined);
  }

  listen(topic: string, onHint: () => void): () => void {
    this.#connected().catch(() => undefined);
    return this.#listeners.add(topic, onHint);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const client = await this.#client?.catch(() => undefined);
    await client?.end();
  }

  #connected(): Promise<pg.Client> {
    if (this.#client !== undefined) return this.#client;
    const client = new pg.Client(this.#settings);
    const opening = this.#open(client);
    this.#client = opening;
    const replace = () => {
      if (this.#client !== opening) return;
      this.#client = undefined;
      // Listeners may be waiting for hints, which arrive only while this is connected.
      setTimeout(() => this.#reconnect(), RECONNECT_MS).unref();
    };
    client.on('error', replace);
    client.on('end', replace);
    opening.catch(replace);
    return opening;
  }

  async #open(client: pg.Client): Promise<pg.Client> {
    client.on('notification', ({ payload = '' }) => this.#listeners.notify(payload));
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
      return client;
    } catch (error) {
      // A standby accepts the connection and refuses LISTEN.
      void client.end();
      throw error;
    }
  }

  #reconnect(): void {
    if (!this.#isClosed) this.#connected().catch(() => undefined);
  }
}
