import {
  ISSUE_KINDS,
  ISSUE_STATES,
  type Issue,
  type IssueKind,
} from '../../contract/results/issues.ts';
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
  const states = ISSUE_STATES.filter((state) => query.state === undefined || state === query.state);
  const { workspaceId } = evaluation.standing;
  const decisions = await listDecisions(context.db, workspaceId, evaluation.id);
  const decisionOf = new Map(decisions.map((decision) => [keyOf(decision), decision]));
  const search = { evaluation, states, decisionOf, limit: MAX_PER_KIND + 1 };
  const lists = await Promise.all(kinds.map((kind) => FINDERS[kind](context, search)));
  return {
    body: {
      issues: lists.flatMap((list) =>
        list.slice(0, MAX_PER_KIND).map((issue) => present(issue, decisionOf.get(issueId(issue)))),
      ),
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
