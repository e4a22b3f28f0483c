import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { evaluationQuery } from './evaluation-queries.ts';
import { evaluationTitle } from './evaluation-title.ts';

const route = getRouteApi('/signed-in/evaluations/$evaluationId');

export function EvaluationCrumb(): string {
  const { data } = useQuery(evaluationQuery(route.useParams().evaluationId));
  return data === undefined ? '…' : evaluationTitle(data);
}
