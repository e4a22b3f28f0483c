import type { Client } from '../../src/client/client.ts';

export interface MadeVariants {
  readonly appId: string;
  readonly baseId: string;
  readonly variantIds: readonly [string, string];
}

const BASELINE = {
  model: 'small',
  prompt_system: 'You help customers of a bank.',
  prompt_user: 'Answer: {{question}}',
  temperature: 0.2,
};

/** An app with a base and two variants, one of them deployed. */
export async function callVariants(owner: Client, uri: string): Promise<MadeVariants> {
  const { app_id } = await owner.createApp({ body: { app_name: 'Support assistant' } });
  const parameters = { app_id };
  await owner.listApps();
  await owner.fetchApp({ parameters });
  await owner.renameApp({ parameters, body: { app_name: 'Support' } });
  const { base_id, variant } = await callBases(owner, app_id, uri);
  const variant_id = await callRevisions(owner, base_id);
  await owner.listAppVariants({ parameters });
  await callDeployments(owner, { app_id, base_id, variant_id, first: variant.variant_id });
  await callDeletions(owner, app_id);
  return { appId: app_id, baseId: base_id, variantIds: [variant.variant_id, variant_id] };
}

async function callBases(owner: Client, app_id: string, uri: string) {
  const made = await owner.createBase({
    body: {
      app_id,
      base_name: 'chat',
      uri,
      config_name: 'baseline',
      parameters: BASELINE,
      commit_message: 'As it was in the spreadsheet.',
    },
  });
  const parameters = { base_id: made.base_id };
  await owner.listBases({ query: { app_id } });
  await owner.fetchBase({ parameters });
  await owner.updateBase({ parameters, body: { uri } });
  await owner.fetchContainerUrl({ query: parameters });
  return made;
}

async function callRevisions(owner: Client, base_id: string): Promise<string> {
  const { variant_id } = await owner.addVariantFromBase({
    body: {
      base_id,
      new_variant_name: 'chat.concise',
      new_config_name: 'concise',
      parameters: { ...BASELINE, prompt_system: 'You help customers of a bank. Be brief.' },
      commit_message: 'Shorter answers.',
    },
  });
  const parameters = { variant_id };
  await owner.fetchVariant({ parameters });
  await owner.updateVariantParameters({
    parameters,
    body: { parameters: { ...BASELINE, temperature: 0 }, commit_message: 'Always the same.' },
  });
  await owner.renameVariant({ parameters, body: { variant_name: 'chat.short' } });
  await owner.listVariantRevisions({ parameters });
  const first = { variant_id, revision_number: 1 };
  await owner.fetchVariantRevision({ parameters: first });
  await owner.diffVariantRevisions({ parameters, query: { from: 1, to: 2 } });
  const { headers } = await owner.reply.fetchVariant({ parameters });
  await owner.restoreVariantRevision({
    parameters: first,
    body: { commit_message: 'Back to brief.' },
    ifMatch: headers.get('etag') ?? '',
  });
  return variant_id;
}

interface DeploymentScene {
  readonly app_id: string;
  readonly base_id: string;
  readonly variant_id: string;
  readonly first: string;
}

async function callDeployments(owner: Client, scene: DeploymentScene): Promise<void> {
  const { app_id, base_id, variant_id, first } = scene;
  const environment_name = 'production';
  await owner.deployVariant({ body: { environment_name, variant_id: first, revision: 1 } });
  await owner.deployVariant({ body: { environment_name, variant_id } });
  await owner.listEnvironments({ parameters: { app_id } });
  const { revisions } = await owner.listEnvironmentRevisions({
    parameters: { app_id, environment_name },
  });
  await owner.fetchVariantByEnvironment({ query: { app_id, environment: environment_name } });
  await owner.fetchConfig({ query: { base_id, environment_name } });
  await owner.saveConfig({
    body: { base_id, config_name: 'polite', parameters: BASELINE, overwrite: false },
  });
  const earlier = revisions.find(({ deployed_variant_id }) => deployed_variant_id === first);
  const parameters = { deployment_revision_id: earlier?.id ?? '' };
  await owner.fetchDeployedConfig({ parameters });
  await owner.revertDeployment({ parameters });
}

async function callDeletions(owner: Client, app_id: string): Promise<void> {
  const { base_id, variant } = await owner.createBase({ body: { app_id, base_name: 'draft' } });
  await owner.deleteVariant({ parameters: { variant_id: variant.variant_id } });
  await owner.deleteBase({ parameters: { base_id } });
  const spare = await owner.createApp({ body: { app_name: 'Draft' } });
  await owner.deleteApp({ parameters: { app_id: spare.app_id } });
}
