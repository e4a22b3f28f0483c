import type { ResultsComputer } from '../compute/results-computer.ts';
import type { Input, OperationId, Output } from '../contract/api.ts';
import type { OutboundRules } from '../outbound/destination.ts';
import type { Vault } from '../outbound/secrets.ts';
import type { Caller } from '../storage/callers.ts';
import type { Db, Transaction } from '../storage/database.ts';
import type { AuditNote } from './audit-note.ts';
import type { Gate } from './gate.ts';
import type { PasswordCost } from './password-cost.ts';

/** Everything an operation may use; built once per request, or by hand in a test. */
export interface Context {
  readonly db: Db;
  readonly caller: Caller;
  readonly gate: Gate;
  readonly now: number;
  readonly newId: () => string;
  readonly newToken: () => string;
  readonly preconditions: Preconditions;
  readonly passwordCost: PasswordCost;
  readonly cursorSecret: string;
  /** Derives ids of slots that do not reveal the variant. */
  readonly slotSecret: string;
  /** How long a task stays with an inactive annotator. */
  readonly leaseMs: number;
  /** Where people reach this service, for links. */
  readonly publicOrigin: string;
  /** Which other hosts may be called, and how. */
  readonly outbound: OutboundRules;
  /** Encrypts secrets for other hosts, which must not be readable in the database. */
  readonly vault: Vault;
  /** Statistics and planning, outside the thread that serves requests. */
  readonly results: ResultsComputer;
  /** Hashes of all sessions that the browser of this request holds, valid or not. */
  readonly heldSessions: () => readonly string[];
  /** Who may found organizations, and how many. */
  readonly founding: { readonly by: 'owner' | 'anyone'; readonly perUser: number };
  /** The token that the caller's browser kept from an earlier sign-in. */
  readonly device: string | undefined;
  /** The network address of the caller, for limits on guessing. */
  readonly address: string;
  /**
   * The one transaction of a writing operation. What `run` returns is the answer, which is recorded
   * in the same transaction when the request carries an idempotency key.
   */
  readonly transaction: <Answer extends Reply<unknown>>(
    run: (tx: Transaction) => Promise<Answer>,
  ) => Promise<Answer>;
  /**
   * Adds to this transaction's entry in the audit trail; each note becomes an entry. `'nothing'`
   * leaves no entry, because nothing changed. Call it inside the transaction.
   */
  readonly note: (note: AuditNote | 'nothing') => void;
  /**
   * Notifies the watchers of an evaluation, on any process, that it changed. Call it after the
   * transaction; it delays no answer and never fails.
   */
  readonly announce: (evaluationId: string) => void;
  /** Notifies the runners of generation, on any process, that their work changed or will. */
  readonly wakeRunner: (news: RunnerNews) => void;
  /** For an answer that stays open: its connection. */
  readonly stayOpen: () => OpenConnection;
}

export type RunnerNews = 'change' | 'preparation';

/** The connection of an answer that stays open. */
export interface OpenConnection {
  /** The last event that the caller received in an earlier answer. */
  readonly lastEventId: string | undefined;
  /** The current time, while `now` is when the request arrived. */
  readonly clock: () => number;
  /** Aborted when the caller is gone, or this process is about to stop. */
  readonly ended: AbortSignal;
  /** Calls back at each change announced by any process, until the returned function is called. */
  readonly onChange: (evaluationId: string, callBack: () => void) => () => void;
}

export interface Preconditions {
  readonly ifMatch: string | undefined;
  readonly ifNoneMatch: string | undefined;
}

export interface Reply<Body> {
  readonly body: Body;
  /** When it is not the endpoint's usual success status. */
  readonly status?: number;
  readonly etag?: string;
  readonly location?: string;
  /** Cursor of the next page. */
  readonly next?: string | undefined;
  /** A session that begins with this answer; `'ended'` if the session of the request ended. */
  readonly session?: NewSession | 'ended';
}

export interface NewSession {
  readonly token: string;
  readonly expiresAt: number;
  /** Guests have one session per evaluation, beside a member's session. */
  readonly guest?: { readonly id: string; readonly evaluationId: string };
  /** The token that a member's browser keeps, to be recognized at the next sign-in. */
  readonly device?: string;
}

/** An answer whose JSON text is assembled from stored JSON. */
export interface JsonReply {
  readonly json: string;
  readonly etag: string;
}

export type JsonOperation<Id extends OperationId> = (
  context: Context,
  input: Input<Id>,
) => Promise<JsonReply>;

/** An answer too large for memory: its text in parts, as they are read. */
export interface StreamedReply {
  readonly stream: AsyncIterable<string>;
  readonly etag?: string;
  /** Cursor of the next page. */
  readonly next?: string | undefined;
  /** Number of items on all pages. */
  readonly total?: number | undefined;
  /** The name to save it under, if it is a download. */
  readonly fileName?: string;
}

export type Operation<Id extends OperationId> = (
  context: Context,
  input: Input<Id>,
) => Promise<Reply<Output<Id>>>;

export type StreamingOperation<Id extends OperationId> = (
  context: Context,
  input: Input<Id>,
) => Promise<StreamedReply>;

/**
 * Decides by path and query alone whether a large body is read: a caller without the right is
 * refused before it arrives.
 */
export type Admission<Id extends OperationId> = (
  context: Context,
  input: Pick<Input<Id>, 'parameters' | 'query'>,
) => Promise<void>;
