import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { appQuery } from './app-queries.ts';

const route = getRouteApi('/signed-in/apps/$appId');

export function AppCrumb(): string {
  const { data } = useQuery(appQuery(route.useParams().appId));
  return data?.value.app_name ?? '…';
}
