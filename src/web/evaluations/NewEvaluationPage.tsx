import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { profileQuery } from '../identity/session-queries.ts';
import { FailureNotice } from '../ui/FailureNotice.tsx';
import { Waiting } from '../ui/Waiting.tsx';
import { copyEvaluation } from './copy-evaluation.ts';
import { NewEvaluationForm } from './NewEvaluationForm.tsx';
import { EMPTY } from './new-evaluation.ts';

const route = getRouteApi('/signed-in/apps/$appId/evaluations/new');

/** An empty form, or one that is filled like another evaluation. */
export function NewEvaluationPage() {
  const { from } = route.useSearch();
  const copied = useQuery({
    queryKey: ['copied evaluation', from],
    queryFn: () => copyEvaluation(from ?? ''),
    enabled: from !== undefined,
    // What was typed must not be replaced.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const profile = useQuery(profileQuery);
  const fresh = from === undefined ? EMPTY : copied.data;
  if (fresh !== undefined && profile.data !== undefined) {
    const { id } = profile.data;
    return <NewEvaluationForm key={id} fresh={fresh} userId={id} />;
  }
  const error = copied.error ?? profile.error;
  return error === null ? <Waiting /> : <FailureNotice error={error} />;
}
