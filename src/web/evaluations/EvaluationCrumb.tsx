import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { overviewQuery } from './evaluation-queries.ts';
import { overviewName } from './overview-name.ts';

const route = getRouteApi('/signed-in/evaluations/$evaluationId');

export function EvaluationCrumb(): string {
  const { data } = useQuery(overviewQuery(route.useParams().evaluationId));
  return data === undefined ? '…' : overviewName(data);
}
