import { useNavigate } from '@tanstack/react-router';
import { queryClient } from '../api.ts';
import { appKey } from '../variants/app-queries.ts';

/** Opens the page of a test set that was just created. */
export function useOpenNew(appId: string): (testset: { readonly id: string }) => Promise<void> {
  const navigate = useNavigate();
  return async ({ id }) => {
    await queryClient.invalidateQueries({ queryKey: appKey(appId) });
    await navigate({
      to: '/apps/$appId/testsets/$testsetId',
      params: { appId, testsetId: id },
    });
  };
}
