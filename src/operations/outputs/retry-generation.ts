import { retryCells } from '../../storage/outputs/generation-cells.ts';
import { updateRun } from '../../storage/outputs/generation-runs.ts';
import type { Operation } from '../context.ts';
import { refuseClosed } from '../evaluations/parts/hold-evaluation.ts';
import { cellSpans } from './parts/cell-spans.ts';
import { changeRun } from './parts/change-run.ts';
import { continueRun } from './parts/continue-run.ts';
import { recount } from './parts/recount.ts';

export const retryGeneration: Operation<'retryGeneration'> = (context, { parameters }) =>
  changeRun(context, {
    evaluationId: parameters.evaluation_id,
    from: ['running', 'finished', 'canceled'],
    already: [],
    change: async ({ tx, workspaceId, evaluationId, state, status }) => {
      refuseClosed(state);
      let retried = 0;
      for await (const span of cellSpans(tx, workspaceId, evaluationId)) {
        retried += await retryCells(tx, workspaceId, span);
      }
      const counts = await recount(tx, workspaceId, evaluationId);
      if (retried === 0 && status === 'running') return;
      const place = { evaluationId, now: context.now };
      // Calls of a canceled run may still be under way.
      if (counts.some(({ total, done }) => total > done)) {
        await continueRun(tx, workspaceId, { ...place, state });
      } else {
        await updateRun(tx, workspaceId, { ...place, status: 'finished' });
      }
    },
  });
