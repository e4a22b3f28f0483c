import { referenceInPath } from '../../domain/ids.ts';
import { listAnnotatorInvitations as list } from '../../storage/evaluations/annotator-invitations.ts';
import type { Operation } from '../context.ts';
import { getEditableEvaluation } from './parts/edit-human-evaluation.ts';
import { presentAnnotatorInvitation } from './parts/present-annotator-invitation.ts';

export const listAnnotatorInvitations: Operation<'listAnnotatorInvitations'> = async (
  context,
  { parameters },
) => {
  const reference = referenceInPath(parameters.evaluation_id);
  const { id, standing } = await getEditableEvaluation(context, context.db, reference);
  const invitations = await list(context.db, standing.workspaceId, id);
  return { body: invitations.map(presentAnnotatorInvitation) };
};
