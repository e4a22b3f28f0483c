import { client, queryClient } from '../api.ts';
import { sourceDraftOf, usualSources } from '../outputs/source-draft.ts';
import { variantsQuery } from '../variants/app-queries.ts';
import { type Evaluation, evaluationQuery, settingsQuery } from './evaluation-queries.ts';
import { EMPTY, type NewEvaluation } from './new-evaluation.ts';
import { settingsDraftOf } from './settings-draft.ts';

/** A new evaluation like another: current revisions of the same variants, under the same rules. */
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
    sources: await sourcesIn(evaluation),
  };
}

/** Where outputs came from is known to editors; others choose again. */
async function sourcesIn({ id, app_id }: Evaluation): Promise<NewEvaluation['sources']> {
  const [reply, variants] = await Promise.all([
    client.reply.fetchGeneration({ parameters: { evaluation_id: id } }),
    queryClient.fetchQuery(variantsQuery(app_id)),
  ]);
  const usual = usualSources(variants);
  if (reply.status !== 200) return usual;
  return Object.fromEntries(
    reply.body.variants.flatMap((variant) => {
      const { variant_id } = variant;
      const source = sourceDraftOf(variant);
      // A base without an address has nothing to call.
      const isCallable = source !== 'base' || usual[variant_id] === 'base';
      return source === undefined || !isCallable ? [] : [[variant_id, source]];
    }),
  );
}
