import { updateRun } from '../../storage/outputs/generation-runs.ts';
import type { Operation } from '../context.ts';
import { changeRun } from './parts/change-run.ts';
import { forgetPreparation } from './parts/end-preparations.ts';
import { giveUpWaiting } from './parts/give-up-waiting.ts';

/** What is being answered right now is still taken. A start that is preparing the run finds it ended. */
export const cancelGeneration: Operation<'cancelGeneration'> = (context, { parameters }) =>
  changeRun(context, {
    evaluationId: parameters.evaluation_id,
    from: ['preparing', 'running', 'paused'],
    already: ['canceled', 'finished'],
    change: async ({ tx, workspaceId, evaluationId, status }) => {
      const giveUp = status === 'preparing' ? forgetPreparation : giveUpWaiting;
      await giveUp(tx, workspaceId, evaluationId);
      await updateRun(tx, workspaceId, { evaluationId, status: 'canceled', now: context.now });
    },
  });
