import { useNavigate } from '@tanstack/react-router';
import type { EvaluationOverview } from '../../contract/evaluations/evaluation-overviews.ts';
import { client } from '../api.ts';
import { strings } from '../strings.ts';
import { useConfirm } from '../ui/ConfirmProvider.tsx';
import { announce, announceFailure } from '../ui/Toasts.tsx';
import { archiveEvaluation } from './archive-evaluation.ts';
import { closeActions } from './close-actions.ts';
import { refreshEvaluation } from './evaluation-queries.ts';
import { overviewName } from './overview-name.ts';

/** The actions that close, reopen, copy, archive and delete an evaluation. */
export function useEvaluationActions(evaluation: EvaluationOverview) {
  const confirm = useConfirm();
  const navigate = useNavigate();
  const texts = strings.evaluations;
  const { id, app_id, archived } = evaluation;
  const remove = async () => {
    const isSure = await confirm({
      title: texts.deleteTitle(overviewName(evaluation)),
      text: texts.deleteText,
      action: strings.actions.delete,
    });
    if (!isSure) return;
    await client.deleteHumanEvaluations({ body: { evaluations_ids: [id] } });
    await navigate({ to: '/apps/$appId/evaluations', params: { appId: app_id } });
    announce({ text: texts.deleted });
    await refreshEvaluation(evaluation);
  };
  return {
    ...closeActions(evaluation),
    remove: () => void remove().catch(announceFailure),
    archive: () => archiveEvaluation(evaluation, archived ? 'out' : 'in'),
    duplicate: () =>
      void navigate({
        to: '/apps/$appId/evaluations/new',
        params: { appId: app_id },
        search: { from: id },
      }),
  };
}
