import { Problem } from '../../../contract/problems.ts';
import { referenceInPath } from '../../../domain/ids.ts';
import { notFound, type Standing } from '../../../storage/callers.ts';
import {
  findTestsetRevision,
  type TestsetRevision,
} from '../../../storage/testsets/testset-revisions.ts';
import type { Context } from '../../context.ts';
import { revisionNumber } from '../../variants/parts/pick-revision.ts';

export interface NumberedRevision {
  readonly standing: Standing;
  readonly testsetName: string;
  readonly revision: TestsetRevision;
}

/** A revision of a test set, by default the current one. */
export async function getTestsetRevision(
  context: Context,
  testsetId: string,
  number: number | undefined,
): Promise<NumberedRevision> {
  const testset = referenceInPath(testsetId);
  if (testset.id === undefined) throw notFound('testset', testset);
  const history = await findTestsetRevision(context.db, context.caller, {
    testsetId: testset.id,
    revision: number === undefined ? undefined : revisionNumber(number),
  });
  if (history === undefined) throw notFound('testset', testset);
  const revision = history.revisions[0];
  if (revision === undefined) {
    throw new Problem('revision_not_found', 'The test set has no revision with this number.');
  }
  return { standing: history.standing, testsetName: history.testsetName, revision };
}
