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
  /** Names slots so that annotators cannot tell which variant they show. */
  readonly slotSecret: string;
  /** How long a task stays with an annotator who gives no sign of life. */
  readonly leaseMs: number;
  /** Where people reach this service, for links that are handed out. */
  readonly publicOrigin: string;
  /** Which other hosts may be called, and how. */
  readonly outbound: OutboundRules;
  /** Encrypts what is sent to other hosts and must not be read from the database. */
  readonly vault: Vault;
  /** Statistics and planning, outside the thread that serves requests. */
  readonly results: ResultsComputer;
  /** Hashes of all sessions that the browser of this request holds, valid or not. */
  readonly heldSessions: () => readonly string[];
  /** Who may found organizations, and how many. */
  readonly founding: { readonly by: 'owner' | 'anyone'; readonly perUser: number };
  /** What the caller's browser kept of signing in before. */
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
   * Adds to the entry in the audit trail that this transaction leaves; each note is an entry of its
   * own. `'nothing'` where nothing was changed. To be called inside of the transaction.
   */
  readonly note: (note: AuditNote | 'nothing') => void;
  /**
   * Tells those who follow the evaluation, on any process, that something in it changed. To be
   * called after the transaction; delays no answer and never fails.
   */
  readonly announce: (evaluationId: string) => void;
  /** Tells those who make outputs, on any process, that there is work or less of it, or soon will be. */
  readonly wakeRunner: (news: RunnerNews) => void;
  /** For an answer that goes on after the request was read: what it has to follow meanwhile. */
  readonly stayOpen: () => OpenConnection;
}

export type RunnerNews = 'change' | 'preparation';

/** The connection of an answer that stays open. */
export interface OpenConnection {
  /** The last event that the caller saw of an earlier answer. */
  readonly lastEventId: string | undefined;
  /** Time goes on, while `now` is when the request came. */
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
  /** A session that begins with this answer, or the end of the one it was made with. */
  readonly session?: NewSession | 'ended';
}

export interface NewSession {
  readonly token: string;
  readonly expiresAt: number;
  /** Guests have one for each evaluation, beside that of a member. */
  readonly guest?: { readonly id: string; readonly evaluationId: string };
  /** What the browser of a member keeps beyond the session, to be known when it signs in again. */
  readonly device?: string;
}

/** An answer whose JSON text was put together from text that was stored as JSON. */
export interface JsonReply {
  readonly json: string;
  readonly etag: string;
}

export type JsonOperation<Id extends OperationId> = (
  context: Context,
  input: Input<Id>,
) => Promise<JsonReply>;

/** An answer too large to be held at once: its text as it is read. */
export interface StreamedReply {
  readonly stream: AsyncIterable<string>;
  readonly etag?: string;
  /** Cursor of the next page. */
  readonly next?: string | undefined;
  /** How many items there are on all pages. */
  readonly total?: number | undefined;
  /** When it is to be saved as a file, under this name. */
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
 * Decides by the path alone whether a large body is to be read: a caller without the right is refused
 * before it has arrived.
 */
export type Admission<Id extends OperationId> = (
  context: Context,
  input: Pick<Input<Id>, 'parameters' | 'query'>,
) => Promise<void>;
