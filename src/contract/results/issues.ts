import type { Static } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { Id, Nullable, OneOf, Reference, Timestamp } from '../fields.ts';
import { Annotator } from '../judging/judgements.ts';
import { Named, NamedOneOf } from '../named.ts';
import { Type } from '../type.ts';

export const ISSUE_KINDS = ['flag', 'note', 'failed_output', 'disagreement', 'annotator'] as const;

export type IssueKind = (typeof ISSUE_KINDS)[number];

/** What an editor can decide; without a decision, an issue is open. */
export const DECISIONS = ['resolved', 'dismissed'] as const;

export type Decision = (typeof DECISIONS)[number];

export const ISSUE_STATES = ['open', ...DECISIONS] as const;

const IssueKind = NamedOneOf('IssueKind', ISSUE_KINDS);
const IssueState = NamedOneOf('IssueState', ISSUE_STATES);

export type IssueState = Static<typeof IssueState>;

const Issue = Named('Issue', {
  id: Type.String(),
  kind: IssueKind,
  text: Type.String({ description: 'The reason, the note, the error or the sign, for people.' }),
  author: Nullable(Annotator),
  scenario_id: Nullable(Id),
  position: Nullable(Type.Integer({ minimum: 0 })),
  variant_id: Nullable(Id),
  created_at: Nullable({
    ...Timestamp,
    description: 'Of a flag: when its task was handed to the annotator.',
  }),
  state: IssueState,
  decided_by: Nullable(Id),
  decided_at: Nullable(Timestamp),
});

export type Issue = Static<typeof Issue>;

const IssueList = Named('IssueList', {
  issues: Type.Array(Issue),
  more: Type.Array(IssueKind, {
    description: 'Kinds of which only the first 200 are listed.',
  }),
});

const OneEvaluation = Type.Object({ evaluation_id: Reference });

export const issueEndpoints = [
  defineEndpoint({
    operationId: 'listEvaluationIssues',
    tag: 'Results',
    method: 'GET',
    path: '/human-evaluations/{evaluation_id}/issues',
    summary:
      'List the issues of a human evaluation, open ones first: flags, notes, failed outputs, disagreements and annotators with unusual judgements.',
    access: { kind: 'permission', permission: 'edit_evaluation' },
    parameters: OneEvaluation,
    query: Type.Object({
      kind: Type.Optional(IssueKind),
      state: Type.Optional(IssueState),
    }),
    response: IssueList,
    status: 200,
    problems: ['evaluation_not_found'],
    reads: 'much',
  }),
  defineEndpoint({
    operationId: 'decideIssue',
    tag: 'Results',
    method: 'PUT',
    path: '/human-evaluations/{evaluation_id}/issues/{issue_id}',
    summary: 'Resolve or dismiss an issue, or open it again.',
    access: { kind: 'permission', permission: 'edit_evaluation' },
    parameters: Type.Object({ evaluation_id: Reference, issue_id: Reference }),
    body: Named('IssueDecision', { state: OneOf(ISSUE_STATES) }),
    response: Type.Null(),
    status: 204,
    problems: ['evaluation_not_found', 'issue_not_found'],
  }),
] as const;
