import type { Issue, IssueState } from '../../contract/results/issues.ts';
import { client, queryClient } from '../api.ts';
import { type Evaluation, issuesQuery, overviewQuery } from './evaluation-queries.ts';

/** Decisions that the server has not answered yet. */
let unsaved = 0;

/** Shows a decision at once; refetches after the server has answered all pending decisions. */
export async function decideIssue(
  { id: evaluationId }: Evaluation,
  issue: Issue,
  state: IssueState,
): Promise<void> {
  const query = issuesQuery(evaluationId);
  unsaved += 1;
  // A list request under way predates this decision.
  void queryClient.cancelQueries(query);
  queryClient.setQueryData(query.queryKey, (list) => {
    if (list === undefined) return list;
    const issues = list.issues.map((one) => (one.id === issue.id ? { ...one, state } : one));
    return { ...list, issues };
  });
  try {
    await client.decideIssue({
      parameters: { evaluation_id: evaluationId, issue_id: issue.id },
      body: { state },
    });
  } finally {
    unsaved -= 1;
    if (unsaved === 0) {
      await Promise.all([
        queryClient.invalidateQueries(query),
        queryClient.invalidateQueries(overviewQuery(evaluationId)),
      ]);
    }
  }
}
