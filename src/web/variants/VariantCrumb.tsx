import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { variantQuery } from './variant-queries.ts';

const route = getRouteApi('/signed-in/apps/$appId/variants/$variantId');

export function VariantCrumb(): string {
  const { data } = useQuery(variantQuery(route.useParams()));
  return data?.value.config_name ?? '…';
}
