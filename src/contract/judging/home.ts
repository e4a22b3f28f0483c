import type { Static } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { EvaluationOverview } from '../evaluations/evaluation-overviews.ts';
import { EvaluationType } from '../evaluations/evaluation-settings.ts';
import { Id, Nullable, Reference } from '../fields.ts';
import { Named } from '../named.ts';
import { Type } from '../type.ts';

const ToJudge = Named('ToJudge', {
  evaluation_id: Id,
  name: Nullable(Type.String({ description: 'Null for blind annotators.' })),
  testset_name: Type.String(),
  evaluation_type: EvaluationType,
  remaining: Type.Integer({
    minimum: 1,
    description: 'Tasks left for you, as in the brief, but counting stops at about 25.',
  }),
});

export type ToJudge = Static<typeof ToJudge>;

const Home = Named('Home', {
  to_judge: Type.Array(ToJudge),
  yours: Type.Array(EvaluationOverview, {
    description: 'The newest evaluations that you created, without archived ones.',
  }),
});

export const homeEndpoints = [
  defineEndpoint({
    operationId: 'fetchHome',
    tag: 'Judging',
    method: 'GET',
    path: '/home',
    summary: 'Fetch what waits for you in a workspace: tasks to judge, and your evaluations.',
    access: { kind: 'permission', permission: 'view_evaluation' },
    query: Type.Object({ workspace_id: Type.Optional(Reference) }),
    response: Home,
    status: 200,
    problems: ['workspace_not_found'],
    reads: 'much',
  }),
] as const;
