import type { Client } from '../../../src/client/client.ts';
import type { JsonObject } from '../../../src/contract/fields.ts';

const BASELINE: JsonObject = {
  model: 'small',
  temperature: 0.7,
  prompt_system:
    'You are a support agent of a furniture shop.\nAnswer the question of {{customer}} politely.\nNever promise a refund.',
  prompt_user: '{{question}}',
};

export const CONCISE: JsonObject = {
  ...BASELINE,
  temperature: 0.2,
  prompt_system:
    'You are a support agent of a furniture shop.\nAnswer {{customer}} in at most two sentences.\nNever promise a refund.',
};

export interface Furniture {
  readonly appId: string;
  readonly baseId: string;
  readonly baselineId: string;
  readonly conciseId: string;
}

/** An app with a base, two variants with some history, and deployments. */
export async function furnish(owner: Client, appName: string): Promise<Furniture> {
  const { app_id: appId } = await owner.createApp({ body: { app_name: appName } });
  const base = await owner.createBase({
    body: {
      app_id: appId,
      base_name: 'chat',
      config_name: 'baseline',
      parameters: BASELINE,
      commit_message: 'Start',
    },
  });
  const concise = await owner.addVariantFromBase({
    body: {
      base_id: base.base_id,
      new_variant_name: 'chat.concise',
      new_config_name: 'concise',
      parameters: BASELINE,
      commit_message: 'Copied from chat.baseline',
    },
  });
  await owner.updateVariantParameters({
    parameters: { variant_id: concise.variant_id },
    body: { parameters: CONCISE, commit_message: 'Two sentences at most' },
  });
  const baselineId = base.variant.variant_id;
  await owner.deployVariant({
    body: {
      environment_name: 'production',
      variant_id: concise.variant_id,
      revision: 1,
      commit_message: 'Try the copy',
    },
  });
  await owner.deployVariant({
    body: {
      environment_name: 'production',
      variant_id: baselineId,
      commit_message: 'Back to the known one',
    },
  });
  await owner.deployVariant({
    body: { environment_name: 'staging', variant_id: concise.variant_id },
  });
  return { appId, baseId: base.base_id, baselineId, conciseId: concise.variant_id };
}
