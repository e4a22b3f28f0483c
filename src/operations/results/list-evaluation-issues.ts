import { ISSUE_KINDS, type Issue, type IssueKind } from '../../contract/results/issues.ts';
import { referenceInPath } from '../../domain/ids.ts';
import { issueId } from '../../domain/results/issue-ids.ts';
import { formatTimestamp } from '../../domain/timestamps.ts';
import { type IssueDecision, listDecisions } from '../../storage/results/issues.ts';
import type { Operation } from '../context.ts';
import { getEditableEvaluation } from '../evaluations/parts/edit-human-evaluation.ts';
import { FINDERS, type FoundIssue } from './parts/find-issues.ts';

/** As many of a kind as a person looks through. */
const MAX_PER_KIND = 200;

/** Everything in an evaluation that needs a look, with the decisions about it. */
export const listEvaluationIssues: Operation<'listEvaluationIssues'> = async (
  context,
  { parameters, query },
) => {
  const reference = referenceInPath(parameters.evaluation_id);
  const evaluation = await getEditableEvaluation(context, context.db, reference);
  const kinds = ISSUE_KINDS.filter((kind) => query.kind === undefined || kind === query.kind);
  const [decisions, ...lists] = await Promise.all([
    listDecisions(context.db, evaluation.standing.workspaceId, evaluation.id),
    ...kinds.map((kind) => FINDERS[kind](context, { evaluation, limit: MAX_PER_KIND + 1 })),
  ]);
  const decisionOf = new Map(decisions.map((decision) => [keyOf(decision), decision]));
  const issues = lists.flatMap((list) =>
    list.slice(0, MAX_PER_KIND).map((issue) => present(issue, decisionOf.get(issueId(issue)))),
  );
  const { state } = query;
  return {
    body: {
      issues: state === undefined ? issues : issues.filter((issue) => issue.state === state),
      more: kinds.filter((_, place) => (lists[place]?.length ?? 0) > MAX_PER_KIND),
    },
  };
};

function keyOf({ kind, subject }: { kind: IssueKind; subject: string }): string {
  return `${kind}.${subject}`;
}

function present({ shown }: FoundIssue, decision: IssueDecision | undefined): Issue {
  return {
    ...shown,
    state: decision?.decision ?? 'open',
    decided_by: decision?.decidedBy ?? null,
    decided_at: decision === undefined ? null : formatTimestamp(decision.decidedAt),
  };
}
