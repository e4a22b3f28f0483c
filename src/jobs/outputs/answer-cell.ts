import type { CallFault } from '../../domain/outputs/failure-codes.ts';
import { retryDelayMs } from '../../domain/outputs/retry-delay.ts';
import type { SettledCell } from '../../operations/outputs/parts/settle-run.ts';
import type { Caller } from '../../outbound/call-source.ts';
import type { FailedAnswer } from '../../outbound/failed-answer.ts';
import type { ActiveSource, ClaimedCell } from '../../storage/outputs/generation-cells.ts';
import type { ReusableOutput } from '../../storage/outputs/generation-results.ts';
import type { Job } from './lane.ts';

const MAX_ATTEMPTS = 5;
const NANO = 1e9;

const EMPTY_CELL = {
  delayMs: 0,
  errorCode: null,
  errorMessage: null,
  errorRaw: null,
  latencyMs: null,
  promptTokens: null,
  completionTokens: null,
  costNano: null,
  finishReason: null,
  reusedFrom: null,
  output: null,
} as const;

/** Settles a cell that fails without a call. */
export function failedCell(
  { variant }: ActiveSource,
  { scenarioId, claimedAt }: ClaimedCell,
  { code, message }: CallFault,
): SettledCell {
  const place = { scenarioId, variant, claimedAt };
  return { ...EMPTY_CELL, ...place, status: 'failed', errorCode: code, errorMessage: message };
}

/** Settles a cell with the output of an identical one. */
export function reusedCell({ source, cell, prepared }: Job, found: ReusableOutput): SettledCell {
  const { key, hash } = prepared;
  return {
    ...EMPTY_CELL,
    scenarioId: cell.scenarioId,
    variant: source.variant,
    claimedAt: cell.claimedAt,
    status: 'done',
    reusedFrom: found.scenarioId,
    output: { text: found.output, key, hash },
  };
}

/** Makes the call. For `restMs` its source must not be called again. */
export async function answerCell(
  { source, cell, prepared }: Job,
  { caller, random }: { caller: Caller; random: () => number },
): Promise<{ settled: SettledCell; restMs: number }> {
  const { call, key, hash } = prepared;
  const answer = await caller.call(call);
  if (answer.outcome === 'failed') {
    const called = { ...cell, variant: source.variant };
    const settled = unansweredCell(called, answer, random);
    return { settled, restMs: restAfter(called, answer, random) };
  }
  const { output, latencyMs, promptTokens, completionTokens, cost, finishReason } = answer;
  const costNano = cost === null ? null : Math.round(cost * NANO);
  const settled: SettledCell = {
    ...EMPTY_CELL,
    scenarioId: cell.scenarioId,
    variant: source.variant,
    claimedAt: cell.claimedAt,
    status: 'done',
    latencyMs,
    promptTokens,
    completionTokens,
    costNano,
    finishReason,
    output: { text: output, key, hash },
  };
  return { settled, restMs: 0 };
}

/** A rate limit concerns the whole source, even if this cell is not retried. */
function restAfter(
  { attempts }: CalledCell,
  { code, retryAfterMs }: FailedAnswer,
  random: () => number,
): number {
  return code === 'rate_limited'
    ? retryDelayMs({ attempt: attempts + 1, retryAfterMs, random })
    : 0;
}

/** Settles a failed call: it waits for a retry until its attempts are used up. */
export function unansweredCell(
  { scenarioId, variant, claimedAt, attempts }: CalledCell,
  answer: FailedAnswer,
  random: () => number,
): SettledCell {
  const attempt = attempts + 1;
  const isLast = answer.retry === 'never' || attempt >= MAX_ATTEMPTS;
  const { latencyMs, code: errorCode, message: errorMessage, raw: errorRaw, retryAfterMs } = answer;
  return {
    ...EMPTY_CELL,
    scenarioId,
    variant,
    claimedAt,
    status: isLast ? 'failed' : 'waiting',
    delayMs: isLast ? 0 : retryDelayMs({ attempt, retryAfterMs, random }),
    latencyMs,
    errorCode,
    errorMessage,
    errorRaw,
  };
}

/** A cell that was called. */
export type CalledCell = Pick<ClaimedCell, 'scenarioId' | 'claimedAt' | 'attempts'> & {
  readonly variant: number;
};
