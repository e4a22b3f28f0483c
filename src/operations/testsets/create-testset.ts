import { referenceInPath } from '../../domain/ids.ts';
import { toName } from '../../domain/names.ts';
import { formatTimestamp } from '../../domain/timestamps.ts';
import { explainTestsetConflict } from '../../storage/testsets/testsets.ts';
import { getApp } from '../../storage/variants/apps.ts';
import type { Operation } from '../context.ts';
import { publishTestset } from './parts/publish-testset.ts';
import { readTestsetBody } from './parts/read-testset-body.ts';
import { stageRows } from './parts/stage-rows.ts';

export const createTestset: Operation<'createTestset'> = async (
  context,
  { parameters, upload },
) => {
  const app = await getApp(context.db, context.caller, referenceInPath(parameters.app_id));
  context.gate.permit(app.standing);
  return stageRows(context, app.standing, {
    read: (stage) => readTestsetBody(upload, stage),
    publish: async (staged, body) => {
      const name = toName(body.name);
      const content = { app, name, commitMessage: body.commit_message ?? null };
      try {
        return await context.transaction(async (tx) => {
          const { id } = await publishTestset(context, tx, { content, staged });
          const created_at = formatTimestamp(context.now);
          return { body: { id, _id: id, name: name.text, created_at, revision: 1 } };
        });
      } catch (error) {
        const wanted = { app: { id: app.id, field: undefined }, name };
        throw await explainTestsetConflict(context.db, app.standing.workspaceId, { wanted, error });
      }
    },
  });
};
