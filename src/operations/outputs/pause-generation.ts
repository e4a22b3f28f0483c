import { updateRun } from '../../storage/outputs/generation-runs.ts';
import type { Operation } from '../context.ts';
import { changeRun } from './parts/change-run.ts';

export const pauseGeneration: Operation<'pauseGeneration'> = (context, { parameters }) =>
  changeRun(context, {
    evaluationId: parameters.evaluation_id,
    from: ['running'],
    already: ['paused'],
    change: ({ tx, workspaceId, evaluationId }) =>
      updateRun(tx, workspaceId, { evaluationId, status: 'paused', now: context.now }),
  });
