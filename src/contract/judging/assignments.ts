import type { Static } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { EvaluationType, FullCriterion, Presentation } from '../evaluations/evaluation-settings.ts';
import { Id, Nullable, Reference, Timestamp } from '../fields.ts';
import { Named, NamedOneOf } from '../named.ts';
import { PageOfNewList } from '../page-of-new-list.ts';
import { Type } from '../type.ts';

export const ASSIGNMENT_STATUSES = ['open', 'judged', 'skipped', 'expired'] as const;

const AssignmentStatus = NamedOneOf('AssignmentStatus', ASSIGNMENT_STATUSES);

export type AssignmentStatus = (typeof ASSIGNMENT_STATUSES)[number];

/** A value on the scale of its criterion. */
export const AnswerValue = Type.Unsafe<boolean | number | string>({
  description: 'true or false; a step from 1; a number; one of the options; free text.',
});

const Answer = Named('Answer', {
  criterion: Type.String({ maxLength: 128 }),
  slot_id: Type.Optional(
    Nullable(Type.String({ description: 'For a criterion about each output: the slot.' })),
  ),
  value: AnswerValue,
});

export type Answer = Static<typeof Answer>;

const TIME_TAKEN = Type.Integer({ minimum: 0, maximum: 86_400_000 });

export const JudgementSubmission = Named('JudgementSubmission', {
  outcome: Type.Optional(
    Type.String({ maxLength: 64, description: "The better slot's id, 'tie' or 'both_bad'." }),
  ),
  score: Type.Optional(Type.Number()),
  answers: Type.Optional(Type.Array(Answer, { maxItems: 200 })),
  note: Type.Optional(Type.String({ maxLength: 10_000 })),
  time_taken_ms: Type.Optional(TIME_TAKEN),
});

export type JudgementSubmission = Static<typeof JudgementSubmission>;

export const OwnJudgement = Named('OwnJudgement', {
  version: Type.Integer({ minimum: 1 }),
  outcome: Nullable(Type.String()),
  score: Nullable(Type.Number()),
  answers: Type.Array(
    Named('OwnAnswer', {
      criterion: Type.String(),
      slot_id: Nullable(Type.String()),
      value: AnswerValue,
    }),
  ),
  note: Type.String(),
  time_taken_ms: Nullable(TIME_TAKEN),
  guidelines_version: Type.Integer({ minimum: 1 }),
  judged_at: Timestamp,
});

export type OwnJudgement = Static<typeof OwnJudgement>;

/** All that an annotator sees of a task. Nothing in it identifies a variant. */
export const Assignment = Named('Assignment', {
  id: Id,
  evaluation_id: Id,
  status: AssignmentStatus,
  lease_expires_at: Nullable(Timestamp),
  inputs: Type.Array(Named('TaskInput', { input_name: Type.String(), input_value: Type.String() })),
  correct_answer: Type.String(),
  slots: Type.Array(Named('TaskSlot', { slot_id: Type.String(), output: Type.String() })),
  flag: Nullable(Type.String()),
  skip_reason: Nullable(Type.String()),
  judgement: Nullable(OwnJudgement),
});

export type Assignment = Static<typeof Assignment>;

const OwnProgress = Named('OwnProgress', {
  judged: Type.Integer({ minimum: 0 }),
  skipped: Type.Integer({ minimum: 0 }),
  remaining: Type.Integer({
    minimum: 0,
    description:
      'Tasks left for this annotator: exact in the brief; elsewhere, counting stops at about a hundred.',
  }),
});

const OneEvaluation = Type.Object({ evaluation_id: Reference });
const OneAssignment = Type.Object({ assignment_id: Reference });
const Reason = Type.String({ maxLength: 2000 });

export const assignmentEndpoints = [
  defineEndpoint({
    operationId: 'fetchBrief',
    tag: 'Judging',
    method: 'GET',
    path: '/human-evaluations/{evaluation_id}/brief',
    summary: 'Fetch what an annotator needs: criteria, scale, guidelines and own progress.',
    access: { kind: 'permission', permission: 'run_evaluations' },
    guests: true,
    parameters: OneEvaluation,
    response: Named('Brief', {
      evaluation_id: Id,
      annotator_id: Id,
      organization_name: Type.String({ description: 'Who asks for the judgements.' }),
      evaluation_type: EvaluationType,
      open: Type.Boolean(),
      allow_tie: Type.Boolean(),
      allow_both_bad: Type.Boolean(),
      score_min: Type.Number(),
      score_max: Type.Number(),
      criteria: Type.Array(FullCriterion),
      guidelines: Type.String(),
      guidelines_version: Type.Integer({ minimum: 1 }),
      presentation: Presentation,
      progress: OwnProgress,
    }),
    status: 200,
    problems: ['evaluation_not_found'],
  }),
  defineEndpoint({
    operationId: 'takeAssignments',
    tag: 'Judging',
    method: 'POST',
    path: '/human-evaluations/{evaluation_id}/assignments',
    summary:
      'Take the next tasks: those you already hold, then new ones, up to `count`. Above 5, you may get fewer: when few are left for others, or their texts are long.',
    access: { kind: 'permission', permission: 'run_evaluations' },
    guests: true,
    parameters: OneEvaluation,
    body: Named('AssignmentRequest', {
      count: Type.Optional(Type.Integer({ minimum: 1, maximum: 20 })),
    }),
    bodyOptional: true,
    response: Named('TakenAssignments', {
      assignments: Type.Array(Assignment),
      progress: OwnProgress,
    }),
    status: 200,
    problems: ['evaluation_not_found', 'evaluation_closed'],
  }),
  defineEndpoint({
    operationId: 'listAssignments',
    tag: 'Judging',
    method: 'GET',
    path: '/human-evaluations/{evaluation_id}/assignments',
    summary:
      'List your own assignments, newest first; judged ones last judged first; 50 per page by default.',
    access: { kind: 'permission', permission: 'run_evaluations' },
    guests: true,
    parameters: OneEvaluation,
    query: Type.Object({
      status: Type.Optional(AssignmentStatus),
      ...PageOfNewList,
    }),
    response: Type.Array(Assignment),
    status: 200,
    problems: ['evaluation_not_found', 'invalid_cursor'],
    paged: true,
  }),
  defineEndpoint({
    operationId: 'fetchAssignment',
    tag: 'Judging',
    method: 'GET',
    path: '/assignments/{assignment_id}',
    summary: 'Fetch one of your own assignments.',
    access: { kind: 'permission', permission: 'run_evaluations' },
    guests: true,
    parameters: OneAssignment,
    response: Assignment,
    status: 200,
    problems: ['assignment_not_found'],
  }),
  defineEndpoint({
    operationId: 'submitJudgement',
    tag: 'Judging',
    method: 'PUT',
    path: '/assignments/{assignment_id}/judgement',
    summary:
      'Judge a task. An identical judgement changes nothing; a different one becomes the next version, unless `If-None-Match: *` forbids replacing.',
    access: { kind: 'permission', permission: 'run_evaluations' },
    guests: true,
    parameters: OneAssignment,
    body: JudgementSubmission,
    response: OwnJudgement,
    status: 200,
    problems: ['assignment_not_found', 'evaluation_closed', 'lease_expired', 'revision_conflict'],
  }),
  defineEndpoint({
    operationId: 'withdrawJudgement',
    tag: 'Judging',
    method: 'DELETE',
    path: '/assignments/{assignment_id}/judgement',
    summary: 'Withdraw your judgement; the task is assigned to you again. Its versions are kept.',
    access: { kind: 'permission', permission: 'run_evaluations' },
    guests: true,
    parameters: OneAssignment,
    response: Type.Null(),
    status: 204,
    problems: ['assignment_not_found', 'evaluation_closed'],
  }),
  defineEndpoint({
    operationId: 'skipAssignment',
    tag: 'Judging',
    method: 'POST',
    path: '/assignments/{assignment_id}/skip',
    summary: 'Skip a task; it returns to you only when no other task is left.',
    access: { kind: 'permission', permission: 'run_evaluations' },
    guests: true,
    parameters: OneAssignment,
    body: Named('Skip', { reason: Type.Optional(Reason) }),
    bodyOptional: true,
    response: Type.Null(),
    status: 204,
    problems: ['assignment_not_found', 'evaluation_closed', 'already_judged'],
  }),
  defineEndpoint({
    operationId: 'flagAssignment',
    tag: 'Judging',
    method: 'PUT',
    path: '/assignments/{assignment_id}/flag',
    summary: 'Flag a task for the owners of the evaluation.',
    access: { kind: 'permission', permission: 'run_evaluations' },
    guests: true,
    parameters: OneAssignment,
    body: Named('Flag', { reason: Reason }),
    response: Type.Null(),
    status: 204,
    problems: ['assignment_not_found', 'evaluation_closed'],
  }),
  defineEndpoint({
    operationId: 'unflagAssignment',
    tag: 'Judging',
    method: 'DELETE',
    path: '/assignments/{assignment_id}/flag',
    summary: 'Remove a flag.',
    access: { kind: 'permission', permission: 'run_evaluations' },
    guests: true,
    parameters: OneAssignment,
    response: Type.Null(),
    status: 204,
    problems: ['assignment_not_found', 'evaluation_closed'],
  }),
] as const;
