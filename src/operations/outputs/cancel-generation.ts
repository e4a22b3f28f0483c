import { updateRun } from '../../storage/outputs/generation-runs.ts';
import type { Operation } from '../context.ts';
import { changeRun } from './parts/change-run.ts';
import { giveUpWaiting } from './parts/give-up-waiting.ts';

/** What is being answered right now is still taken. */
export const cancelGeneration: Operation<'cancelGeneration'> = (context, { parameters }) =>
  changeRun(context, {
    evaluationId: parameters.evaluation_id,
    from: ['running', 'paused'],
    already: ['canceled', 'finished'],
    change: async ({ tx, workspaceId, evaluationId }) => {
      await giveUpWaiting(tx, workspaceId, evaluationId);
      await updateRun(tx, workspaceId, { evaluationId, status: 'canceled', now: context.now });
    },
  });
