import { Pool } from 'undici';
import type { Connection, Connections } from './connections.ts';
import type { Destination } from './destination.ts';
import { pinnedConnector } from './pinned-connector.ts';

const IDLE_MS = 30_000;
/** To one host at the same addresses; as many as a provider may be asked to take at once. */
const MOST_CONNECTIONS = 64;

interface Kept {
  readonly pool: Pool;
  readonly idle: NodeJS.Timeout;
  borrowed: number;
}

/**
 * Keeps connections open between calls. They are found by origin and by the addresses that were
 * judged for the call, so a name that has other addresses now gets other connections.
 */
export class ConnectionPool implements Connections {
  readonly #kept = new Map<string, Kept>();
  readonly #idleMs: number;

  constructor(idleMs = IDLE_MS) {
    this.#idleMs = idleMs;
  }

  readonly borrow = (destination: Destination): Connection => {
    const key = keyOf(destination);
    const kept = this.#kept.get(key) ?? this.#open(key, destination);
    kept.borrowed += 1;
    kept.idle.refresh();
    return {
      dispatcher: kept.pool,
      release: () => {
        kept.borrowed -= 1;
      },
    };
  };

  /** Breaks off what is still under way. */
  async close(): Promise<void> {
    const all = [...this.#kept.values()];
    this.#kept.clear();
    for (const { idle } of all) clearTimeout(idle);
    await Promise.all(all.map(({ pool }) => pool.destroy()));
  }

  #open(key: string, destination: Destination): Kept {
    // Idle connections end after 4 s, undici's default: before the 5 s of the usual app servers,
    // that might close one in the very moment in which a call is sent over it.
    const pool = new Pool(destination.url.origin, {
      connect: pinnedConnector(destination),
      connections: MOST_CONNECTIONS,
      keepAliveMaxTimeout: IDLE_MS,
    });
    const idle = setTimeout(() => this.#closeIdle(key), this.#idleMs);
    idle.unref();
    const kept = { pool, idle, borrowed: 0 };
    this.#kept.set(key, kept);
    return kept;
  }

  #closeIdle(key: string): void {
    const kept = this.#kept.get(key);
    if (kept === undefined) return;
    if (kept.borrowed > 0) {
      kept.idle.refresh();
      return;
    }
    this.#kept.delete(key);
    kept.pool.close().catch(() => undefined);
  }
}

function keyOf({ url, addresses }: Destination): string {
  return [url.origin, ...addresses.toSorted()].join(' ');
}
