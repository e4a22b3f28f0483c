import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Archive, ArchiveRestore, Copy } from 'lucide-react';
import type { EvaluationOverview } from '../../contract/evaluations/evaluation-overviews.ts';
import { profileQuery, useMay } from '../identity/session-queries.ts';
import { strings } from '../strings.ts';
import { ActionMenu } from '../ui/ActionMenu.tsx';
import { archiveEvaluation } from './archive-evaluation.ts';
import { judgesBlind, overviewName } from './overview-name.ts';

interface OverviewMenuProps {
  readonly overview: EvaluationOverview;
  readonly workspaceId: string | null | undefined;
}

/** The actions on an evaluation in a list. */
export function OverviewMenu({ overview, workspaceId }: OverviewMenuProps) {
  const navigate = useNavigate();
  const may = useMay(workspaceId);
  const { data: profile } = useQuery(profileQuery);
  const texts = strings.overviews;
  const { id, app_id, archived } = overview;
  const isJudgingBlind = judgesBlind(overview);
  const mayEdit = !isJudgingBlind && (may('edit_evaluation') || profile?.id === overview.owner.id);
  const duplicate = () =>
    void navigate({
      to: '/apps/$appId/evaluations/new',
      params: { appId: app_id },
      search: { from: id },
    });
  return (
    <ActionMenu
      label={texts.actionsOf(overviewName(overview))}
      actions={[
        !isJudgingBlind &&
          may('create_evaluation') && { label: texts.duplicate, icon: <Copy />, run: duplicate },
        mayEdit && {
          label: archived ? texts.unarchive : texts.archive,
          icon: archived ? <ArchiveRestore /> : <Archive />,
          run: () => archiveEvaluation(overview, archived ? 'out' : 'in'),
        },
      ]}
    />
  );
}
