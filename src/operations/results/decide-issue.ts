import { referenceInPath } from '../../domain/ids.ts';
import { readIssueId, subjectOf } from '../../domain/results/issue-ids.ts';
import { notFound } from '../../storage/callers.ts';
import { getHumanEvaluation } from '../../storage/evaluations/human-evaluations.ts';
import { deleteDecision, hasSubject, upsertDecision } from '../../storage/results/issues.ts';
import type { Operation } from '../context.ts';
import { getEditableEvaluation } from '../evaluations/parts/edit-human-evaluation.ts';

/** Keeps an editor's decision about an issue, even if the evaluation is closed. */
export const decideIssue: Operation<'decideIssue'> = async (context, { parameters, body }) => {
  const reference = referenceInPath(parameters.evaluation_id);
  return context.transaction(async (tx) => {
    const evaluation = await getHumanEvaluation(tx, context.caller, reference);
    const { id: evaluationId, standing } = evaluation;
    const { workspaceId, userId: decidedBy } = standing;
    const issue = readIssueId(parameters.issue_id);
    const isKnown =
      issue !== undefined && (await hasSubject(tx, workspaceId, { ...issue, evaluationId }));
    if (!isKnown) throw notFound('issue', referenceInPath(parameters.issue_id));
    await getEditableEvaluation(context, tx, reference);
    const row = { evaluationId, kind: issue.kind, subject: subjectOf(issue) };
    const { state } = body;
    if (state === 'open') await deleteDecision(tx, workspaceId, row);
    else {
      const decision = { ...row, decision: state, decidedBy, decidedAt: context.now };
      await upsertDecision(tx, workspaceId, decision);
    }
    context.note({ change: { state } });
    return { body: null };
  });
};
