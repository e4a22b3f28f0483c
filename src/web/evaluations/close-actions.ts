import { client } from '../api.ts';
import { strings } from '../strings.ts';
import { announce, announceFailure } from '../ui/Toasts.tsx';
import { type Evaluation, refreshEvaluation } from './evaluation-queries.ts';

/** The actions that close and reopen an evaluation. */
export function closeActions(evaluation: Pick<Evaluation, 'id' | 'app_id'>) {
  const parameters = { evaluation_id: evaluation.id };
  const reopen = async () => {
    await client.reopenHumanEvaluation({ parameters });
    await refreshEvaluation(evaluation);
  };
  const close = async () => {
    await client.closeHumanEvaluation({ parameters });
    await refreshEvaluation(evaluation);
    announce({ text: strings.evaluations.wasClosed, undo: reopen });
  };
  return {
    close: () => void close().catch(announceFailure),
    reopen: () => void reopen().catch(announceFailure),
  };
}
