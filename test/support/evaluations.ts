import type { CallInput, Client } from '../../src/client/client.ts';
import type { JsonObject } from '../../src/contract/fields.ts';
import { makeBase, makeVariant } from './builders.ts';
import { makeTestset } from './testsets.ts';

type NewEvaluation = CallInput<'createHumanEvaluation'>['body'];

/** What an evaluation is created from, in its own app. */
export interface EvaluationParts {
  readonly body: NewEvaluation;
  /** In the order of the evaluation. */
  readonly variants: readonly { readonly id: string; readonly name: string }[];
}

export interface MadeEvaluation extends Pick<EvaluationParts, 'variants'> {
  readonly app_id: string;
  readonly testset_id: string;
  readonly evaluation_id: string;
  readonly evaluation_type: NewEvaluation['evaluation_type'];
}

export interface EvaluationWish {
  readonly type?: NewEvaluation['evaluation_type'];
  readonly variantCount?: number;
  readonly rows?: readonly JsonObject[];
  readonly settings?: NewEvaluation['settings'];
}

/** Distinct rows. */
export function numberedRows(count: number): JsonObject[] {
  return Array.from({ length: count }, (_, index) => ({ question: `question ${index}` }));
}

/** An evaluation in its own app, by default A/B of two variants over one row. */
export async function makeHumanEvaluation(
  client: Client,
  wish: EvaluationWish = {},
): Promise<MadeEvaluation> {
  return createFrom(client, await makeEvaluationParts(client, wish));
}

export async function createFrom(
  client: Client,
  { body, variants }: EvaluationParts,
): Promise<MadeEvaluation> {
  const { id } = await client.createHumanEvaluation({ body });
  const { app_id, testset_id, evaluation_type } = body;
  return { app_id, testset_id, evaluation_id: id, evaluation_type, variants };
}

export async function makeEvaluationParts(
  client: Client,
  wish: EvaluationWish = {},
): Promise<EvaluationParts> {
  const evaluation_type = wish.type ?? 'human_a_b_testing';
  const { app_id, base_id, variant } = await makeBase(client);
  const variants = [variant];
  const count = wish.variantCount ?? (evaluation_type === 'human_a_b_testing' ? 2 : 1);
  while (variants.length < count) variants.push(await makeVariant(client, { base_id }));
  const csvdata = [...(wish.rows ?? [{ question: 'why?' }])];
  const { testset_id } = await makeTestset(client, { app_id, csvdata });
  const body = {
    app_id,
    variant_ids: variants.map(({ variant_id }) => variant_id),
    evaluation_type,
    inputs: Object.keys(csvdata[0] ?? {}),
    testset_id,
    status: 'EVALUATION_INITIALIZED' as const,
    ...(wish.settings === undefined ? {} : { settings: wish.settings }),
  };
  const named = variants.map(({ variant_id, variant_name }) => ({
    id: variant_id,
    name: variant_name,
  }));
  return { body, variants: named };
}
