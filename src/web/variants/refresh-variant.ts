import type { AppVariantResponse } from '../../contract/variants/variants.ts';
import { queryClient, type Versioned } from '../api.ts';
import { appKey } from './app-queries.ts';
import { type VariantPlace, variantQuery } from './variant-queries.ts';

/** Refreshes everything that shows a changed variant, and returns its newest version. */
export async function refreshVariant(place: VariantPlace): Promise<Versioned<AppVariantResponse>> {
  await queryClient.invalidateQueries({ queryKey: appKey(place.appId) });
  return queryClient.fetchQuery(variantQuery(place));
}
