import pg from 'pg';

const LANES = 2;

interface Lane {
  client: Promise<pg.Client> | undefined;
  waiting: number;
}

/**
 * A few connections that all reads share. In pipeline mode a statement is sent without waiting for
 * earlier answers, so concurrent requests share system calls: 30,000 point reads a second instead
 * of 11,000 with a connection per read (benchmarks/README.md).
 */
export class ReadLanes {
  readonly #settings: pg.ClientConfig;
  readonly #openingSql: string;
  #isClosed = false;
  readonly #lanes: Lane[] = Array.from({ length: LANES }, () => ({
    client: undefined,
    waiting: 0,
  }));

  /** The SQL is run once on each connection, before the first read. */
  constructor(settings: pg.ClientConfig, openingSql: string) {
    this.#settings = settings;
    this.#openingSql = openingSql;
  }

  async query(config: pg.QueryArrayConfig): Promise<pg.QueryArrayResult> {
    const lane = this.#lanes.reduce((left, right) => (right.waiting < left.waiting ? right : left));
    lane.waiting += 1;
    try {
      const client = await this.#clientOf(lane);
      return await client.query(config);
    } finally {
      lane.waiting -= 1;
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const lane of this.#lanes) {
      const client = await lane.client?.catch(() => undefined);
      await client?.end();
    }
  }

  #clientOf(lane: Lane): Promise<pg.Client> {
    if (lane.client !== undefined) return lane.client;
    // Upkeep that is still running would open a connection that nothing closes.
    if (this.#isClosed) throw new Error('The database is closed.');
    const client = new pg.Client(this.#settings);
    const opening = this.#open(client);
    // A broken connection reports more than once; by then the lane may have a new one.
    const forget = () => {
      if (lane.client === opening) lane.client = undefined;
    };
    client.on('error', forget);
    client.on('end', forget);
    opening.catch(forget);
    lane.client = opening;
    return opening;
  }

  async #open(client: pg.Client): Promise<pg.Client> {
    await client.connect();
    await client.query(this.#openingSql);
    return client;
  }
}
