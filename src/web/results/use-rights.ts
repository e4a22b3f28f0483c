import { useQuery } from '@tanstack/react-query';
import type { Evaluation } from '../evaluations/evaluation-queries.ts';
import { profileQuery, useMay } from '../identity/session-queries.ts';
import { withTopNotice } from '../top-notice.ts';
import { appQuery } from '../variants/app-queries.ts';

/** What the reader of an evaluation's results may do; the server checks again. */
export function useRights({ app_id, user_id }: Evaluation) {
  const { data: app } = useQuery(withTopNotice(appQuery(app_id)));
  const { data: profile } = useQuery(profileQuery);
  const may = useMay(app?.value.workspace_id);
  return { may, mayEdit: may('edit_evaluation') || profile?.id === user_id };
}
