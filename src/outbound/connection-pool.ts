import { Pool } from 'undici';
import type { Connection, Connections } from './connections.ts';
import type { Destination } from './destination.ts';
import { pinnedConnector } from './pinned-connector.ts';

const IDLE_MS = 30_000;
/** To one host at the same addresses; as many as a provider's concurrency may be set to. */
const MOST_CONNECTIONS = 64;

interface HostPool {
  readonly pool: Pool;
  readonly idle: NodeJS.Timeout;
  borrowed: number;
}

/**
 * Keeps connections open between calls, keyed by origin and by the addresses that were checked for
 * the call: a name that now has other addresses gets other connections.
 */
export class ConnectionPool implements Connections {
  readonly #pools = new Map<string, HostPool>();
  readonly #idleMs: number;

  constructor(idleMs = IDLE_MS) {
    this.#idleMs = idleMs;
  }

  readonly borrow = (destination: Destination): Connection => {
    const key = keyOf(destination);
    const kept = this.#pools.get(key) ?? this.#open(key, destination);
    kept.borrowed += 1;
    kept.idle.refresh();
    return {
      dispatcher: kept.pool,
      release: () => {
        kept.borrowed -= 1;
      },
    };
  };

  /** Aborts the requests in progress. */
  async close(): Promise<void> {
    const all = [...this.#pools.values()];
    this.#pools.clear();
    for (const { idle } of all) clearTimeout(idle);
    await Promise.all(all.map(({ pool }) => pool.destroy()));
  }

  #open(key: string, destination: Destination): HostPool {
    // Idle connections end after 4 s, undici's default: before the 5 s of the usual app servers,
    // which might close one just as a call is sent over it.
    const pool = new Pool(destination.url.origin, {
      connect: pinnedConnector(destination),
      connections: MOST_CONNECTIONS,
      keepAliveMaxTimeout: IDLE_MS,
    });
    const idle = setTimeout(() => this.#closeIdle(key), this.#idleMs);
    idle.unref();
    const kept = { pool, idle, borrowed: 0 };
    this.#pools.set(key, kept);
    return kept;
  }

  #closeIdle(key: string): void {
    const kept = this.#pools.get(key);
    if (kept === undefined) return;
    if (kept.borrowed > 0) {
      kept.idle.refresh();
      return;
    }
    this.#pools.delete(key);
    kept.pool.close().catch(() => undefined);
  }
}

function keyOf({ url, addresses }: Destination): string {
  return [url.origin, ...addresses.toSorted()].join(' ');
}
