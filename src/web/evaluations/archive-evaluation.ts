import { client, queryClient } from '../api.ts';
import { strings } from '../strings.ts';
import { announce, announceFailure } from '../ui/Toasts.tsx';
import { type Evaluation, refreshEvaluation } from './evaluation-queries.ts';
import { fetchNewestSettings } from './save-settings.ts';

type EvaluationRef = Pick<Evaluation, 'id' | 'app_id'>;

/** Moves an evaluation into or out of the archive, and offers to undo it. */
export function archiveEvaluation(evaluation: EvaluationRef, where: 'in' | 'out'): void {
  const texts = strings.overviews;
  const undo = () => move(evaluation, where === 'in' ? 'out' : 'in');
  void move(evaluation, where)
    .then(() => announce({ text: where === 'in' ? texts.wasArchived : texts.wasUnarchived, undo }))
    .catch(announceFailure);
}

async function move(evaluation: EvaluationRef, where: 'in' | 'out'): Promise<void> {
  const { etag } = await fetchNewestSettings(evaluation.id);
  await client.updateEvaluationSettings({
    parameters: { evaluation_id: evaluation.id },
    body: { archived: where === 'in' },
    ifMatch: etag,
  });
  await Promise.all([
    refreshEvaluation(evaluation),
    queryClient.invalidateQueries({ queryKey: ['home'] }),
  ]);
}
