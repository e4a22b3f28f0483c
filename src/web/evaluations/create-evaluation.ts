import { client } from '../api.ts';
import { announceFailure } from '../ui/Toasts.tsx';
import { bodyOf, type ChosenColumns, type NewEvaluation, sourcesIn } from './new-evaluation.ts';

/** Creates an evaluation and starts generating outputs. If that fails, the evaluation stays. */
export async function createEvaluation(
  appId: string,
  draft: NewEvaluation,
  columns: ChosenColumns,
): Promise<string> {
  const { id } = await client.createHumanEvaluation({ body: bodyOf(appId, draft, columns) });
  const isGenerated = sourcesIn(draft).some(({ kind }) => kind !== 'import');
  if (isGenerated && draft.isMadeAtOnce) {
    await client.startGeneration({ parameters: { evaluation_id: id } }).catch(announceFailure);
  }
  return id;
}
