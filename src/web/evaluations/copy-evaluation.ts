import { client, queryClient } from '../api.ts';
import { defaultSources, sourceDraftOf } from '../outputs/source-draft.ts';
import { variantsQuery } from '../variants/app-queries.ts';
import { type Evaluation, evaluationQuery, settingsQuery } from './evaluation-queries.ts';
import { EMPTY, type NewEvaluation } from './new-evaluation.ts';
import { settingsDraftOf } from './settings-draft.ts';

/** A copy of an evaluation: the current revisions of its variants, under the same rules. */
export async function copyEvaluation(evaluationId: string): Promise<NewEvaluation> {
  const [evaluation, { value: settings }] = await Promise.all([
    queryClient.fetchQuery(evaluationQuery(evaluationId)),
    queryClient.fetchQuery(settingsQuery(evaluationId)),
  ]);
  return {
    ...EMPTY,
    ...settingsDraftOf(settings),
    variantIds: evaluation.variant_ids,
    testsetId: evaluation.testset_id,
    inputs: settings.inputs,
    expected: settings.expected_column ?? '',
    sources: await copySources(evaluation),
  };
}

/** Only editors may see where outputs came from; others get the defaults. */
async function copySources({ id, app_id }: Evaluation): Promise<NewEvaluation['sources']> {
  const [reply, variants] = await Promise.all([
    client.reply.fetchGeneration({ parameters: { evaluation_id: id } }),
    queryClient.fetchQuery(variantsQuery(app_id)),
  ]);
  const defaults = defaultSources(variants);
  if (reply.status !== 200) return defaults;
  return Object.fromEntries(
    reply.body.variants.flatMap((variant) => {
      const { variant_id } = variant;
      const source = sourceDraftOf(variant);
      // A base without an address has nothing to call.
      const isCallable = source !== 'base' || defaults[variant_id] === 'base';
      return source === undefined || !isCallable ? [] : [[variant_id, source]];
    }),
  );
}
