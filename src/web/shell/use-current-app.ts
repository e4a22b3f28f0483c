import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { evaluationQuery } from '../evaluations/evaluation-queries.ts';

/** The app of the page. Evaluations belong to an app, too, though their addresses do not name it. */
export function useCurrentApp(): string | undefined {
  const { appId, evaluationId = '' } = useParams({ strict: false });
  const { data } = useQuery({ ...evaluationQuery(evaluationId), enabled: evaluationId !== '' });
  return appId ?? data?.app_id;
}
