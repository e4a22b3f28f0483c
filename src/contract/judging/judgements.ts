import type { Static } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { Id, Nullable, OneOf, Reference, Timestamp } from '../fields.ts';
import { Named, NamedOneOf } from '../named.ts';
import { PageOfNewList } from '../page-of-new-list.ts';
import { Type } from '../type.ts';
import { AnswerValue } from './assignments.ts';

export const ANNOTATOR_KINDS = ['member', 'guest'] as const;

export const OUTCOMES = ['slot', 'tie', 'both_bad'] as const;

const AnnotatorKind = NamedOneOf('AnnotatorKind', ANNOTATOR_KINDS);

export const Annotator = Named('Annotator', {
  id: Id,
  name: Type.String(),
  kind: AnnotatorKind,
});

export type Annotator = Static<typeof Annotator>;

/** One version of a judgement; `outcome` and `score` are null if it was withdrawn. */
const JudgementContent = Named('JudgementContent', {
  version: Type.Integer({ minimum: 1 }),
  withdrawn: Type.Boolean(),
  outcome: Nullable(OneOf(OUTCOMES)),
  winner_slot_id: Nullable(Type.String()),
  winner_variant_id: Nullable(Id),
  score: Nullable(Type.Number()),
  answers: Type.Array(
    Named('JudgementAnswer', {
      criterion: Type.String(),
      slot_id: Nullable(Type.String()),
      variant_id: Nullable(Id),
      value: AnswerValue,
    }),
  ),
  note: Type.String(),
  time_taken_ms: Nullable(Type.Integer({ minimum: 0 })),
  guidelines_version: Type.Integer({ minimum: 1 }),
  judged_at: Timestamp,
});

/** A judgement with its annotator. Variants are null for callers who must not know them. */
export const Judgement = Named('Judgement', {
  id: Id,
  evaluation_id: Id,
  scenario_id: Id,
  position: Type.Integer({ minimum: 0 }),
  annotator: Annotator,
  slots: Type.Array(Named('JudgementSlot', { slot_id: Type.String(), variant_id: Nullable(Id) }), {
    description: 'From left to right as shown.',
  }),
  sides_stored: Type.Boolean({
    description:
      'False for judgements through the original routes, where the order shown is unknown.',
  }),
  ...JudgementContent.properties,
  versions: Type.Optional(Type.Array(JudgementContent, { description: 'Oldest first.' })),
});

export type Judgement = Static<typeof Judgement>;

const OneEvaluation = Type.Object({ evaluation_id: Reference });

export const judgementEndpoints = [
  defineEndpoint({
    operationId: 'listJudgements',
    tag: 'Judgements',
    method: 'GET',
    path: '/human-evaluations/{evaluation_id}/judgements',
    summary:
      'List judgements with their annotators, oldest first; annotators see their own. 50 per page by default.',
    access: { kind: 'permission', permission: 'view_evaluation' },
    parameters: OneEvaluation,
    query: Type.Object({
      scenario_id: Type.Optional(Reference),
      annotator_id: Type.Optional(Reference),
      history: Type.Optional(Type.Boolean()),
      ...PageOfNewList,
    }),
    response: Type.Array(Judgement),
    status: 200,
    problems: ['evaluation_not_found', 'invalid_cursor'],
    reads: 'much',
    paged: true,
  }),
  defineEndpoint({
    operationId: 'exportHumanEvaluation',
    tag: 'Judgements',
    method: 'GET',
    path: '/human-evaluations/{evaluation_id}/export',
    summary:
      'Download judgements, scenarios or preference pairs (prompt, chosen, rejected) as CSV or JSONL.',
    access: { kind: 'permission', permission: 'edit_evaluation' },
    parameters: OneEvaluation,
    query: Type.Object({
      content: Type.Optional(OneOf(['judgements', 'scenarios', 'preferences'])),
      format: Type.Optional(OneOf(['csv', 'jsonl'])),
      raw: Type.Optional(Type.Boolean()),
      ties: Type.Optional(OneOf(['omit', 'keep'])),
    }),
    response: Type.String(),
    status: 200,
    problems: ['evaluation_not_found'],
    reads: 'much',
    contentType: 'application/octet-stream',
  }),
] as const;
