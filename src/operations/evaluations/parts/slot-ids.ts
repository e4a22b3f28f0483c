import { createHmac } from 'node:crypto';
import type { Context } from '../../context.ts';

/** An output as one annotator sees it in one task. */
export interface SlotPlace {
  readonly evaluationId: string;
  readonly taskId: string;
  readonly annotatorId: string;
  /** The variant's place in the evaluation. */
  readonly variant: number;
}

/**
 * The id of a slot: the same variant has another one in each task and for each annotator, and none
 * can be traced back without the secret. It looks like any other id (RFC 9562, version 8).
 */
export function slotId(
  { slotSecret }: Pick<Context, 'slotSecret'>,
  { evaluationId, taskId, annotatorId, variant }: SlotPlace,
): string {
  const digest = createHmac('sha256', slotSecret)
    .update(`${evaluationId} ${taskId} ${annotatorId} ${variant}`)
    .digest();
  digest.writeUInt8((digest.readUInt8(6) & 0x0f) | 0x80, 6);
  digest.writeUInt8((digest.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = digest.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}
