import type { Generation } from '../../contract/outputs/generation.ts';
import { client, queryClient } from '../api.ts';
import { generationQuery } from '../evaluations/evaluation-queries.ts';
import { strings } from '../strings.ts';
import { useConfirm } from '../ui/ConfirmProvider.tsx';
import { announceFailure } from '../ui/Toasts.tsx';

/** Pause, resume, retry and cancel of the run that generates outputs. */
export function useRunActions(evaluationId: string) {
  const confirm = useConfirm();
  const call = { parameters: { evaluation_id: evaluationId } };
  const show = async (change: Promise<Generation>) => {
    await change;
    // Events may have told of later states already.
    await queryClient.invalidateQueries(generationQuery(evaluationId));
  };
  const cancel = async () => {
    const isSure = await confirm({
      title: strings.outputs.cancelTitle,
      text: strings.outputs.cancelText,
      action: strings.outputs.cancel,
    });
    if (isSure) await show(client.cancelGeneration(call));
  };
  return {
    pause: () => void show(client.pauseGeneration(call)).catch(announceFailure),
    resume: () => void show(client.resumeGeneration(call)).catch(announceFailure),
    retry: () => void show(client.retryGeneration(call)).catch(announceFailure),
    cancel: () => void cancel().catch(announceFailure),
  };
}
