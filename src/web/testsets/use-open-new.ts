import { useNavigate } from '@tanstack/react-router';
import { queryClient } from '../api.ts';
import { appKey } from '../variants/app-queries.ts';

/** Goes to a test set that has just been made. */
export function useOpenNew(appId: string): (made: { readonly id: string }) => Promise<void> {
  const navigate = useNavigate();
  return async ({ id }) => {
    await queryClient.invalidateQueries({ queryKey: appKey(appId) });
    await navigate({
      to: '/apps/$appId/testsets/$testsetId',
      params: { appId, testsetId: id },
    });
  };
}
