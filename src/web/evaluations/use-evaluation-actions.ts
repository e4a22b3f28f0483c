import { useNavigate } from '@tanstack/react-router';
import { client } from '../api.ts';
import { strings } from '../strings.ts';
import { useConfirm } from '../ui/ConfirmProvider.tsx';
import { announce, announceFailure } from '../ui/Toasts.tsx';
import { type Evaluation, refreshEvaluation } from './evaluation-queries.ts';
import { evaluationTitle } from './evaluation-title.ts';

/** Closing, reopening and deleting an evaluation. */
export function useEvaluationActions(evaluation: Evaluation) {
  const confirm = useConfirm();
  const navigate = useNavigate();
  const texts = strings.evaluations;
  const parameters = { evaluation_id: evaluation.id };
  const reopen = async () => {
    await client.reopenHumanEvaluation({ parameters });
    await refreshEvaluation(evaluation);
  };
  const close = async () => {
    await client.closeHumanEvaluation({ parameters });
    await refreshEvaluation(evaluation);
    announce({ text: texts.wasClosed, undo: reopen });
  };
  const remove = async () => {
    const isSure = await confirm({
      title: texts.deleteTitle(evaluationTitle(evaluation)),
      text: texts.deleteText,
      action: strings.actions.delete,
    });
    if (!isSure) return;
    await client.deleteHumanEvaluations({ body: { evaluations_ids: [evaluation.id] } });
    await navigate({ to: '/apps/$appId/evaluations', params: { appId: evaluation.app_id } });
    announce({ text: texts.deleted });
    await refreshEvaluation(evaluation);
  };
  return {
    close: () => void close().catch(announceFailure),
    reopen: () => void reopen().catch(announceFailure),
    remove: () => void remove().catch(announceFailure),
  };
}
