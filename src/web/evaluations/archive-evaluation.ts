import { client, queryClient } from '../api.ts';
import { strings } from '../strings.ts';
import { announce, announceFailure } from '../ui/Toasts.tsx';
import { type Evaluation, refreshEvaluation } from './evaluation-queries.ts';
import { fetchNewestSettings } from './save-settings.ts';

type Place = Pick<Evaluation, 'id' | 'app_id'>;

/** Moves an evaluation into the archive or out of it, and offers to undo that. */
export function archiveEvaluation(evaluation: Place, where: 'in' | 'out'): void {
  const texts = strings.overviews;
  const undo = () => move(evaluation, where === 'in' ? 'out' : 'in');
  void move(evaluation, where)
    .then(() => announce({ text: where === 'in' ? texts.wasArchived : texts.wasUnarchived, undo }))
    .catch(announceFailure);
}

async function move(evaluation: Place, where: 'in' | 'out'): Promise<void> {
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
