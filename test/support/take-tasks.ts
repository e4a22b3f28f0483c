import type { Client } from '../../src/client/client.ts';
import type { Assignment } from '../../src/contract/judging/assignments.ts';
import type { MadeEvaluation } from './evaluations.ts';

/** The next tasks of an annotator. */
export async function takeTasks(
  client: Client,
  { evaluation_id }: Pick<MadeEvaluation, 'evaluation_id'>,
  count = 1,
): Promise<readonly Assignment[]> {
  const taken = await client.takeAssignments({ parameters: { evaluation_id }, body: { count } });
  return taken.assignments;
}
