import type { CallFault } from '../../domain/generation/failure-codes.ts';
import { retryDelayMs } from '../../domain/generation/retry-delay.ts';
import type { SettledCell } from '../../operations/generation/settle-run.ts';
import type { Caller, SourceAnswer } from '../../outbound/call-source.ts';
import type { ActiveSource, ClaimedCell } from '../../storage/generation-cells.ts';
import type { ReusableOutput } from '../../storage/generation-results.ts';
import type { Job } from './lane.ts';

const MOST_ATTEMPTS = 5;
const NANO = 1e9;

const NOTHING = {
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

/** A cell that cannot be answered, which is known without a call. */
export function failedCell(
  { variant }: ActiveSource,
  { scenarioId, claimedAt }: ClaimedCell,
  { code, message }: CallFault,
): SettledCell {
  const place = { scenarioId, variant, claimedAt };
  return { ...NOTHING, ...place, status: 'failed', errorCode: code, errorMessage: message };
}

/** A cell whose answer is known from another one. */
export function reusedCell({ source, cell, prepared }: Job, found: ReusableOutput): SettledCell {
  const { key, hash } = prepared;
  return {
    ...NOTHING,
    scenarioId: cell.scenarioId,
    variant: source.variant,
    claimedAt: cell.claimedAt,
    status: 'done',
    reusedFrom: found.scenarioId,
    output: { text: found.output, key, hash },
  };
}

/** Makes the call. What failed on the way waits for another attempt, a few times. */
export async function answerCell(
  { source, cell, prepared }: Job,
  { caller, random }: { caller: Caller; random: () => number },
): Promise<{ settled: SettledCell; answer: SourceAnswer }> {
  const { call, key, hash } = prepared;
  const answer = await caller.call(call);
  const { scenarioId, claimedAt } = cell;
  const place = { scenarioId, variant: source.variant, claimedAt };
  const { latencyMs } = answer;
  if (answer.outcome === 'answered') {
    const { output, promptTokens, completionTokens, cost, finishReason } = answer;
    const costNano = cost === null ? null : Math.round(cost * NANO);
    const told = { latencyMs, promptTokens, completionTokens, costNano, finishReason };
    const settled = { ...NOTHING, ...place, ...told, output: { text: output, key, hash } };
    return { settled: { ...settled, status: 'done' }, answer };
  }
  const attempt = cell.attempts + 1;
  const isLast = answer.retry === 'never' || attempt >= MOST_ATTEMPTS;
  const { code: errorCode, message: errorMessage, raw: errorRaw, retryAfterMs } = answer;
  const told = { latencyMs, errorCode, errorMessage, errorRaw };
  const delayMs = isLast ? 0 : retryDelayMs({ attempt, retryAfterMs, random });
  const status = isLast ? 'failed' : 'waiting';
  return { settled: { ...NOTHING, ...place, ...told, delayMs, status }, answer };
}
