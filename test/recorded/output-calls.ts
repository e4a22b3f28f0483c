import type { Client } from '../../src/client/client.ts';
import { finishedRun, startHeldApp } from '../support/generation.ts';
import type { MadeVariants } from './variant-calls.ts';

/** A provider, and a spare one that is deleted. */
export async function callProviders(
  browser: Client,
  workspace_id: string,
  base_url: string,
): Promise<string> {
  const { id } = await browser.createProvider({
    body: {
      workspace_id,
      name: 'Models',
      base_url,
      api_key: 'the-key-of-your-account',
      max_concurrent: 4,
    },
  });
  const parameters = { provider_id: id };
  await browser.listProviders({ query: { workspace_id } });
  await browser.fetchProvider({ parameters });
  await browser.updateProvider({ parameters, body: { requests_per_minute: 600 } });
  await browser.testProvider({ parameters, body: { model: 'small' } });
  const spare = await browser.createProvider({ body: { workspace_id, name: 'Old', base_url } });
  await browser.deleteProvider({ parameters: { provider_id: spare.id } });
  return id;
}

/** An output of the first variant, before an evaluation is created. */
export async function callTrial(
  owner: Client,
  { appId, variantIds, providerId }: MadeVariants & { readonly providerId: string },
): Promise<void> {
  await owner.tryVariants({
    parameters: { app_id: appId },
    body: {
      sources: variantIds.slice(0, 1).map((variant_id) => ({
        variant_id,
        kind: 'provider' as const,
        provider_id: providerId,
      })),
      row: { question: 'How do I block my card?' },
    },
  });
}

/** Outputs of both variants from a provider. */
export async function callGeneration(
  owner: Client,
  { variantIds, providerId, evaluation_id }: MadeVariants & GenerationScene,
): Promise<void> {
  const parameters = { evaluation_id };
  await owner.startGeneration({
    parameters,
    body: {
      reuse: true,
      sources: variantIds.map((variant_id) => ({
        variant_id,
        kind: 'provider' as const,
        provider_id: providerId,
      })),
    },
  });
  await finishedRun(owner, { evaluation_id });
  await owner.listGenerationCells({ parameters, query: { limit: 2 } });
}

interface GenerationScene {
  readonly providerId: string;
  readonly evaluation_id: string;
}

/** A generation that is interrupted in every way while the app behind the base does not answer. */
export async function callInterruptions(
  owner: Client,
  { baseId: base_id, evaluation_id }: MadeVariants & { readonly evaluation_id: string },
): Promise<void> {
  const app = await startHeldApp('Under Cards, in the app.');
  const parameters = { evaluation_id };
  try {
    await owner.updateBase({ parameters: { base_id }, body: { uri: app.url } });
    await owner.startGeneration({ parameters });
    await owner.pauseGeneration({ parameters });
    await owner.resumeGeneration({ parameters });
    await owner.cancelGeneration({ parameters });
    await owner.retryGeneration({ parameters });
    app.release();
    await finishedRun(owner, { evaluation_id });
  } finally {
    await app.close();
  }
}

export async function callImport(
  owner: Client,
  { variantIds: [variant_id], evaluation_id }: MadeVariants & { readonly evaluation_id: string },
): Promise<void> {
  const answers = ['In the app.', 'Nothing.', 'Yes.', 'From nine to five.'];
  const file = new File([`${[variant_id, ...answers].join('\n')}\n`], 'outputs.csv');
  await owner.importOutputs({ parameters: { evaluation_id }, body: { file } });
}
