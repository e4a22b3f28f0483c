import type { CallInput, Client } from '../../src/client/client.ts';
import type { JsonObject } from '../../src/contract/fields.ts';
import { makeBase, makeVariant } from './builders.ts';
import { makeTestset } from './testsets.ts';

type NewEvaluation = CallInput<'createHumanEvaluation'>['body'];

export interface MadeEvaluation {
  readonly app_id: string;
  readonly base_id: string;
  readonly testset_id: string;
  readonly evaluation_id: string;
  readonly evaluation_type: NewEvaluation['evaluation_type'];
  /** In the order of the evaluation. */
  readonly variants: readonly { readonly id: string; readonly name: string }[];
}

export interface EvaluationWish {
  readonly type?: NewEvaluation['evaluation_type'];
  readonly variantCount?: number;
  readonly rows?: JsonObject[];
  readonly settings?: NewEvaluation['settings'];
}

/** Rows that can be told apart. */
export function numberedRows(count: number): JsonObject[] {
  return Array.from({ length: count }, (_, index) => ({ question: `question ${index}` }));
}

/** An evaluation with an app, variants and a test set of its own: A/B of two unless asked otherwise. */
export async function makeHumanEvaluation(
  client: Client,
  wish: EvaluationWish = {},
): Promise<MadeEvaluation> {
  const evaluation_type = wish.type ?? 'human_a_b_testing';
  const { app_id, base_id, variant } = await makeBase(client);
  const variants = [variant];
  const wanted = wish.variantCount ?? (evaluation_type === 'human_a_b_testing' ? 2 : 1);
  while (variants.length < wanted) variants.push(await makeVariant(client, { base_id }));
  const csvdata = wish.rows ?? [{ question: 'why?' }];
  const { testset_id } = await makeTestset(client, { app_id, csvdata });
  const { id } = await client.createHumanEvaluation({
    body: {
      app_id,
      variant_ids: variants.map(({ variant_id }) => variant_id),
      evaluation_type,
      inputs: csvdata.length === 0 ? [] : Object.keys(csvdata[0] ?? {}),
      testset_id,
      status: 'EVALUATION_INITIALIZED',
      ...(wish.settings === undefined ? {} : { settings: wish.settings }),
    },
  });
  return {
    app_id,
    base_id,
    testset_id,
    evaluation_id: id,
    evaluation_type,
    variants: variants.map(({ variant_id, variant_name }) => ({
      id: variant_id,
      name: variant_name,
    })),
  };
}
