import type { EnvironmentRevision } from '../../contract/variants/environments.ts';
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

interface Reversion {
  readonly appId: string;
  readonly environment: string;
  readonly to: EnvironmentRevision;
}

/** Reverts an environment to an earlier revision, and offers to undo it. */
export async function revertEnvironment({ appId, environment, to }: Reversion): Promise<void> {
  const before = await newestRevisionId(appId, environment);
  await revert(appId, to.id);
  const name = strings.variants.atRevision(to.deployed_variant_name, to.deployed_revision);
  announce({
    text: strings.environments.reverted(environment, name),
    ...(before === undefined ? {} : { undo: () => revert(appId, before) }),
  });
}

async function revert(appId: string, environmentRevisionId: string): Promise<void> {
  await client.revertDeployment({
    parameters: { deployment_revision_id: environmentRevisionId },
  });
  await queryClient.invalidateQueries({ queryKey: appKey(appId) });
}

/** Asks the server: other users deploy too, so a list on the page may be out of date. */
async function newestRevisionId(appId: string, environment: string): Promise<string | undefined> {
  const { revisions } = await client.listEnvironmentRevisions({
    parameters: { app_id: appId, environment_name: environment },
    query: { limit: 1 },
  });
  return revisions[0]?.id;
}
