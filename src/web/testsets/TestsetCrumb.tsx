import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { testsetQuery } from './testset-queries.ts';

const route = getRouteApi('/signed-in/apps/$appId/testsets/$testsetId');

export function TestsetCrumb(): string {
  const { data } = useQuery(testsetQuery(route.useParams()));
  return data?.value.name ?? '…';
}
