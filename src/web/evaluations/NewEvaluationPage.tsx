import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { profileQuery } from '../identity/session-queries.ts';
import { FailureNotice } from '../ui/FailureNotice.tsx';
import { Waiting } from '../ui/Waiting.tsx';
import { copyEvaluation } from './copy-evaluation.ts';
import { NewEvaluationForm } from './NewEvaluationForm.tsx';
import { EMPTY } from './new-evaluation.ts';

const route = getRouteApi('/signed-in/apps/$appId/evaluations/new');

/** An empty form, or one filled from another evaluation. */
export function NewEvaluationPage() {
  const { from } = route.useSearch();
  const copy = useQuery({
    queryKey: ['copied evaluation', from],
    queryFn: () => copyEvaluation(from ?? ''),
    enabled: from !== undefined,
    // A refetch must not replace the user's input.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const profile = useQuery(profileQuery);
  const fresh = from === undefined ? EMPTY : copy.data;
  if (fresh !== undefined && profile.data !== undefined) {
    const { id } = profile.data;
    return <NewEvaluationForm key={id} fresh={fresh} userId={id} />;
  }
  const failed = copy.error === null ? profile : copy;
  if (failed.error === null) return <Waiting />;
  return <FailureNotice error={failed.error} onRetry={() => void failed.refetch()} />;
}
