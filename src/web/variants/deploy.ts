import type { AppVariantResponse } from '../../contract/variants/variants.ts';
import { client, queryClient } from '../api.ts';
import { strings } from '../strings.ts';
import { announce } from '../ui/Toasts.tsx';
import { appKey } from './app-queries.ts';

interface Deployment {
  readonly variant: AppVariantResponse;
  readonly revision: number;
  readonly environment: string;
  readonly message: string | null;
}

/** Deploys a revision, and offers to undo it. */
export async function deploy({
  variant,
  revision,
  environment,
  message,
}: Deployment): Promise<void> {
  const appId = variant.app_id;
  const before = await newestRevisionId(appId, environment);
  await client.deployVariant({
    body: {
      environment_name: environment,
      variant_id: variant.variant_id,
      revision,
      commit_message: message,
    },
  });
  await queryClient.invalidateQueries({ queryKey: appKey(appId) });
  announce({
    text: strings.environments.nowRuns(environment, variant.variant_name, revision),
    ...(before === undefined ? {} : { undo: () => revert(appId, before) }),
  });
}

/** Deploys again what an earlier environment revision deployed. */
export async function revert(appId: string, environmentRevisionId: string): Promise<void> {
  await client.revertDeployment({
    parameters: { deployment_revision_id: environmentRevisionId },
  });
  await queryClient.invalidateQueries({ queryKey: appKey(appId) });
}

async function newestRevisionId(appId: string, environment: string): Promise<string | undefined> {
  const { revisions } = await client.listEnvironmentRevisions({
    parameters: { app_id: appId, environment_name: environment },
    query: { limit: 1 },
  });
  return revisions[0]?.id;
}
