import { referenceInPath } from '../../domain/ids.ts';
import { formatTimestamp } from '../../domain/timestamps.ts';
import { listSettingChanges as list } from '../../storage/evaluations/setting-changes.ts';
import type { Operation } from '../context.ts';
import { getEditableEvaluation } from './parts/edit-human-evaluation.ts';

export const listSettingChanges: Operation<'listSettingChanges'> = async (
  context,
  { parameters },
) => {
  const reference = referenceInPath(parameters.evaluation_id);
  const { id, standing } = await getEditableEvaluation(context, context.db, reference);
  const changes = await list(context.db, standing.workspaceId, id);
  const body = changes.map(({ changedBy, createdAt, ...change }) => ({
    ...change,
    changed_by: changedBy,
    created_at: formatTimestamp(createdAt),
  }));
  return { body };
};
