import { referenceInPath } from '../../../domain/ids.ts';
import type { Queryable } from '../../../storage/database.ts';
import { getAssignment } from '../../../storage/judging/assignments.ts';
import { getJudging as find, type Judging } from '../../../storage/judging/judges.ts';
import type { Context } from '../../context.ts';
import { mayJudge, requireJudge } from './may-judge.ts';

/** The caller as an annotator of this evaluation. */
export async function getJudging(
  context: Context,
  db: Queryable,
  evaluationId: string,
): ReturnType<typeof find> {
  const judging = await find(db, context.caller, referenceInPath(evaluationId));
  permitJudge(context, judging);
  return judging;
}

/** One of the caller's own assignments, in an evaluation that they may judge. */
export async function getOwnAssignment(
  context: Context,
  db: Queryable,
  assignmentId: string,
): ReturnType<typeof getAssignment> {
  const judging = await getAssignment(db, context.caller, referenceInPath(assignmentId));
  permitJudge(context, judging);
  return judging;
}

function permitJudge({ gate }: Context, judging: Judging): void {
  gate.admit({ userId: judging.judge.annotatorId });
  requireJudge(gate, judging);
  gate.permitIf(mayJudge(judging));
  gate.enter(judging.judge.standing.workspaceId);
}
