import type { Generation } from '../../contract/outputs/generation.ts';
import { client, queryClient } from '../api.ts';
import { generationQuery } from '../evaluations/evaluation-queries.ts';
import { strings } from '../strings.ts';
import { useConfirm } from '../ui/ConfirmProvider.tsx';
import { announceFailure } from '../ui/Toasts.tsx';

/** The actions that pause, resume, retry and cancel a generation run. */
export function useRunActions(evaluationId: string) {
  const confirm = useConfirm();
  const call = { parameters: { evaluation_id: evaluationId } };
  const refreshAfter = async (change: Promise<Generation>) => {
    await change;
    // Refetches, because events may already have delivered a later state than this reply.
    await queryClient.invalidateQueries(generationQuery(evaluationId));
  };
  const cancel = async () => {
    const isSure = await confirm({
      title: strings.outputs.cancelTitle,
      text: strings.outputs.cancelText,
      action: strings.outputs.cancel,
    });
    if (isSure) await refreshAfter(client.cancelGeneration(call));
  };
  return {
    pause: () => void refreshAfter(client.pauseGeneration(call)).catch(announceFailure),
    resume: () => void refreshAfter(client.resumeGeneration(call)).catch(announceFailure),
    retry: () => void refreshAfter(client.retryGeneration(call)).catch(announceFailure),
    cancel: () => void cancel().catch(announceFailure),
  };
}
