import { updateRun } from '../../storage/outputs/generation-runs.ts';
import type { Operation } from '../context.ts';
import { changeRun } from './parts/change-run.ts';
import { forgetPreparation } from './parts/end-preparations.ts';
import { giveUpWaiting } from './parts/give-up-waiting.ts';

/** Answers to calls under way are still stored. A start that prepares the run finds it canceled. */
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
