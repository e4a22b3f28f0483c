import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { evaluationQuery } from '../evaluations/evaluation-queries.ts';

/** The current page's app. The URL of an evaluation does not name its app. */
export function useCurrentApp(): string | undefined {
  const { appId, evaluationId = '' } = useParams({ strict: false });
  const { data } = useQuery({ ...evaluationQuery(evaluationId), enabled: evaluationId !== '' });
  return appId ?? data?.app_id;
}
