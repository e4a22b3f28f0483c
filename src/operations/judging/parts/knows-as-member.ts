import type { Transaction } from '../../../storage/database.ts';
import { listMembersBehind } from '../../../storage/identity/guests.ts';
import type { Context } from '../../context.ts';
import { knowsVariants } from '../../evaluations/parts/blindness.ts';

interface BrowserSessions {
  readonly workspaceId: string;
  readonly evaluationId: string;
  readonly sessions: readonly string[];
}

/** Whether one of these sessions is of a member who could know which variant is which. */
export async function knowsAsMember(
  { now }: Pick<Context, 'now'>,
  tx: Transaction,
  { workspaceId, evaluationId, sessions }: BrowserSessions,
): Promise<boolean> {
  const members = await listMembersBehind(tx, workspaceId, { evaluationId, now, sessions });
  return members.some((one) => one.knewVariants || knowsVariants(one));
}
