import type { Static } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { Id, Nullable, Reference } from '../fields.ts';
import { Named } from '../named.ts';
import { PageOfNewList } from '../page-of-new-list.ts';
import { Type } from '../type.ts';

const Count = Type.Integer({ minimum: 0 });

const ScenarioTally = Named('ScenarioTally', {
  scenario_id: Id,
  position: Count,
  summary: Type.String({ description: 'The beginning of the inputs.' }),
  judgements: Count,
  votes: Type.Array(Named('VariantVotes', { variant_id: Id, count: Count }), {
    description:
      'Comparisons: how often each variant was the better one. Scoring: its number of scores.',
  }),
  ties: Count,
  both_bad: Count,
  winner_variant_id: Nullable(Id),
  notes: Count,
  flags: Count,
});

export type ScenarioTally = Static<typeof ScenarioTally>;

export const scenarioTallyEndpoints = [
  defineEndpoint({
    operationId: 'listScenarioTallies',
    tag: 'Judgements',
    method: 'GET',
    path: '/human-evaluations/{evaluation_id}/scenario-tallies',
    summary:
      'List scenarios with their judgements counted, the variant that most annotators prefer, and the number of notes and flags. 50 per page by default.',
    access: { kind: 'permission', permission: 'edit_evaluation' },
    parameters: Type.Object({ evaluation_id: Reference }),
    query: Type.Object(PageOfNewList),
    response: Type.Array(ScenarioTally),
    status: 200,
    problems: ['evaluation_not_found', 'invalid_cursor'],
    reads: 'much',
    paged: true,
  }),
] as const;
