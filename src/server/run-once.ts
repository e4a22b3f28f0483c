import { Problem } from '../contract/problems.ts';
import type { AuditNote } from '../operations/audit-note.ts';
import { type AuditedRequest, recordWrite } from '../operations/audit-trail.ts';
import type { Context } from '../operations/context.ts';
import {
  claimKey,
  type KeyClaim,
  RENEWAL_MS,
  recordAnswer,
  releaseKey,
  renewClaim,
} from '../operations/idempotency.ts';
import { proveCaller } from '../operations/prove-caller.ts';
import type { Answer } from './answer.ts';
import type { AnyReply, Exchange } from './exchange.ts';
import type { Installation } from './installation.ts';
import { answerOf } from './present-reply.ts';
import { problemResponse } from './problem-response.ts';

interface Work {
  readonly context: Context;
  /** The decoded path parameters. */
  readonly parameters: unknown;
  /** The body, or its digest: compared with that of an earlier request under the same key. */
  readonly payload: Uint8Array | string;
  readonly run: (context: Context) => Promise<AnyReply>;
}

/** Runs an operation that writes nothing: without idempotency key, transaction or disk check. */
export async function runRead(
  { isHttps }: Installation,
  exchange: Exchange,
  { context, run }: Work,
): Promise<Answer> {
  const reply = await run(context);
  if (!context.gate.isProven) await proveCaller(context);
  refuseClosedGate(context, exchange);
  return answerOf(exchange, reply, { isHttps });
}

/** Refusals that would be the same again, so they are kept with the idempotency key. */
const KEPT_PROBLEMS: ReadonlySet<number> = new Set([400, 404, 409, 412]);

/**
 * Runs an operation that may write. Under an idempotency key it runs at most once, and repeated
 * requests get the same answer.
 */
export async function runOnce(
  installation: Installation,
  exchange: Exchange,
  work: Work,
): Promise<Answer> {
  const key = idempotencyKeyOf(exchange);
  if (key === undefined) return runGuarded(installation, exchange, { ...work, claim: undefined });

  await proveCaller(work.context);
  const { request, endpoint, now } = exchange;
  const [path = '', query = ''] = request.url.split('?');
  const claimed = await claimKey(work.context.db, {
    key,
    scope: [...work.context.gate.principal, endpoint.method, path.replace(/\/$/, '')],
    payload: Buffer.concat([Buffer.from(`${query}\n`), Buffer.from(work.payload)]),
    holder: installation.newId(),
    now,
  });
  if ('replay' in claimed) {
    const headers = { ...claimed.replay.headers, 'idempotent-replayed': 'true' };
    return { ...claimed.replay, headers };
  }
  return runClaimed(installation, exchange, { ...work, claim: claimed.claim });
}

interface ClaimedWork extends Work {
  readonly claim: KeyClaim;
}

async function runClaimed(
  installation: Installation,
  exchange: Exchange,
  work: ClaimedWork,
): Promise<Answer> {
  const { db } = work.context;
  const endRenewals = keepClaim(installation, work.claim);
  try {
    return await runGuarded(installation, exchange, work);
  } catch (error) {
    const isKept = error instanceof Problem && KEPT_PROBLEMS.has(error.status);
    if (!isKept) {
      await releaseKey(db, work.claim);
      throw error;
    }
    const problem = problemResponse(error, exchange.requestId);
    // A replayed problem repeats the id of the request it was made for.
    const headers = { ...problem.headers, 'x-request-id': exchange.requestId };
    const answer = { ...problem, headers };
    await db.transaction((tx) => recordAnswer(tx, work.claim, answer));
    return answer;
  } finally {
    endRenewals();
  }
}

/** Renews a claim while its request runs, until the returned function is called. */
function keepClaim({ openDb, clock, log }: Installation, claim: KeyClaim): () => void {
  const renew = () => {
    // On its own handle: that of the request may be inside a transaction.
    renewClaim(openDb(), claim, clock()).catch((error: unknown) => {
      log.error({ err: error }, 'a claim was not renewed');
    });
  };
  const timer = setInterval(renew, RENEWAL_MS).unref();
  return () => clearInterval(timer);
}

/** Runs the operation with a transaction that commits only what the caller may do. */
async function runGuarded(
  installation: Installation,
  exchange: Exchange,
  { context, parameters, run, claim }: Work & { claim: KeyClaim | undefined },
): Promise<Answer> {
  const { isHttps } = installation;
  const present = (reply: AnyReply) => answerOf(exchange, reply, { isHttps });
  let isRecorded = false;
  let notes: (AuditNote | 'nothing')[] = [];
  const transaction: Context['transaction'] = (body) => {
    refuseWhenFull(installation);
    return context.db.transaction(async (tx) => {
      // A transaction that lost a deadlock runs again.
      notes = [];
      const reply = await body(tx);
      refuseClosedGate(context, exchange);
      if (claim !== undefined) await recordAnswer(tx, claim, present(reply));
      isRecorded = true;
      const auditNotes = notes.filter((note) => note !== 'nothing');
      if (auditNotes.length === notes.length) {
        const request = auditedRequest(exchange, parameters);
        await recordWrite(context, tx, { request, notes: auditNotes });
      }
      return reply;
    });
  };
  const reply = await run({ ...context, transaction, note: (note) => notes.push(note) });
  await proveCaller(context);
  refuseClosedGate(context, exchange);
  const answer = present(reply);
  if (claim !== undefined && !isRecorded) {
    await context.db.transaction((tx) => recordAnswer(tx, claim, answer));
  }
  return answer;
}

function auditedRequest(
  { endpoint, request, requestId, credential }: Exchange,
  parameters: unknown,
): AuditedRequest {
  return {
    operationId: endpoint.operationId,
    requestId,
    address: request.ip,
    actorKind: actorKindOf(credential),
    keyPrefix: credential.kind === 'key' ? credential.prefix : undefined,
    path: Object.fromEntries(
      Object.entries(Object(parameters)).map(([name, value]) => [name, String(value)]),
    ),
  };
}

function actorKindOf(credential: Exchange['credential']): AuditedRequest['actorKind'] {
  if (credential.kind === 'key') return 'key';
  if (credential.kind === 'none') return 'anyone';
  return credential.holder === 'guest' ? 'guest' : 'user';
}

function idempotencyKeyOf({ endpoint, request, credential }: Exchange): string | undefined {
  if (endpoint.method !== 'POST' && endpoint.method !== 'PATCH') return undefined;
  if (credential.kind === 'none') return undefined;
  const header = request.headers['idempotency-key'];
  return Array.isArray(header) ? header.join(',') : header;
}

export function refuseWhenFull({ health }: Installation): void {
  if (health.hasDiskSpace()) return;
  throw new Problem(
    'read_only',
    'The disk is almost full: nothing is written until there is space. Reading still works.',
  );
}

/** An operation that checked no permission is a defect, so its answer is not sent. */
function refuseClosedGate({ gate }: Context, { endpoint }: Exchange): void {
  if (!gate.isOpen) throw new Error(`${endpoint.operationId} checked no permission.`);
}
