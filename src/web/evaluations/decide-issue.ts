import type { Issue, IssueState } from '../../contract/results/issues.ts';
import { client, queryClient } from '../api.ts';
import { type Evaluation, issuesQuery, overviewQuery } from './evaluation-queries.ts';

/** Shows a decision at once; what the server has follows. */
export async function decideIssue(
  { id: evaluationId }: Evaluation,
  issue: Issue,
  state: IssueState,
): Promise<void> {
  const query = issuesQuery(evaluationId);
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
    await Promise.all([
      queryClient.invalidateQueries(query),
      queryClient.invalidateQueries(overviewQuery(evaluationId)),
    ]);
  }
}
