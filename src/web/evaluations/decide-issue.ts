import type { Issue, IssueState } from '../../contract/results/issues.ts';
import { client, queryClient } from '../api.ts';
import { type Evaluation, issuesQuery, overviewQuery } from './evaluation-queries.ts';

/** Decisions that the server has not answered yet, by evaluation. */
const unsaved = new Map<string, number>();

/** Shows a decision at once; refetches after the server has answered all those of an evaluation. */
export async function decideIssue(
  { id: evaluationId }: Evaluation,
  issue: Issue,
  state: IssueState,
): Promise<void> {
  const query = issuesQuery(evaluationId);
  unsaved.set(evaluationId, (unsaved.get(evaluationId) ?? 0) + 1);
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
    const left = (unsaved.get(evaluationId) ?? 1) - 1;
    unsaved.set(evaluationId, left);
    if (left === 0) {
      await Promise.all([
        queryClient.invalidateQueries(query),
        queryClient.invalidateQueries(overviewQuery(evaluationId)),
      ]);
    }
  }
}
