import { hash } from 'node:crypto';
import { Problem } from '../../contract/problems.ts';
import { referenceInPath } from '../../domain/ids.ts';
import {
  getHumanEvaluation,
  type HumanEvaluation,
} from '../../storage/evaluations/human-evaluations.ts';
import type { Context, OpenConnection, StreamingOperation } from '../context.ts';
import { mayEdit } from '../evaluations/parts/blindness.ts';
import { loadProgress } from '../evaluations/parts/load-progress.ts';
import { loadGeneration } from '../outputs/parts/load-generation.ts';
import { ChangeWatch } from './parts/change-watch.ts';

/** How soon a browser asks again after the stream ended. */
const RETRY = 'retry: 2000\n\n';
/** Keeps proxies from taking a quiet connection for a dead one. */
const HEARTBEAT = ': still here\n\n';
const HEARTBEAT_MS = 15_000;
/** Credential and permission may be revoked at any time, so they are checked this often. */
const RECHECK_MS = 900;
/** Announcements of changes may be lost. */
const POLL_MS = 2_000;
const LOOK_GAP_MS = 500;

/** Streams each change of an evaluation while the caller may edit it and listens. */
export const watchHumanEvaluation: StreamingOperation<'watchHumanEvaluation'> = async (
  context,
  { parameters },
) => {
  const reference = referenceInPath(parameters.evaluation_id);
  const evaluation = await getHumanEvaluation(context.db, context.caller, reference);
  context.gate.admit({ userId: evaluation.standing.userId });
  context.gate.permitIf(mayEdit(evaluation));
  return { stream: follow(context, evaluation.id) };
};

async function* follow(context: Context, id: string): AsyncGenerator<string> {
  // First of all: a HEAD request reads no further, and so leaves nothing open.
  yield RETRY;
  const connection = context.stayOpen();
  const watch = new ChangeWatch(connection, id);
  let knownId = connection.lastEventId;
  let knownRun: string | undefined;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let spokeAt = performance.now();
  try {
    while (!connection.ended.aborted) {
      // Taken before anything is read: a change that comes meanwhile is sent in the next round.
      const isChanged = watch.takeChange();
      const evaluation = await getFollowed(context, connection, id);
      if (!mayEdit(evaluation)) return;
      if (isChanged || performance.now() - lookedAt >= POLL_MS) {
        lookedAt = performance.now();
        const run = await generationEvent(context, evaluation, connection.clock());
        if (run !== undefined && run !== knownRun) {
          yield run;
          knownRun = run;
          spokeAt = performance.now();
        }
        const event = await progressEvent(context, evaluation);
        if (event.id !== knownId) {
          yield event.text;
          knownId = event.id;
          spokeAt = performance.now();
        }
      }
      if (performance.now() - spokeAt >= HEARTBEAT_MS) {
        yield HEARTBEAT;
        spokeAt = performance.now();
      }
      await watch.wait(RECHECK_MS);
      await watch.rest(lookedAt + LOOK_GAP_MS - performance.now());
    }
  } catch (error) {
    // Deleted, revoked or the database is not reachable: the next request reports which.
    if (!(error instanceof Problem)) throw error;
  } finally {
    watch.stop();
  }
}

function getFollowed(
  { db, caller }: Context,
  { clock }: OpenConnection,
  id: string,
): Promise<HumanEvaluation> {
  return getHumanEvaluation(db, { ...caller, now: clock() }, { id, field: undefined });
}

async function progressEvent(
  { db }: Context,
  evaluation: HumanEvaluation,
): Promise<{ id: string; text: string }> {
  const progress = await loadProgress(db, evaluation);
  const data = JSON.stringify({ status: evaluation.status, ...progress });
  const id = hash('sha256', data, 'base64url').slice(0, 22);
  return { id, text: `event: progress\nid: ${id}\ndata: ${data}\n\n` };
}

/** Without an event id: a returning client gets the progress of outputs in any case. */
async function generationEvent(
  { db }: Context,
  evaluation: HumanEvaluation,
  now: number,
): Promise<string | undefined> {
  const generation = await loadGeneration(db, evaluation, now);
  if (generation.status === 'none') return undefined;
  return `event: generation\ndata: ${JSON.stringify(generation)}\n\n`;
}
