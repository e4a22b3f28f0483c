import type { Logger } from 'pino';
import type { Context, OpenConnection } from '../operations/context.ts';
import type { Gate } from '../operations/gate.ts';
import type { RequestTrace, RequestTracer } from '../operations/request-trace.ts';
import type { CallerShares } from './caller-shares.ts';
import type { ConnectionOwners } from './limit-connections.ts';
import type { Metrics } from './metrics.ts';
import type { RateLimiter } from './rate-limits.ts';
import type { AnsweredRequest } from './request-log.ts';

/** What the process knows about itself while it serves; built once in `mount-service.ts`. */
export interface Installation {
  readonly publicUrl: URL | undefined;
  /** Whether people reach it by https. */
  readonly isHttps: boolean;
  /** Other sites whose pages may call the API with a key. */
  readonly corsOrigins: ReadonlySet<string>;
  /** A request that is traced gives its trace. */
  readonly openDb: (trace?: RequestTrace) => Context['db'];
  /** For endpoints that read much. */
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
  /** Notes that a credential was used, now and then and without keeping the request waiting. */
  readonly noteUse: (tokenHash: string, now: number) => void;
  readonly announce: Context['announce'];
  readonly wakeRunner: Context['wakeRunner'];
  readonly onChange: OpenConnection['onChange'];
  /** Aborted once this process stops. */
  readonly stopping: AbortSignal;
}

/** What metrics show besides the counts of this process. */
interface Figures {
  readonly engine: 'sqlite' | 'postgres';
  readonly database: () => {
    readonly retries: number;
    readonly timeouts: number;
    readonly pool?: Readonly<Record<'size' | 'used' | 'waiting' | 'waits', number>>;
  };
  /** Absent where the database is not on a disk of ours. */
  readonly disk:
    | (() => {
        readonly freeBytes?: number;
        readonly markBytes?: number;
        readonly walBytes: number;
      })
    | undefined;
  /** Undefined while the database cannot be asked. */
  readonly stored: () => Promise<StoredFigures | undefined>;
}

export interface StoredFigures {
  readonly databaseBytes: number;
  readonly walWrittenBytes: number | null;
  readonly leases: number;
  readonly expiredLeases: number;
  /** Of runs that go on. */
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
