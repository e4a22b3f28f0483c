import { noteResumed } from '../../storage/outputs/generation-counts.ts';
import type { Operation } from '../context.ts';
import { refuseClosed } from '../evaluations/parts/hold-evaluation.ts';
import { changeRun } from './parts/change-run.ts';
import { continueRun } from './parts/continue-run.ts';

export const resumeGeneration: Operation<'resumeGeneration'> = (context, { parameters }) =>
  changeRun(context, {
    evaluationId: parameters.evaluation_id,
    from: ['paused'],
    already: ['running'],
    change: async ({ tx, workspaceId, evaluationId, state }) => {
      refuseClosed(state);
      await noteResumed(tx, workspaceId, evaluationId);
      await continueRun(tx, workspaceId, { evaluationId, state, now: context.now });
    },
  });
