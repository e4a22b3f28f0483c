import { referenceInPath } from '../../domain/ids.ts';
import { toName } from '../../domain/names.ts';
import type { Transaction } from '../../storage/database.ts';
import {
  advanceTestset,
  deleteUnpublishedRevision,
  lockTestset,
  publishRevision,
  renameTestset,
  type TestsetState,
} from '../../storage/testsets/testset-changes.ts';
import {
  explainTestsetConflict,
  getTestset,
  type Testset,
} from '../../storage/testsets/testsets.ts';
import { changes, noteOf } from '../audit-trail.ts';
import type { Context, Operation } from '../context.ts';
import { expectedVersion, revisionConflict, versionEtag } from '../preconditions.ts';
import { readTestsetBody, type TestsetNamingInput } from './parts/read-testset-body.ts';
import type { StagedRows } from './parts/row-stage.ts';
import { stageRows } from './parts/stage-rows.ts';

/** Replaces name and rows. Changed rows make the next revision; equal rows only rename it. */
export const updateTestset: Operation<'updateTestset'> = async (
  context,
  { parameters, upload },
) => {
  const reference = referenceInPath(parameters.testset_id);
  const testset = await getTestset(context.db, context.caller, reference);
  context.gate.permit(testset.standing);
  return stageRows(context, testset.standing, {
    read: (stage) => readTestsetBody(upload, stage),
    publish: async (staged, body) => {
      try {
        return await context.transaction(async (tx) => {
          // The lock keeps the comparison of the rows true until name and rows are replaced.
          await lockTestset(tx, testset.standing.workspaceId, testset.id);
          const current = await getTestset(tx, context.caller, reference);
          const state = await replace(context, tx, { testset: current, staged, body });
          const after = { name: toName(body.name).text, revision: state.revision };
          context.note(noteOf(changes(current, after, ['name', 'revision'])));
          return {
            body: {
              status: 'success' as const,
              message: `The test set "${body.name}" is at revision ${state.revision}.`,
              _id: testset.id,
              id: testset.id,
              revision: state.revision,
            },
            etag: versionEtag(state.version),
          };
        });
      } catch (error) {
        const wanted = { app: { id: testset.appId, field: undefined }, name: toName(body.name) };
        const { workspaceId } = testset.standing;
        throw await explainTestsetConflict(context.db, workspaceId, { wanted, error });
      }
    },
  });
};

async function replace(
  context: Context,
  tx: Transaction,
  { testset, staged, body }: { testset: Testset; staged: StagedRows; body: TestsetNamingInput },
): Promise<TestsetState> {
  const { workspaceId } = testset.standing;
  const change = {
    id: testset.id,
    name: toName(body.name),
    rowsHash: staged.rowsHash,
    expectedVersion: expectedVersion(context.preconditions, testset),
    now: context.now,
  };
  const advanced = await advanceTestset(tx, workspaceId, change);
  if (advanced !== undefined) {
    await publishRevision(tx, workspaceId, {
      ...staged,
      testsetId: testset.id,
      revision: advanced.revision,
      commitMessage: body.commit_message ?? null,
    });
    return advanced;
  }
  const renamed = await renameTestset(tx, workspaceId, change);
  if (renamed === undefined) throw revisionConflict(testset);
  await deleteUnpublishedRevision(tx, workspaceId, staged.revisionId);
  return renamed;
}
