import type { Logger } from 'pino';
import type { Context, OpenConnection } from '../operations/context.ts';
import type { Gate } from '../operations/gate.ts';
import type { RequestTrace, RequestTracer } from '../operations/request-trace.ts';
import type { CallerShares } from './caller-shares.ts';
import type { ConnectionOwners } from './limit-connections.ts';
import type { Metrics } from './metrics.ts';
import type { RateLimiter } from './rate-limits.ts';
import type { AnsweredRequest } from './request-log.ts';

/** What all requests of this process share; built once in `mount-service.ts`. */
export interface Installation {
  readonly publicUrl: URL | undefined;
  /** Whether its public URL is https. */
  readonly isHttps: boolean;
  /** Other sites whose pages may call the API with a key. */
  readonly corsOrigins: ReadonlySet<string>;
  /** Traced requests pass their trace. */
  readonly openDb: (trace?: RequestTrace) => Context['db'];
  /** For endpoints with expensive reads: may be a replica. */
  readonly openReads: (trace?: RequestTrace) => Context['db'];
  /** Absent: no traces are collected. */
  readonly tracer: RequestTracer | undefined;
  readonly clock: () => number;
  readonly newId: () => string;
  readonly newRequestId: () => string;
  readonly newToken: () => string;
  readonly passwordCost: Context['passwordCost'];
  readonly cursorSecret: string;
  readonly slotSecret: string;
  readonly leaseMs: number;
  readonly outbound: Context['outbound'];
  readonly vault: Context['vault'];
  readonly results: Context['results'];
  readonly makeGate: (...asked: ConstructorParameters<typeof Gate>) => Gate;
  readonly log: Logger;
  readonly noteAnswer: (answered: AnsweredRequest) => void;
  readonly metrics: Metrics;
  readonly founding: Context['founding'];
  /** Undefined: only the owner of the installation reads metrics. */
  readonly metricsTokenHash: string | undefined;
  readonly limits: {
    readonly key: RateLimiter;
    readonly session: RateLimiter;
    readonly anonymous: RateLimiter;
  };
  readonly shares: { readonly uploads: CallerShares; readonly streams: CallerShares };
  readonly connectionOwners: ConnectionOwners;
  readonly health: HealthProbes;
  readonly figures: Figures;
  /** Records the last use of a credential, without delaying the request. */
  readonly noteUse: (tokenHash: string, now: number) => void;
  readonly announce: Context['announce'];
  readonly wakeRunner: Context['wakeRunner'];
  readonly onChange: OpenConnection['onChange'];
  /** Aborted once this process stops. */
  readonly stopping: AbortSignal;
}

/** What metrics report besides the counts of this process. */
interface Figures {
  readonly engine: 'sqlite' | 'postgres';
  readonly database: () => {
    readonly retries: number;
    readonly timeouts: number;
    readonly pool?: Readonly<Record<'size' | 'used' | 'waiting' | 'waits', number>>;
  };
  /** Absent with PostgreSQL. */
  readonly disk:
    | (() => {
        readonly freeBytes?: number;
        readonly markBytes?: number;
        readonly walBytes: number;
      })
    | undefined;
  /** Undefined while the database does not answer. */
  readonly stored: () => Promise<StoredFigures | undefined>;
}

export interface StoredFigures {
  readonly databaseBytes: number;
  readonly walWrittenBytes: number | null;
  readonly leases: number;
  readonly expiredLeases: number;
  /** The next five: of generation runs in status `running`. */
  readonly total: number;
  readonly done: number;
  readonly failed: number;
  readonly canceled: number;
  readonly claimed: number;
  readonly oldestMs: number;
  readonly backedUpAt: number;
}

export interface HealthProbes {
  /** Why the database takes no write, or undefined when it does. */
  readonly database: () => Promise<string | undefined>;
  readonly migrations: () => Promise<boolean>;
  readonly hasDiskSpace: () => boolean;
  readonly isDraining: () => boolean;
  readonly durability: 'full' | 'relaxed';
}
